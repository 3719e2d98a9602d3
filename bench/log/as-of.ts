import type { Pool } from "pg";
import { allEvents, type ProductLog } from "#domain/use-cases/all-events.ts";
import { stateAsOf } from "#domain/use-cases/history/state-as-of.ts";
import { streamsOf, SUBJECT_KINDS, type Subject, type SubjectKind } from "#domain/use-cases/history/subject.ts";
import { createEventLog } from "#infra/event-store/event-log.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { type Bench, type Measured, repeated, type Sample, timed } from "../benchmark.ts";
import { writeHistory } from "../history.ts";
import { writeLongSubjects } from "./long-subjects.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
/** Events of each subject with a long history of its own. */
const LONG = 12_000;
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

/**
 * What subjects were at a time in a large log, compared with the same kinds of subjects when the log was small; and what
 * subjects with long histories were, compared with one SELECT of their streams. `as-of=<events>` for another size of the log.
 */
export async function asOf(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const store = createPostgresEventStore({ pool: db.pool, log });
  try {
    await migrate(db.pool, [...logMigrations, ...vaultMigrations]);
    const vault = createVault({ pool: db.pool, masterSecrets: ["secret-of-the-benchmark-0123456789abcdef"] });
    const events = createEventLog({ store, catalog: allEvents, vault });
    const small = await measured(db.pool, events, SMALL);
    const subjects = await writeLongSubjects(events, createIds(), LONG);
    const large = await measured(db.pool, events, bench.count ?? LARGE);
    const short = SUBJECT_KINDS.map((kind): Measured => ({
      ...{ name: `as-of, ${kind}`, unit: "ms", kind: "cost", against: `with ${SMALL.toLocaleString("en")} events` },
      samples: large[kind].map((figure, at): Sample => ({ figure, baseline: small[kind][at]! })),
    }));
    return [...short, ...(await longOnes(db.pool, events, subjects))];
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

/** The milliseconds of one state of each subject with a long history, and those of one `SELECT` of its streams. */
async function longOnes(pool: Pool, log: ProductLog, subjects: readonly Subject[]): Promise<Measured[]> {
  const lines: Measured[] = [];
  for (const subject of subjects) {
    const samples = await repeated(async (): Promise<Sample> => {
      const state = await timed(() => stateAsOf(log, subject, UNTIL));
      const bare = await timed(() =>
        pool.query("SELECT * FROM log.events WHERE stream = ANY ($1)", [streamsOf(subject)]),
      );
      return { figure: state.seconds * 1_000, baseline: bare.seconds * 1_000 };
    });
    const name = `as-of, ${subject.kind} of ${LONG.toLocaleString("en")} events`;
    lines.push({ name, unit: "ms", kind: "cost", against: "a SELECT of its streams", samples });
  }
  return lines;
}

async function subjectsOf(pool: Pool, kind: SubjectKind): Promise<readonly Subject[]> {
  const prefix = STREAMS[kind];
  const { rows } = await pool.query<{ stream: string }>(
    "SELECT stream FROM log.events WHERE stream LIKE $1 AND revision = 0 ORDER BY md5(stream) LIMIT $2",
    [`${prefix}%`, TIMES],
  );
  return rows.map(({ stream }) => ({ kind, id: stream.replace(prefix, "") }));
}
