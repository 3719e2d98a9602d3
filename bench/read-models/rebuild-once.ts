import pg from "pg";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { createEventLog } from "#infra/event-store/event-log.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { createVault } from "#infra/vault/vault.ts";
import { instances } from "#projections/instances/projection.ts";
import { tables } from "#projections/tables/projection.ts";
import { rebuildModel } from "#runners/follower/rebuild/rebuild.ts";
import { REPLAY_BATCH } from "#runners/follower/rebuild/replay.ts";
import { timed } from "../benchmark.ts";
import { type Rebuilt, SECRET } from "./rebuild.ts";

/** A process that rebuilds the largest read models of a database, and reports its memory. Argument: the URL. */
const log = { info: () => undefined, warn: console.warn, error: console.error };
const pool = new pg.Pool({ connectionString: process.argv[2]!, max: 4 });
const store = createPostgresEventStore({ pool, log });
const { decode } = createEventLog({ store, catalog: allEvents, vault: createVault({ pool, masterSecrets: [SECRET] }) });
const models = [instances, tables];

const read = await timed(async () => {
  let events = 0;
  for (let at: string | null = null; ;) {
    const batch = await store.readAll(at, REPLAY_BATCH);
    const last = (await decode(batch)).at(-1);
    if (!last) return events;
    events += batch.length;
    at = last.position;
  }
});
const rebuilt = await timed(async () => {
  for (const model of models) await rebuildModel(model, { store, decode, pool, log });
});
const report: Rebuilt = {
  events: read.value,
  readSeconds: read.seconds,
  rebuildSeconds: rebuilt.seconds,
  models: models.length,
  peakBytes: process.resourceUsage().maxRSS * 1_024,
};
process.send?.(report, () => process.exit());
