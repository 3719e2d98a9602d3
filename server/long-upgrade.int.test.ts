import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { allProjections } from "#projections/all.ts";
import { caller } from "#testing/call.ts";
import { runTool } from "#testing/command/run-tool.ts";
import { multiplyRuns } from "#testing/data-folders/multiply-runs.ts";
import { unpackFolder } from "#testing/data-folders/pack-folder.ts";
import type { SeededAnswers } from "#testing/data-folders/seed-folder.ts";
import { compareRebuild } from "#testing/follower/compare-rebuild.ts";
import { buildOnce } from "#testing/product.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { portsOver } from "#testing/use-case-ports.ts";

/**
 * The oldest data folder with a long log, upgraded by a start that is killed again and again. `npm run test:years` does it
 * with a million events.
 */
const FOLDERS = path.resolve(import.meta.dirname, "../testing/data-folders");
const OLDEST = "2026-11-24-0219-84d928c9";
const EVENTS = process.env["YEARS"] === undefined ? 100_000 : 1_000_000;
const MODELS = allProjections.map(({ name }) => name);
/** The models in whose rebuild the server is killed: the first, one in the middle and the last. */
const KILLS = [MODELS[0]!, MODELS[Math.floor(MODELS.length / 2)]!, MODELS.at(-1)!];
/** How long a rebuild goes on then: many of its batches, and less than the whole. */
const KILLED_AFTER_MS = EVENTS / 125;
const WITHIN_MS = EVENTS * 6;

beforeAll(buildOnce, 240_000);

test(
  `an upgrade with ${EVENTS} events that is killed in ${KILLS.length} of its rebuilds goes on and ends whole`,
  { timeout: 3 * WITHIN_MS },
  async () => {
    const expected = JSON.parse(readFileSync(path.join(FOLDERS, `${OLDEST}.json`), "utf8")) as SeededAnswers;
    const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-years-"));
    // The account of the database must reach it.
    await chmod(folder, 0o711);
    const dataDir = path.join(folder, "data");
    try {
      await unpackFolder(path.join(FOLDERS, `${OLDEST}.tar.zst`), dataDir);
      await onDatabase(dataDir, (pool) => multiplyRuns(pool, EVENTS));
      const resumed: Rebuild[] = [];
      const swapped: string[] = [];
      for (const killed of [...KILLS, null]) {
        const { rebuilds, statuses } = await startUntil(dataDir, killed, expected);
        expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
        resumed.push(...rebuilds.filter(({ msg, position }) => msg === BEGUN && position !== ""));
        swapped.push(...rebuilds.filter(({ msg }) => msg === DONE).map(({ model }) => model));
      }
      // What was done before is not done again. One of the kills may have come too early or too late.
      expect(swapped).toEqual([...new Set(swapped)]);
      expect(resumed.length).toBeGreaterThanOrEqual(2);
      const tool = { DATA_DIR: dataDir, DATABASE_URL: "", APP_SECRET: "" };
      expect(await runTool("verify-log", [], tool, WITHIN_MS)).toMatchObject({ status: 0, faults: "" });
      await onDatabase(dataDir, async (pool) => {
        const { store, log } = await portsOver(pool, readFileSync(path.join(dataDir, "secret"), "utf8").trim());
        expect(await compareRebuild(allProjections, { store, decode: log.decode, pool })).toEqual([]);
        await store.close();
      });
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);

async function onDatabase(dataDir: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const pool = new pg.Pool({ connectionString: cluster.url, max: 5 });
  pool.on("error", () => undefined);
  try {
    await work(pool);
  } finally {
    await pool.end();
    await cluster.stop();
  }
}

const BEGUN = "Rebuilding a read model";
const DONE = "Read model rebuilt and swapped in";
/** A line about a rebuild; `position`: where it goes on, or what it has reached; "" is the beginning. */
type Rebuild = { readonly msg: string; readonly model: string; readonly position: string };

/**
 * Starts the server, and kills it in the rebuild of this model; null: stops it when all models are there. Returns what it
 * said of rebuilds, and how tables were answered meanwhile.
 */
async function startUntil(dataDir: string, killed: string | null, { datasets, key }: SeededAnswers) {
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "info" };
  const { process: child, output } = startServerProcess(env, { pages: true });
  const call = caller(`http://127.0.0.1:${port}`, {});
  const ended = once(child, "exit");
  const statuses = new Set<number>();
  let due = Number.POSITIVE_INFINITY;
  for (const until = performance.now() + WITHIN_MS; performance.now() < due; await sleep(50)) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`It ended, or takes too long:\n${output()}`);
    if (rebuildsIn(output()).some(({ model }) => model === killed))
      due = Math.min(due, performance.now() + KILLED_AFTER_MS);
    const ready = await call("GET", "/readyz").catch(() => null);
    if (ready === null) continue;
    for (const { table, csv } of datasets) {
      const answer = await call("GET", `/d/${table}.csv`, { headers: { authorization: `Bearer ${key}` } });
      statuses.add(answer.status);
      if (answer.status === 200) expect(answer.text).toBe(csv);
    }
    if (ready.status === 200 && !("rebuilding" in (ready.json as object))) break;
  }
  child.kill(killed === null ? "SIGTERM" : "SIGKILL");
  await ended;
  return { rebuilds: rebuildsIn(output()), statuses };
}

function rebuildsIn(output: string): readonly Rebuild[] {
  const lines = output.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"));
  return lines.map((line) => JSON.parse(line) as Rebuild).filter(({ msg }) => msg === BEGUN || msg === DONE);
}
