import { randomUUID } from "node:crypto";
import { EventStoreDBClient, jsonEvent, NO_STREAM as ABSENT, START, streamNameFilter } from "@eventstore/db-client";
import { NO_STREAM, type Position } from "#domain/core/event-store.ts";
import { createCommandClaims } from "#infra/beside-log/command-claims.ts";
import { createEventStoreDb, type EventStoreDb } from "#infra/event-store/eventstoredb/eventstoredb-event-store.ts";
import { LOG_STREAMS } from "#infra/event-store/eventstoredb/eventstoredb-record.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { DATA, MANY, rateOf } from "./append.ts";
import { type Bench, type Measured, repeated, type Sample, timed } from "../benchmark.ts";

const BATCH = 500;
const EVENTS = 10_000;
const LONG = 10_000;

/**
 * The log in EventStoreDB compared with its bare client: on the server at EVENTSTORE_URL, whose database should be one to
 * throw away, or else on a small server in memory, where only the work on our side counts.
 */
export async function eventStoreDb(bench: Bench): Promise<Measured[]> {
  const beside = await bench.database();
  const server = process.env["EVENTSTORE_URL"] ? null : await startProtocolServer();
  const url = server?.url ?? process.env["EVENTSTORE_URL"]!;
  const store = createEventStoreDb({
    url,
    clock: { now: async () => new Date() },
    log: { warn: console.warn },
    claims: createCommandClaims(beside.pool),
  });
  const client = EventStoreDBClient.connectionString(url);
  try {
    await migrate(beside.pool, logMigrations);
    const reading = await readings(store, client);
    const long = `bench-${randomUUID()}`;
    for (let at = 0; at < LONG; at += BATCH) await append(store, long, at, BATCH);
    const measured: Measured[] = [];
    let length = LONG;
    const toLong = async (): Promise<void> => append(store, long, length++, 1);
    for (const [name, writers, to] of [
      ["1 writer", 1, null],
      [`${MANY} writers`, MANY, null],
      ["1 writer, long stream", 1, toLong],
    ] as const)
      measured.push({
        name: `EventStoreDB, ${name}`,
        unit: "events/s",
        kind: "rate",
        against: "the bare client's append",
        samples: await repeated(async (): Promise<Sample> => ({
          baseline: await bareAppends(client, writers),
          figure: await (to ? rateOf(1, () => to) : appends(store, writers)),
        })),
      });
    measured.push({
      name: "EventStoreDB, reading all",
      unit: "events/s",
      kind: "rate",
      against: "the bare client's filtered subscription",
      samples: reading,
    });
    return measured;
  } finally {
    await store.close();
    await client.dispose();
    server?.close();
    await beside.drop();
  }
}

const ids = createIds();
const context = () => ({
  actor: { kind: "user" as const, id: "bench" },
  commandId: ids.fresh(),
  correlationId: "bench",
  causationId: null,
});

async function append(store: EventStoreDb, stream: string, length: number, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({ type: "RunSucceeded", schemaVersion: 1, data: DATA }));
  const expectedRevision = length === 0 ? NO_STREAM : length - 1;
  const result = await store.appendToStream(stream, events, { expectedRevision, context: context() });
  if (!result.ok) throw new Error(result.reason);
}

/** Appends of one event each, one stream per writer. */
function appends(store: EventStoreDb, writers: number): Promise<number> {
  return rateOf(writers, () => {
    const stream = `bench-${randomUUID()}`;
    return (n) => append(store, stream, n, 1);
  });
}

function bareAppends(client: EventStoreDBClient, writers: number): Promise<number> {
  return rateOf(writers, () => {
    const stream = `bare-${randomUUID()}`;
    return async (n) => {
      const event = jsonEvent({ type: "RunSucceeded", data: DATA, metadata: { ...context() } });
      await client.appendToStream(stream, event, { expectedRevision: n === 0 ? ABSENT : BigInt(n - 1) });
    };
  });
}

async function readings(store: EventStoreDb, client: EventStoreDBClient): Promise<Sample[]> {
  const stream = `bench-${randomUUID()}`;
  for (let at = 0; at < EVENTS; at += BATCH) await append(store, stream, at, BATCH);
  const head = (await store.head())!;
  return repeated(async () => {
    let bare = 0;
    const { seconds: bareSeconds } = await timed(async () => {
      const filter = streamNameFilter({ regex: LOG_STREAMS });
      const subscription = client.subscribeToAll({ fromPosition: START, filter });
      for await (const { event } of subscription) {
        bare += 1;
        if (event && String(event.position.commit).padStart(20, "0") >= head.slice(0, 20)) break;
      }
      await subscription.unsubscribe();
    });
    let ours = 0;
    const { seconds } = await timed(async () => {
      for (let at: Position | null = null; ;) {
        const events = await store.readAll(at, BATCH);
        ours += events.length;
        at = events.at(-1)?.position ?? at;
        if (events.length === 0 || at! >= head) return;
      }
    });
    return { baseline: bare / bareSeconds, figure: ours / seconds };
  });
}
