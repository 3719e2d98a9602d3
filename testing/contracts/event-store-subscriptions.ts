import { beforeAll, describe, expect, test } from "vitest";
import { type EventStore, NO_STREAM } from "#domain/core/event-store.ts";
import {
  append,
  command,
  everythingAfter,
  follow,
  freshStream,
  numbered,
  startWriter,
  type StoreUnderTest,
} from "./event-store-parts.ts";

/** What every event store must guarantee to subscribers. */
export function subscriptionContract(opened: () => StoreUnderTest): void {
  describe("to its followers", () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(() => {
      under = opened();
      store = under.store;
    });

    for (const batchSize of [1, 7, 500]) {
      test(`followers see each event once and in order, batches of ${batchSize}, while writers are slow, rolled back and killed`, async () => {
        const from = await store.head();
        const prefix = freshStream();
        const seen = follow(store, from, batchSize);
        const written: string[] = [];
        const streams = Array.from({ length: 6 }, (_, n) => `${prefix}-${n}`);

        const children = [0, 1].map((n) => startWriter(under.writerArguments, `${prefix}-child-${n}`));
        const writers = streams.map(async (stream) => {
          for (let n = 0; n < 25; n += 1) {
            const width = 1 + (n % 3);
            const expected = (await store.readStream(stream)).at(-1)?.revision ?? NO_STREAM;
            const result = await append(
              store,
              stream,
              expected,
              Array.from({ length: width }, (_, part) => ({ n, part })),
            );
            if (!result.ok) throw new Error(`Nobody else writes to ${stream}`);
            for (let back = width - 1; back >= 0; back -= 1) written.push(`${stream}@${result.revision - back}`);
          }
        });
        const disturbances = [0, 1, 2].map((round) => under.disturb?.(round));
        for (const child of children) {
          await child.acknowledged(10);
          child.kill();
        }
        await Promise.all([...writers, ...disturbances]);
        for (const child of children) written.push(...(await child.ended()));

        const end = (await store.head())!;
        const events = await seen.until(end);
        const expected = (await everythingAfter(store, from)).filter((event) => event.position <= end);
        expect(events.map((event) => event.position)).toEqual(expected.map((event) => event.position));
        expect(events).toEqual(expected);
        const names = new Set(events.map((event) => `${event.stream}@${event.revision}`));
        expect(written.filter((event) => !names.has(event))).toEqual([]);
        expect(names.size).toBe(events.length);
        for (const stream of new Set(events.map((event) => event.stream))) {
          const revisions = events.filter((event) => event.stream === stream).map((event) => event.revision);
          expect(revisions).toEqual(revisions.map((_, index) => revisions[0]! + index));
        }
        expect(seen.largestBatch()).toBeLessThanOrEqual(batchSize);
      });
    }

    test("a subscription resumes after a checkpoint, and sees what comes later", async () => {
      const stream = freshStream();
      const start = await store.head();
      await append(store, stream, NO_STREAM, numbered(20));
      const first = follow(store, start, 7);
      const middle = (await store.readStream(stream))[9]!.position;
      await first.until(middle);
      const second = follow(store, middle, 7);
      await append(store, stream, 19, [{ n: 20 }]);
      const last = (await store.readStream(stream)).at(-1)!.position;
      const resumed = (await second.until(last)).filter((event) => event.stream === stream);
      expect(resumed.map((event) => event.revision)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    });

    test("a batch that cannot be handled ends the subscription with its error; nothing after it is handed over", async () => {
      const start = await store.head();
      await append(store, freshStream(), NO_STREAM, numbered(5));
      let batches = 0;
      const subscription = store.subscribeToAll({
        from: start,
        batchSize: 2,
        handle: async () => {
          batches += 1;
          if (batches === 2) throw new Error("cannot");
        },
      });
      await expect(subscription.finished).rejects.toThrow("cannot");
      expect(batches).toBe(2);
      await subscription.stop();
    });

    test("stop waits for the batch in hand and lets none follow", async () => {
      const start = await store.head();
      await append(store, freshStream(), NO_STREAM, numbered(5));
      let batches = 0;
      const entered = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const subscription = store.subscribeToAll({
        from: start,
        batchSize: 1,
        handle: () => {
          batches += 1;
          entered.resolve();
          return release.promise;
        },
      });
      await entered.promise;
      let stopped = false;
      const stopping = subscription.stop().then(() => {
        stopped = true;
      });
      await store.head();
      expect(stopped).toBe(false);
      release.resolve();
      await stopping;
      await subscription.finished;
      expect(batches).toBe(1);
    });

    test("cut connections are mended without loss or repetition", async () => {
      if (!under.cutConnections) return;
      const start = await store.head();
      const seen = follow(store, start, 7);
      const stream = freshStream();
      for (let n = 0; n < 30; n += 1) {
        if (n % 10 === 5) await under.cutConnections();
        // An append during the cut may be lost or not: repeating the same command shows which.
        const context = command();
        for (;;) {
          const result = await append(store, stream, n === 0 ? NO_STREAM : n - 1, [{ n }], context).catch(() => null);
          if (result?.ok) break;
        }
      }
      const events = await seen.until((await store.head())!);
      expect(events.filter((event) => event.stream === stream).map((event) => event.data)).toEqual(numbered(30));
      expect(events).toEqual(await everythingAfter(store, start));
    });
  });
}
