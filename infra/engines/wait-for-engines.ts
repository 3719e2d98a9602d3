import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Engine } from "#domain/core/ports/engines.ts";
import type { Config } from "../config/config.ts";
import { describeS3Place } from "../files/s3/s3-address.ts";
import type { Log } from "../observability/logger.ts";
import { StartRefused } from "../platform/start-refused.ts";
import { checkPostgres } from "./check-postgres.ts";
import { type OutsideEngine, outsideEngines } from "./open-probes.ts";
import type { Probe } from "./probe.ts";

const ASK_EVERY_MS = 500;
const SAY_EVERY_MS = 5_000;

/**
 * Waits until every engine outside this process answers, at most `config.startTimeoutMs`: containers start in any
 * order. Ends at once for what waiting cannot solve, such as a wrong password. Throws `StartRefused` with the name of
 * the variable.
 */
export async function waitForEngines(config: Config, log: Pick<Log, "warn">): Promise<void> {
  const until = performance.now() + config.startTimeoutMs;
  for (const each of outsideEngines(config)) {
    const probe = await opened(each);
    try {
      await waitFor(each, probe, until, config.startTimeoutMs, log);
    } finally {
      await probe.close();
    }
  }
  if (config.databaseUrl) await checkPostgres(config.databaseUrl.reveal());
}

/** The drivers of EventStoreDB and MongoDB parse their URLs here, and throw if they cannot. */
async function opened({ variable, open }: OutsideEngine): Promise<Probe> {
  try {
    return await open();
  } catch (error) {
    throw new StartRefused(`${variable}: this address cannot be read.`, { cause: error });
  }
}

async function waitFor(
  { engine, variable, url }: OutsideEngine,
  probe: Probe,
  until: number,
  timeoutMs: number,
  log: Pick<Log, "warn">,
): Promise<void> {
  const at = placeOf(engine, url);
  let said = "";
  for (let saidAt = 0; ;) {
    const fault = await probe.ask().then(() => null, probe.describe);
    if (fault === null) return;
    const left = until - performance.now();
    const waited = fault.passes ? ` It was waited for ${timeoutMs / 1_000} s.` : "";
    if (!fault.passes || left <= 0)
      throw new StartRefused(`${variable}: the ${engine} at ${at} cannot be used: ${fault.words}.${waited}`);
    if (performance.now() - saidAt >= (fault.words === said ? SAY_EVERY_MS : 1_000)) {
      log.warn({ engine, reason: fault.words, durationMs: timeoutMs - left }, `Waiting for the ${engine} at ${at}`);
      [said, saidAt] = [fault.words, performance.now()];
    }
    await wait(Math.min(ASK_EVERY_MS, left));
  }
}

function placeOf(engine: Engine, url: string): string {
  if (engine === "database") return postgresHostAndPort(url);
  return engine === "file store" ? describeS3Place(url) : hostAndPortOf(url);
}

function postgresHostAndPort(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `${host}:${port}, database ${database ?? ""}`;
}

/** Host and port of a URL that may have user and password. */
function hostAndPortOf(url: string): string {
  return /^[a-z+]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url)?.[1] || "its address";
}
