import type { Pool } from "pg";
import { eventually } from "../../eventually.ts";

const SETTLED_WITHIN_MS = 120_000;

/** What is over when nobody works any more: each statement counts what is not. */
const UNSETTLED = {
  "runs have not ended": "SELECT count(*) FROM runs.claims WHERE NOT ended",
  "datasets are still being loaded":
    "SELECT count(*) FROM model_catalogue.datasets WHERE status = 'loading' OR pending IS NOT NULL",
  "models do not know the whole log":
    "SELECT count(*) FROM models.checkpoints WHERE split_part(position, '/', 1)::bigint IS DISTINCT FROM (SELECT max(position) FROM log.events)",
  "events are not in the tree": "SELECT (SELECT count(*) FROM log.events) - (SELECT size FROM transparency.tree)",
  "tables are still being filled": "SELECT count(*) FROM registry.tables WHERE state = 'staging'",
  "calls have no answer": "SELECT count(*) FROM requests.answers WHERE status IS NULL",
};

/** `except`: what is none of it in this round. */
type Waited = { readonly withinMs?: number; readonly except?: readonly (keyof typeof UNSETTLED)[] };

/** Waits until what a kill has cut was taken over and ended. What does not end is a fault, one sentence each. */
export async function unsettled(
  pool: Pool,
  { withinMs = SETTLED_WITHIN_MS, except = [] }: Waited = {},
): Promise<readonly string[]> {
  const statements = Object.entries(UNSETTLED).filter(([what]) => !except.some((each) => each === what));
  let faults: readonly string[] = [];
  const look = async () => {
    faults = await unsettledNow(pool, statements);
    return faults.length === 0;
  };
  await eventually(look, withinMs).catch((error: unknown) => {
    if (faults.length === 0) throw error;
  });
  return faults;
}

async function unsettledNow(pool: Pool, statements: readonly (readonly [string, string])[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, statement] of statements) {
    const { rows } = await pool.query<{ n: string }>(`SELECT (${statement}) AS n`);
    if (rows[0]!.n !== "0") faults.push(`${rows[0]!.n} ${what}`);
  }
  return faults;
}
