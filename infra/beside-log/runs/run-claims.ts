import type { Pool, PoolClient } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { WeeklyUse } from "#domain/quota/weekly-runs.ts";
import { runIdOf, runOfId, type RunStart } from "#domain/run/events.ts";
import type { Counted, CountedRun, RunClaim, RunClaims } from "#domain/use-cases/run-claims.ts";
import { deleteRows, type OldRows, sweptTogether } from "../../clean-up/delete-rows.ts";
import { PROGRESS_CHANNEL } from "../progress-channel.ts";

/** How long the same command may be repeated: answers of API commands are stored as long. */
const OLD_COMMANDS: OldRows = { table: "runs.commands", where: "at < now() - interval '1 day'" };
const ENDED_OF_INSTANCES: OldRows = { table: "runs.claims", where: "ended and instance_id = any($1)" };
const INSTANCES_WITH_CLAIMS = `
  select distinct instance_id as id from runs.claims where ended and instance_id > $1 order by instance_id limit 1000`;

type ClaimRow = {
  readonly start: RunStart;
  readonly at: Date;
  readonly deadline: Date;
  readonly command_id: string | null;
  readonly correlation_id: string;
  readonly after: string | null;
  readonly fence: string;
};
const CLAIM = "start, at, deadline, command_id, correlation_id, after, fence";

/** Runs that go on, and the runs of each week of a user, in Postgres beside either event store. */
export function createRunClaims(pool: Pick<Pool, "connect" | "query">): RunClaims & {
  /** Removes what is no longer needed. `existing`: which of these instances exist. */
  sweep(existing: Existing, until: AbortSignal): Promise<Swept>;
} {
  const read = async (sql: string, runId: string): Promise<RunClaim | null> => {
    const run = runOfId(runId);
    if (run === null) return null;
    const { rows } = await pool.query<ClaimRow>(sql, [run.instanceId, run.number]);
    return rows[0] ? claimOf(rows[0]) : null;
  };
  return {
    claim: (claim, counted) => inTransaction(pool, (client) => count(client, counted, () => insert(client, claim))),

    async count<R>(counted: CountedRun<R>) {
      return (await inTransaction(pool, (client) => count(client, counted))) as Counted<R>;
    },

    ofCommand: (commandId) => runOfCommand(pool, commandId),

    async usedIn(userId, week) {
      const { rows } = await pool.query<WeeklyUse>(
        "select runs, scheduled from runs.weeks where user_id = $1 and week = $2",
        [userId, week],
      );
      return rows[0] ?? null;
    },

    find: (runId) => read(`select ${CLAIM} from runs.claims where instance_id = $1 and number = $2`, runId),

    takeOver: (runId) =>
      read(`update runs.claims set fence = fence + 1 where instance_id = $1 and number = $2 returning ${CLAIM}`, runId),

    async open() {
      const { rows } = await pool.query<{ instance_id: string; number: number }>(
        "select instance_id, number from runs.claims where not ended order by at",
      );
      return rows.map((row) => runIdOf(row.instance_id, row.number));
    },

    async release(runId) {
      const run = runOfId(runId);
      if (run === null) return;
      const of = [run.instanceId, run.number];
      await pool.query("update runs.claims set ended = true where instance_id = $1 and number = $2", of);
      await pool.query(
        `delete from runs.claims c where instance_id = $1 and number <= $2 and ended
           and exists (select from runs.claims newer where newer.instance_id = c.instance_id and newer.number > c.number)`,
        of,
      );
    },

    sweep: (existing, until) => sweepRuns(pool, existing, until),
  };
}

type Existing = (instanceIds: readonly string[]) => Promise<ReadonlySet<string>>;

async function sweepRuns(pool: Pick<Pool, "query">, existing: Existing, until: AbortSignal): Promise<Swept> {
  const swept = [await deleteRows(pool, OLD_COMMANDS, until)];
  for (let after = ""; !until.aborted;) {
    const { rows } = await pool.query<{ id: string }>(INSTANCES_WITH_CLAIMS, [after]);
    const next = rows.at(-1)?.id;
    if (next === undefined) return sweptTogether(swept);
    const known = await existing(rows.map(({ id }) => id));
    const gone = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    if (gone.length > 0) swept.push(await deleteRows(pool, { ...ENDED_OF_INSTANCES, values: [gone] }, until));
    after = next;
  }
  return { ...sweptTogether(swept), done: false };
}

async function runOfCommand(db: Pick<Pool, "query">, commandId: string): Promise<string | null> {
  const { rows } = await db.query<{ run_id: string }>("select run_id from runs.commands where id = $1", [commandId]);
  return rows[0]?.run_id ?? null;
}

function claimOf({ start, at, deadline, command_id, correlation_id, after, fence }: ClaimRow): RunClaim {
  return {
    ...{ start, after, fence: Number(fence), commandId: command_id, correlationId: correlation_id },
    ...{ at: at.toISOString(), deadline: deadline.toISOString() },
  };
}

type Done<R> = Counted<R> | { readonly outcome: "taken" };

/** Keeps what was counted, and nothing of any other outcome. */
async function inTransaction<R>(
  pool: Pick<Pool, "connect">,
  work: (client: PoolClient) => Promise<Done<R>>,
): Promise<Done<R>> {
  const client = await pool.connect();
  let usable = false;
  try {
    await client.query("begin; set local synchronous_commit to on");
    const done = await work(client);
    await client.query(done.outcome === "counted" ? "commit" : "rollback");
    usable = true;
    return done;
  } finally {
    // A connection in an unknown state is closed: the server rolls back its transaction.
    client.release(!usable);
  }
}

/**
 * Counts a run, with `work` that must succeed. Whoever repeats the command, claims the same number or counts in the same
 * week waits until the transaction has ended.
 */
async function count<R>(
  client: PoolClient,
  { runId, userId, week, scheduled, commandId, refusal, before }: CountedRun<R>,
  work = () => Promise.resolve(true),
): Promise<Done<R>> {
  if (commandId !== null) {
    const add = "insert into runs.commands (id, run_id) values ($1, $2) on conflict do nothing";
    if ((await client.query(add, [commandId, runId])).rowCount === 0)
      return { outcome: "again", runId: (await runOfCommand(client, commandId))! };
  }
  if (!(await work())) return { outcome: "taken" };
  await client.query(
    "insert into runs.weeks (user_id, week, runs, scheduled) values ($1, $2, $3, $4) on conflict do nothing",
    [...[userId, week, before.runs, before.scheduled]],
  );
  const { rows } = await client.query<WeeklyUse>(
    "select runs, scheduled from runs.weeks where user_id = $1 and week = $2 for update",
    [userId, week],
  );
  const refused = refusal(rows[0]!);
  if (refused !== null) return { outcome: "refused", refusal: refused };
  await client.query(
    "update runs.weeks set runs = runs + 1, scheduled = scheduled + $3 where user_id = $1 and week = $2",
    [userId, week, scheduled ? 1 : 0],
  );
  return { outcome: "counted" };
}

/** False: this number was claimed before, or a later one. */
async function insert(client: PoolClient, claim: Omit<RunClaim, "fence">): Promise<boolean> {
  const { start, at, deadline, commandId, correlationId, after } = claim;
  const { rowCount } = await client.query(
    `with claimed as (
       insert into runs.claims (instance_id, number, owner_id, start, at, deadline, command_id, correlation_id, after)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9
       where not exists (select from runs.claims where instance_id = $1 and number >= $2)
       on conflict do nothing returning 1
     ) select pg_notify('${PROGRESS_CHANNEL}', '') from claimed`,
    [
      start.instanceId,
      start.number,
      start.ownerId,
      JSON.stringify(start),
      at,
      deadline,
      commandId,
      correlationId,
      after,
    ],
  );
  return rowCount === 1;
}
