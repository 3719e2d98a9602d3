import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EventStore, NO_STREAM } from "#domain/core/event-store.ts";
import { append, command, everythingAfter, freshStream, numbered, type StoreUnderTest } from "./event-store-parts.ts";
import { subscriptionContract } from "./event-store-subscriptions.ts";
import { actorText, eventHash } from "#infra/event-store/event-hash.ts";

/**
 * What every event store must guarantee. Runs as a group of tests; streams and commands are new, so a store may hold
 * other events.
 */
export function eventStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under?.close());

    test("what is appended can be read, with its envelope", async () => {
      const stream = freshStream();
      const context = command({ actor: { kind: "user", id: "u-1", key: "k-1" }, causationId: "cause" });
      const result = await append(
        store,
        stream,
        NO_STREAM,
        [
          { n: 1, text: 'ä€😀\u0000"\\' },
          { n: 2, deep: { list: [1, null, "x"], none: null } },
        ],
        context,
      );
      const read = await store.readStream(stream);
      expect(read.map((event) => event.data)).toEqual([
        { n: 1, text: 'ä€😀\u0000"\\' },
        { n: 2, deep: { list: [1, null, "x"], none: null } },
      ]);
      expect(read.map((event) => event.revision)).toEqual([0, 1]);
      expect(result).toEqual({ ok: true, revision: 1, position: read[1]!.position });
      for (const event of read) {
        expect(event).toMatchObject({ ...context, stream, type: "counted", schemaVersion: 1 });
        expect(event.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      }
      expect(new Set(read.map((event) => event.id)).size).toBe(2);
    });

    test("each event chains the hash of the one before it", async () => {
      const stream = freshStream();
      await append(store, stream, NO_STREAM, [{ n: 0 }, { n: 1 }]);
      await append(store, stream, 1, [{ n: 2 }], command({ actor: { kind: "system", name: "runner" } }));
      const read = await store.readStream(stream);
      expect(read.map((event) => event.prevHash)).toEqual([null, read[0]!.hash, read[1]!.hash]);
      for (const event of read) {
        expect(event.hash).toBe(
          eventHash({ ...event, actor: actorText(event.actor), data: JSON.stringify(event.data) }),
        );
      }
    });

    test("an absent stream is empty; parts of a stream can be read", async () => {
      expect(await store.readStream(freshStream())).toEqual([]);
      const stream = freshStream();
      await append(store, stream, NO_STREAM, numbered(10));
      expect((await store.readStream(stream, { fromRevision: 7 })).map((event) => event.revision)).toEqual([7, 8, 9]);
      expect((await store.readStream(stream, { fromRevision: 2, maxCount: 3 })).map((event) => event.revision)).toEqual(
        [2, 3, 4],
      );
      expect(await store.readStream(stream, { fromRevision: 10 })).toEqual([]);
    });

    test("what a command wrote to a stream can be read, and nothing else", async () => {
      const stream = freshStream();
      const context = command();
      await append(store, stream, NO_STREAM, numbered(3));
      await append(store, stream, 2, numbered(2), context);
      await append(store, stream, 4, numbered(3));
      expect((await store.readCommand(stream, context.commandId)).map((event) => event.revision)).toEqual([3, 4]);
      expect(await store.readCommand(freshStream(), context.commandId)).toEqual([]);
      expect(await store.readCommand(stream, command().commandId)).toEqual([]);
    });

    test("a wrong expected revision is a conflict that names the actual one, and writes nothing", async () => {
      const stream = freshStream();
      expect(await append(store, stream, 0, [{ n: 0 }])).toEqual({ ok: false, reason: "conflict", actual: NO_STREAM });
      await append(store, stream, NO_STREAM, numbered(3));
      for (const wrong of [NO_STREAM, 0, 1, 3, 99] as const) {
        expect(await append(store, stream, wrong, [{ n: 9 }])).toEqual({ ok: false, reason: "conflict", actual: 2 });
      }
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    test("an empty append does nothing", async () => {
      const stream = freshStream();
      const before = await store.head();
      expect(await append(store, stream, NO_STREAM, [])).toMatchObject({ ok: true, revision: -1 });
      expect(await append(store, stream, 4, [])).toMatchObject({ ok: true, revision: 4 });
      expect(await store.readStream(stream)).toEqual([]);
      expect(await store.head()).toBe(before);
    });

    test("of 50 racers one wins, and every reported success can be read", async () => {
      const stream = freshStream();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => append(store, stream, NO_STREAM, [{ n }])),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect(results.filter((result) => !result.ok && result.reason === "conflict")).toHaveLength(49);
      const winner = results.findIndex((result) => result.ok);
      expect((await store.readStream(stream)).map((event) => event.data)).toEqual([{ n: winner }]);
    });

    test("racers that retry all get in, each once", async () => {
      const stream = freshStream();
      await Promise.all(
        Array.from({ length: 8 }, async (_, racer) => {
          for (let n = 0; n < 5; n += 1) {
            for (;;) {
              const expected = (await store.readStream(stream)).at(-1)?.revision ?? NO_STREAM;
              if ((await append(store, stream, expected, [{ racer, n }])).ok) break;
            }
          }
        }),
      );
      const read = await store.readStream(stream);
      expect(read.map((event) => event.revision)).toEqual(read.map((_, index) => index));
      expect(new Set(read.map((event) => JSON.stringify(event.data))).size).toBe(40);
      expect(read).toHaveLength(40);
    });

    test("the same command again gives the first answer, in whatever order and number", async () => {
      const stream = freshStream();
      const context = command();
      const first = await append(store, stream, NO_STREAM, numbered(3), context);
      await append(store, stream, 2, [{ n: "later" }]);
      expect(await append(store, stream, NO_STREAM, numbered(3), context)).toEqual(first);
      expect(await append(store, stream, 3, numbered(2), context)).toEqual(first);
      expect(await append(store, stream, 77, numbered(3), context)).toEqual(first);
      expect(await store.readStream(stream)).toHaveLength(4);

      const parallel = command();
      const target = freshStream();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => append(store, target, NO_STREAM, numbered(2), parallel)),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]).toMatchObject({ ok: true, revision: 1 });
      expect(await store.readStream(target)).toHaveLength(2);
    });

    test("a command id belongs to one stream, racing or not", async () => {
      const context = command();
      const stream = freshStream();
      await append(store, stream, NO_STREAM, [{ n: 1 }], context);
      const other = freshStream();
      expect(await append(store, other, NO_STREAM, [{ n: 1 }], context)).toEqual({
        ok: false,
        reason: "duplicate-command",
      });
      expect(await store.readStream(other)).toEqual([]);

      const racing = command();
      const streams = Array.from({ length: 10 }, freshStream);
      const answers = await Promise.all(streams.map((target) => append(store, target, NO_STREAM, [{ n: 1 }], racing)));
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      expect(answers.filter((answer) => !answer.ok && answer.reason === "duplicate-command")).toHaveLength(9);
      expect((await Promise.all(streams.map((target) => store.readStream(target)))).flat()).toHaveLength(1);
    });

    test("data of 1 MB and appends of 500 events come back whole", async () => {
      const stream = freshStream();
      const large = { text: "0123456789ä".repeat(83_400) };
      expect(Buffer.byteLength(JSON.stringify(large))).toBeGreaterThan(1_000_000);
      await append(store, stream, NO_STREAM, [large]);
      await append(store, stream, 0, numbered(500));
      const read = await store.readStream(stream);
      expect(read[0]!.data).toEqual(large);
      expect(read.slice(1).map((event) => event.data)).toEqual(numbered(500));
      const all = await everythingAfter(store, null);
      expect(all.filter((event) => event.stream === stream).map((event) => event.revision)).toEqual(
        read.map((event) => event.revision),
      );
    });

    test("positions sort as text in the order of the log, and head is the last of them", async () => {
      const start = await store.head();
      const stream = freshStream();
      for (let n = 0; n < 12; n += 1) await append(store, stream, n === 0 ? NO_STREAM : n - 1, [{ n }]);
      const after = await everythingAfter(store, start);
      const positions = after.map((event) => event.position);
      expect(positions.toSorted()).toEqual(positions);
      expect(new Set(positions).size).toBe(positions.length);
      expect(await store.head()).toBe(positions.at(-1));
      const ours = after.filter((event) => event.stream === stream);
      expect(ours.map((event) => event.data)).toEqual(numbered(12));
      expect((await store.readAll(ours[3]!.position, 2)).map((event) => event.position)).toEqual(
        positions.slice(positions.indexOf(ours[3]!.position) + 1).slice(0, 2),
      );
      expect(await store.readAll(positions.at(-1)!, 10)).toEqual([]);
    });

    subscriptionContract(() => under);
  });
}
