import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_STREAM, type RecordedEvent } from "#domain/core/event-store.ts";
import {
  appendDated,
  archivePorts,
  type DatedEvent,
  datedLog,
  overwrite,
  signLog,
} from "#testing/archive/dated-log.ts";
import { command, follow } from "#testing/contracts/event-store-parts.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { startS3Server } from "#testing/servers/s3-server.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { FileStore } from "../../files/file-store.ts";
import { folderStore } from "../../files/folder-store.ts";
import { parseS3Address } from "../../files/s3/s3-address.ts";
import { openBucket } from "../../files/s3/s3-bucket.ts";
import { s3Store } from "../../files/s3/s3-store.ts";
import { openScratch } from "../../files/scratch.ts";
import type { PostgresEventStore } from "../postgres/postgres-event-store.ts";
import { storedIn, verifyLog } from "../verify-log.ts";
import { archiveLog, type ArchivePorts } from "./archive-log.ts";

let db: FreshDatabase;
let folder: string;
let files: FileStore;
beforeEach(async () => {
  db = await testDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-archive-"));
  files = folderStore(path.join(folder, "archive"));
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const ENDS = ["RunSucceeded", "RunFailed", "RunCancelled", "RunAbandoned", "RunPartlySucceeded"] as const;
const at = (month: string, n: number) => `${month}-${String(1 + (n % 28)).padStart(2, "0")}T00:00:00.000Z`;

/** Runs of one to three events of two connections, and events of other streams between them. */
function someLog(runs: number, month = "2026-08"): DatedEvent[] {
  return Array.from({ length: runs }, (_, n): DatedEvent[] => {
    const stream = `run-c${n % 2}-${Math.floor(n / 2) + 1}`;
    return [
      ...(n % 3 > 0 ? [{ stream, type: "RunStarted", at: at(month, n) }] : []),
      { stream: "dataset-1", type: "Other", at: at(month, n) },
      { stream, type: ENDS[n % ENDS.length]!, at: at(month, n) },
      ...(n % 5 === 1 ? [{ stream, type: "RunFailuresReported", at: at(month, n) }] : []),
    ];
  }).flat();
}

/** The whole log, as every reader of it sees it. */
async function everythingSeen(store: PostgresEventStore, until: string, pages = [1, 3, 500]) {
  const ofPages = async (maxCount: number, maxBytes?: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    for (let position: string | null = null; ;) {
      const page = await store.readAll(position, maxCount, maxBytes);
      events.push(...page.filter((event) => event.position <= until));
      position = page.at(-1)?.position ?? null;
      if (position === null || position >= until) return events;
    }
  };
  const all = await ofPages(pages[0]!);
  for (const maxCount of pages) expect(await ofPages(maxCount)).toEqual(all);
  expect(await ofPages(100, 30)).toEqual(all);
  expect(await follow(store, null, 10).until(until)).toEqual(all);
  const names = [...new Set(all.map(({ stream }) => stream))].filter((stream) => !stream.startsWith("log-archives"));
  const streams = await Promise.all(names.map((stream) => store.readStream(stream)));
  const ends = await Promise.all(names.map((stream) => store.readStream(stream, { fromRevision: 1, maxCount: 1 })));
  const commands = await Promise.all(all.map(({ stream, commandId }) => store.readCommand(stream, commandId)));
  expect(commands.map(([event]) => event)).toEqual(all);
  const before = await store.readBefore(all);
  const { faults, jumps } = await verifyLog(storedIn(store));
  return { all, streams, ends, before, faults, jumps };
}

async function inDatabase(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM log.events");
  return rows[0]!.n;
}

async function namesOf(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const folders of store.folders())
    for (const each of folders)
      for await (const listed of store.files(each)) names.push(...listed.map(({ name }) => name));
  return names.sort();
}
const eventFiles = async () =>
  (await namesOf(files))
    .filter((name) => name.endsWith(".gz"))
    .sort((a, b) => Number(/\/(\d+)-/.exec(a)![1]) - Number(/\/(\d+)-/.exec(b)![1]));

test("what was archived leaves the database, and every reader sees the log that it saw before", async () => {
  await datedLog(db.pool, someLog(40));
  const ports = archivePorts(db.pool, files);
  const head = (await ports.store.head())!;
  const before = await everythingSeen(ports.store, head);
  const kept = await inDatabase();

  const done = await archiveLog(ports, { before: "2026-09", check: false });
  // The newest run of each of the two connections stays.
  expect(done).toMatchObject({ ok: true, months: [{ month: "2026-08", streams: 38 }], said: [] });
  if (!done.ok) throw new Error(done.reason);
  expect(await inDatabase()).toBe(kept - done.removed + 1);
  expect(done.removed).toBe(done.months[0]!.events);
  expect(await everythingSeen(ports.store, head)).toEqual(before);
  const [recorded] = await ports.store.readAll(head, 10);
  expect(recorded).toMatchObject({ type: "LogArchived", data: { month: "2026-08", events: done.removed } });
  expect(await namesOf(files)).toContain(`2026-08/list-${String(recorded!.data["sha256"])}.json`);
  expect((await archiveLog(ports, { before: "2026-09", check: false })) as object).toMatchObject({
    months: [],
    removed: 0,
  });
  await ports.store.close();
});

test("files in a bucket are read like those in folders", async () => {
  const server = await startS3Server();
  const bucket = openBucket({ address: parseS3Address(server.url({ bucket: "files" }))! });
  try {
    const demandRoom = () => Promise.resolve();
    const scratch = openScratch(path.join(folder, "scratch"));
    const store = s3Store({ bucket, area: "archive", scratch, demandRoom });
    await datedLog(db.pool, someLog(20));
    const ports = archivePorts(db.pool, store);
    const head = (await ports.store.head())!;
    const before = await everythingSeen(ports.store, head);
    expect(await archiveLog(ports, { before: "2026-09", check: false })).toMatchObject({ ok: true, said: [] });
    expect(await everythingSeen(ports.store, head)).toEqual(before);
    await store.removeFolder("2026-08");
    await expect(archivePorts(db.pool, store).store.readAll(null, 500)).rejects.toThrow("is missing");
    await ports.store.close();
  } finally {
    bucket.close();
    await server.stop();
  }
});

test("a page of the log takes two statements, however many gaps it has", async () => {
  await datedLog(db.pool, someLog(40));
  const ports = archivePorts(db.pool, files);
  await archiveLog({ ...ports, size: { events: 1_000, bytes: 1_000_000 } }, { before: "2026-09", check: false });
  let statements = 0;
  const counting = new Proxy(db.pool, {
    get: (pool, name) => {
      if (name === "query") statements += 1;
      const value: unknown = Reflect.get(pool, name);
      return typeof value === "function" ? value.bind(pool) : value;
    },
  });
  const { store } = archivePorts(counting, files);
  const head = (await store.head())!;
  statements = 0;
  expect((await store.readAll(null, 50)).at(-1)?.position).toBe("0000000000000000050");
  expect(statements).toBe(2);
  statements = 0;
  await store.readAll(head, 50);
  await store.readAll(String(Number(head) - 1), 50);
  expect(statements).toBe(2);
  await ports.store.close();
});

test("any log, archived in any two steps, is seen as before", async () => {
  const event = fc.record({
    connection: fc.integer({ min: 0, max: 2 }),
    kind: fc.constantFrom("start", "end", "end", "other"),
    month: fc.constantFrom("2026-06", "2026-07", "2026-08"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (given, size) => {
        const own = await testDatabase();
        const place = folderStore(path.join(folder, crypto.randomUUID()));
        try {
          const numbers = [1, 1, 1];
          const log = given.map(({ connection, kind, month }, n): DatedEvent => {
            if (kind === "other") return { stream: `dataset-${connection}`, type: "Other", at: at(month, n) };
            const stream = `run-c${connection}-${numbers[connection]}`;
            if (kind === "end") numbers[connection]! += 1;
            return { stream, type: kind === "end" ? ENDS[n % ENDS.length]! : "RunStarted", at: at(month, n) };
          });
          await datedLog(own.pool, log);
          const ports = { ...archivePorts(own.pool, place), size: { events: size, bytes: 1_000_000 } };
          const head = (await ports.store.head())!;
          const before = await everythingSeen(ports.store, head);
          for (const month of ["2026-08", "2026-09"]) {
            expect(await archiveLog(ports, { before: month, check: false })).toMatchObject({ ok: true, said: [] });
            await signLog(own.pool, place);
            expect(await everythingSeen(ports.store, head)).toEqual(before);
          }
          await ports.store.close();
        } finally {
          await own.drop();
        }
      },
    ),
    { numRuns: 16, endOnFailure: true },
  );
}, 120_000);

test("ended at any step, the log is whole, and the next archive goes on", async () => {
  const steps: string[] = [];
  const counting = async (step: string) => void steps.push(step);
  await datedLog(db.pool, someLog(14));
  const whole = archivePorts(db.pool, files);
  expect(await archiveLog({ ...whole, reached: counting }, { before: "2026-09", check: false })).toMatchObject({
    ok: true,
  });
  await whole.store.close();
  expect(new Set(steps)).toEqual(new Set(["file", "list", "recorded", "removed"]));
  for (const [end, step] of steps.entries()) {
    const own = await testDatabase();
    const place = folderStore(path.join(folder, `${end}`));
    await datedLog(own.pool, someLog(14));
    const ports = archivePorts(own.pool, place);
    const head = (await ports.store.head())!;
    const before = await everythingSeen(ports.store, head);
    let reached = 0;
    const ended: ArchivePorts["reached"] = async () => {
      if (reached++ === end) throw new Error("ended here");
    };
    await expect(archiveLog({ ...ports, reached: ended }, { before: "2026-09", check: false }), step).rejects.toThrow(
      "ended here",
    );
    // What has left was recorded before.
    const { rows: gone } = await own.pool.query("SELECT FROM log.archive_files");
    if (gone.length > 0) expect(await ports.recorded(), `after ${step}`).toHaveLength(1);
    expect(await everythingSeen(ports.store, head), `after ${step}`).toEqual(before);
    expect(await archiveLog(ports, { before: "2026-09", check: false }), step).toMatchObject({ ok: true, said: [] });
    expect(await everythingSeen(ports.store, head), `again after ${step}`).toEqual(before);
    const { rows } = await own.pool.query("SELECT FROM log.events WHERE stream LIKE 'run-%'");
    expect(rows).toHaveLength(someLog(14).filter(({ stream }) => /-7$/.test(stream)).length);
    const recorded = await ports.recorded();
    expect(recorded).toHaveLength(1);
    await ports.store.close();
    await own.drop();
  }
}, 120_000);

describe("an archive file that is missing or damaged is an error with its place, and never a gap", () => {
  const bytesOf = async (name: string) => {
    const file = await files.open(name);
    return buffer(file!.read()).finally(() => file!.close());
  };
  const flipped = (bytes: Buffer, place: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[place]! ^= 1;
    return copy;
  };
  const DAMAGES: Readonly<Record<string, (one: string, other: string) => Promise<unknown>>> = {
    "is missing": (one) => files.remove([one]),
    "is not what was archived": async (one) => overwrite(files, one, flipped(await bytesOf(one), 100)),
    "has 77 bytes in place of": async (one) => overwrite(files, one, (await bytesOf(one)).subarray(0, 77)),
    "in place of": async (one, other) => {
      const [a, b] = [await bytesOf(one), await bytesOf(other)];
      await overwrite(files, one, b);
      await overwrite(files, other, a);
    },
    "has 0 bytes in place of": (one) => overwrite(files, one, Buffer.alloc(0)),
  };
  test.each(Object.keys(DAMAGES))("%s", async (words) => {
    await datedLog(db.pool, someLog(40));
    const ports = archivePorts(db.pool, files);
    await archiveLog(ports, { before: "2026-09", check: false });
    const [first, second] = (await eventFiles()) as [string, string];
    const [, from, to] = /\/(\d+)-(\d+)-/.exec(second)!;
    await DAMAGES[words]!(second, first);
    const fresh = archivePorts(db.pool, files).store;
    const fault = { name: "ArchiveFault", message: expect.stringContaining(words) };
    const place = {
      message: expect.stringMatching(words === "in place of" ? /archive\/2026-08\// : `positions ${from} to ${to}\\)`),
    };
    for (const read of [
      () => fresh.readAll(null, 500),
      () => fresh.readStored(null, 500),
      () => verifyLog(storedIn(fresh)),
      () => fresh.readAll(String(Number(from) - 1), 1),
      async () => {
        const { rows } = await db.pool.query<{ stream: string }>(
          "SELECT stream FROM log.archived_streams WHERE first_position >= $1 AND last_position <= $2",
          [from, to],
        );
        return fresh.readStream(rows[0]!.stream);
      },
    ]) {
      await expect(read()).rejects.toMatchObject(fault);
      await expect(read()).rejects.toMatchObject(place);
    }
    await fresh.close();
    await ports.store.close();
  });

  test("an index that lacks a file", async () => {
    await datedLog(db.pool, someLog(40));
    const ports = archivePorts(db.pool, files);
    await archiveLog(ports, { before: "2026-09", check: false });
    const [first] = await eventFiles();
    const remove = () => db.pool.query("DELETE FROM log.archive_files WHERE name = $1", [first]);
    await expect(remove()).rejects.toThrow("What was archived is never changed");
    await db.pool.query("ALTER TABLE log.archive_files DISABLE TRIGGER ALL");
    await remove();
    await expect(ports.store.readAll(null, 500)).rejects.toThrow(
      /positions \d+ to \d+ are neither in the database nor/,
    );
    const { faults } = await verifyLog(storedIn(ports.store));
    expect(faults).toContainEqual(expect.objectContaining({ fault: expect.stringContaining("the log jumps to it") }));
    await ports.store.close();
  });

  test("without a file store", async () => {
    await datedLog(db.pool, someLog(40));
    const ports = archivePorts(db.pool, files);
    await archiveLog(ports, { before: "2026-09", check: false });
    const { createPostgresEventStore } = await import("../postgres/postgres-event-store.ts");
    const without = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
    await expect(without.readAll(null, 500)).rejects.toThrow("no file store is open");
    await without.close();
    await ports.store.close();
  });
});

test("an archived stream cannot begin anew, and its commands answer as before", async () => {
  await datedLog(db.pool, someLog(40));
  const ports = archivePorts(db.pool, files);
  const { store } = ports;
  const stream = "run-c0-2";
  const [first] = await store.readStream(stream);
  const last = (await store.readStream(stream)).at(-1)!;
  await archiveLog(ports, { before: "2026-09", check: false });
  const event = { type: "RunStarted", schemaVersion: 1, data: {} };
  const append = (expectedRevision: number | typeof NO_STREAM, given = {}, events = [event]) =>
    store.appendToStream(stream, events, { expectedRevision, context: command(given) });
  const conflict = { ok: false, reason: "conflict", actual: last.revision };
  expect(await append(NO_STREAM)).toEqual(conflict);
  expect(await append(NO_STREAM, {}, [event, event])).toEqual(conflict);
  expect(await append(7)).toEqual(conflict);
  await expect(append(last.revision)).rejects.toThrow(`The event stream ${stream} is archived`);
  // Beside others in one group, which are written.
  const beside = store.appendToStream("dataset-2", [event], { expectedRevision: NO_STREAM, context: command() });
  const both = await Promise.all([append(NO_STREAM), append(NO_STREAM), beside]);
  expect(both).toMatchObject([conflict, conflict, { ok: true }]);
  const again = { commandId: first!.commandId };
  expect(await append(NO_STREAM, again)).toEqual({ ok: true, revision: first!.revision, position: first!.position });
  expect(await append(7, again)).toMatchObject({ ok: true, position: first!.position });
  await store.close();
});

test("what stays is as final as before: not even a superuser removes it, in replica mode either", async () => {
  await datedLog(db.pool, someLog(40));
  const ports = archivePorts(db.pool, files);
  await archiveLog(ports, { before: "2026-09", check: false });
  const kept = await inDatabase();
  const client = await db.pool.connect();
  await client.query("SET session_replication_role = replica");
  for (const sql of [
    "DELETE FROM log.events",
    "DELETE FROM log.events WHERE position = (SELECT max(position) FROM log.events)",
    "UPDATE log.events SET type = 'x'",
    "TRUNCATE log.events",
  ])
    await expect(client.query(sql), sql).rejects.toThrow("Events are never changed");
  for (const sql of [
    "DELETE FROM log.archived_streams",
    "TRUNCATE log.archive_files",
    "UPDATE log.archive_files SET events = 0",
  ])
    await expect(client.query(sql), sql).rejects.toThrow("What was archived is never changed");
  client.release(true);
  expect(await inDatabase()).toBe(kept);
  await ports.store.close();
});

test("while a process of before its version serves, nothing is archived for the first time", async () => {
  const older = new pg.Client({ connectionString: db.url, application_name: "tributary web commands 0a1b2c" });
  await older.connect();
  await datedLog(db.pool, someLog(20));
  const ports = archivePorts(db.pool, files);
  const archive = () => archiveLog(ports, { before: "2026-09", check: false });
  await expect(archive()).rejects.toThrow("A process of an earlier version still uses the database");
  expect(await inDatabase()).toBe(someLog(20).length);
  await older.end();
  await eventually(async () => (await archive().catch(() => ({ ok: false }))).ok);
  await ports.store.close();
});

test("only what is closed and signed is archived", async () => {
  const run = (n: number, type: string, month: string): DatedEvent => ({
    stream: `run-c-${n}`,
    type,
    at: at(month, 3),
  });
  await datedLog(db.pool, [
    run(1, "RunStarted", "2026-08"),
    run(2, "RunStarted", "2026-07"),
    run(2, "RunFailed", "2026-09"),
    run(3, "RunSucceeded", "2026-07"),
    run(4, "RunSucceeded", "2026-08"),
    run(5, "RunSucceeded", "2026-08"),
    { stream: "run-d-1", type: "RunSucceeded", at: at("2026-07", 3) },
    { stream: "run-odd", type: "RunSucceeded", at: at("2026-07", 3) },
    { stream: "runs-1", type: "RunSucceeded", at: at("2026-07", 3) },
  ]);
  await appendDated(db.pool, [run(6, "RunSucceeded", "2026-08"), run(7, "RunSucceeded", "2026-08")]);
  const ports = archivePorts(db.pool, files);
  const months = (before: string) => archiveLog(ports, { before, check: true });
  // 5 goes, because there is a 6; 6 and 7 are not signed, and the only run of d is its newest.
  expect(await months("2026-09")).toMatchObject({
    months: [
      { month: "2026-07", streams: 1, events: 1 },
      { month: "2026-08", streams: 2, events: 2 },
    ],
  });
  expect(await months("2026-10")).toMatchObject({ months: [{}, {}, { month: "2026-09", streams: 1, events: 2 }] });
  expect(await inDatabase()).toBe(11);
  await ports.store.close();
});

test("an event that is not what was signed is not archived", async () => {
  await datedLog(db.pool, someLog(40));
  const { rows } = await db.pool.query<{ position: string }>(
    "SELECT position FROM log.events WHERE stream = 'run-c0-3'",
  );
  await db.pool.query(
    `BEGIN; ALTER TABLE log.events DISABLE TRIGGER ALL; UPDATE log.events SET data = '{"n":"forged"}', hash = log.event_hash(id, stream, revision, type, schema_version, recorded_at, actor::text, command_id,
      correlation_id, causation_id, prev_hash, encode(sha256('{"n":"forged"}'), 'hex')) WHERE stream = 'run-c0-3'; ALTER TABLE log.events ENABLE ALWAYS TRIGGER events_are_final; COMMIT`,
  );
  const ports = archivePorts(db.pool, files);
  await expect(archiveLog(ports, { before: "2026-09", check: false })).rejects.toThrow(
    `of stream run-c0-3 (position ${rows[0]!.position}) is not what the signed tree has there`,
  );
  expect(await inDatabase()).toBe(someLog(40).length);
  await ports.store.close();
});
