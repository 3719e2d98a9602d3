import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { StartRefused } from "../platform/start-refused.ts";
import type { SchemaState } from "../postgres/migrations.ts";
import { changedBytes } from "./changed-bytes.ts";
import { otherProcesses } from "./running-processes.ts";
import { upgradeNotice, whyNotNow } from "./upgrade-notice.ts";

/** The sessions of a process that was just stopped may still be there. */
const ENDING_MS = 5_000;
const POLL_MS = 250;

/**
 * Looks around before steps are made on a database with data, and returns what to tell. Throws `StartRefused` if a step
 * would break processes that serve now.
 */
export async function beforeMigrating(
  client: pg.Pool | pg.ClientBase,
  state: SchemaState,
  config: Pick<Config, "dataDir" | "databaseUrl">,
): Promise<readonly string[]> {
  const until = performance.now() + ENDING_MS;
  let others = await otherProcesses(client);
  while (whyNotNow(state, others) !== null && performance.now() < until) {
    await sleep(POLL_MS);
    others = await otherProcesses(client);
  }
  const fault = whyNotNow(state, others);
  if (fault !== null) throw new StartRefused(fault);
  return upgradeNotice(state, {
    others,
    bytes: await changedBytes(client, state.due),
    free: config.databaseUrl ? null : await freeBytes(config.dataDir),
  });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
