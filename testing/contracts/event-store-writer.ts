import pg from "pg";
import { type EventStore, NO_STREAM } from "#domain/core/event-store.ts";
import { createIds } from "#infra/platform/ids.ts";
import { createCommandClaims } from "#infra/beside-log/command-claims.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";

/**
 * A child process of the contract suite that appends to one stream until it is killed, and prints `<stream>@<revision>`
 * for each event once its append is acknowledged. Arguments: kind of the store, its URL, the Postgres beside it if there
 * is one, the stream.
 */
const [kind, address, ...rest] = process.argv.slice(2) as [string, string, string, string?];
const stream = rest.pop()!;

const store = await openStore();
const ids = createIds();
for (let n = 0; ; n += 1) {
  const context = {
    actor: { kind: "anonymous" as const },
    commandId: ids.fresh(),
    correlationId: "child",
    causationId: null,
  };
  const result = await store.appendToStream(stream, [{ type: "counted", schemaVersion: 1, data: { n } }], {
    expectedRevision: n === 0 ? NO_STREAM : n - 1,
    context,
  });
  if (!result.ok) throw new Error(`Append ${n} was refused: ${result.reason}`);
  process.stdout.write(`${stream}@${result.revision}\n`);
}

async function openStore(): Promise<EventStore> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  if (kind === "postgres")
    return createPostgresEventStore({ pool: new pg.Pool({ connectionString: address, max: 1 }), log });
  const { createEventStoreDb } = await import("#infra/event-store/eventstoredb/eventstoredb-event-store.ts");
  const beside = rest[0] === undefined ? null : new pg.Pool({ connectionString: rest[0], max: 1 });
  return createEventStoreDb({
    url: address,
    clock: { now: async () => new Date() },
    log,
    ...(beside ? { claims: createCommandClaims(beside) } : {}),
  });
}
