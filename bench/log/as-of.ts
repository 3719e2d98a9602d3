import type { Pool } from "pg";
import { allEvents, type ProductLog } from "#domain/use-cases/all-events.ts";
import { stateAsOf } from "#domain/use-cases/history/state-as-of.ts";
import { SUBJECT_KINDS, type Subject, type SubjectKind } from "#domain/use-cases/history/subject.ts";
import { createEventLog } from "#infra/event-store/event-log.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { type Bench, type Measured, repeated, type Sample, timed } from "../benchmark.ts";
import { writeHistory } from "../history.ts";

const SMALL = 10_000;
const LARGE = 300_000;
/** Events that one person of a typical history makes. */
const EVENTS_EACH = 23;
const TIMES = 50;
const UNTIL = "9999-12-31T23:59:59.999999Z";
/** What the streams of a subject begin with. */
const STREAMS: Readonly<Record<SubjectKind, string>> = {
  connector: "connector-",
  dataset: "dataset-",
  instance: "instance-",
  user: "user-",
};

/** What subjects were at a time in a large log, compared with the same kinds of subjects when the log was small. */
export async function asOf(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const store = createPostgresEventStore({ pool: db.pool, log });
  try {
    await migrate(db.pool, [...logMigrations, ...vaultMigrations]);
    const vault = createVault({ pool: db.pool, masterSecrets: ["secret-of-the-benchmark-0123456789abcdef"] });
    const events = createEventLog({ store, catalog: allEvents, vault });
    const small = await measured(db.pool, events, SMALL);
    const large = await measured(db.pool, events, bench.count ?? LARGE);
    return SUBJECT_KINDS.map((kind) => ({
      ...{ name: `as-of, ${kind}`, unit: "ms", kind: "cost", against: `with ${SMALL.toLocaleString("en")} events` },
      samples: large[kind].map((figure, at): Sample => ({ figure, baseline: small[kind][at]! })),
    }));
  } finally {
    await store.close();
    await db.drop();
  }
}

/** The milliseconds of one state of each kind, three times, in a log that has grown by so many events. */
async function measured(pool: Pool, log: ProductLog, events: number): Promise<Record<SubjectKind, number[]>> {
  await writeHistory(log, createIds(), Math.ceil(events / EVENTS_EACH));
  await pool.query("ANALYZE");
  const figures: Record<SubjectKind, number[]> = { connector: [], dataset: [], instance: [], user: [] };
  for (const kind of SUBJECT_KINDS) {
    const subjects = await subjectsOf(pool, kind);
    figures[kind] = await repeated(async () => {
      const { seconds } = await timed(async () => {
        for (const subject of subjects) await stateAsOf(log, subject, UNTIL);
      });
      return (seconds * 1_000) / subjects.length;
    });
  }
  return figures;
}

async function subjectsOf(pool: Pool, kind: SubjectKind): Promise<readonly Subject[]> {
  const prefix = STREAMS[kind];
  const { rows } = await pool.query<{ stream: string }>(
    "SELECT stream FROM log.events WHERE stream LIKE $1 AND revision = 0 ORDER BY md5(stream) LIMIT $2",
    [`${prefix}%`, TIMES],
  );
  return rows.map(({ stream }) => ({ kind, id: stream.replace(prefix, "") }));
}
