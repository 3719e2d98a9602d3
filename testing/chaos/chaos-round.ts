import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { runningEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { clusterHome } from "#infra/embedded-postgres/place.ts";
import { runningPostmaster } from "#infra/embedded-postgres/postmaster-file.ts";
import { clusterDataDir } from "#infra/embedded-postgres/cluster.ts";
import { type Product, startProduct } from "../product.ts";
import { freePort } from "../servers/free-port.ts";
import type { TestServer } from "../servers/outbound-servers.ts";
import type { World } from "./client.ts";
import { faultsOf, lastPosition } from "./checks/faults-of.ts";
import type { Journal } from "./journal.ts";
import { randomFrom } from "./random.ts";
import { rowFaults } from "./checks/row-faults.ts";
import { unsettled } from "./checks/unsettled.ts";
import { work } from "./work.ts";
import { makeWorld, upstreamServer } from "./world.ts";

const SECRET = "secret-of-the-kill-harness-0123456789abcdef";
const PEOPLE = 5;
const START_WITHIN_MS = 120_000;
const ANSWERED_WITHIN_MS = 120_000;
/** Between the start of the product and the next kill. */
const [LEAST_LIFE_MS, LIFE_MS] = [300, 6_000];
const POSTGRES_SHARE = 0.4;
/** Some lives are stopped for so long, and go on before they are killed. */
const [STOPPED_SHARE, STOPPED_MS] = [0.3, 2_000];
/** How long the product goes on without its Postgres. */
const WITHOUT_POSTGRES_MS = 300;

type Round = { readonly dataDir: string; readonly seed: number; readonly seconds: number };

/** What happened in a round. */
export type Ended = {
  readonly faults: readonly string[];
  readonly kills: number;
  readonly calls: number;
  readonly repeats: number;
  readonly events: number;
  /** What each process of the product wrote. */
  readonly output: string;
};

/** One installation from its first start to the checks. */
export async function chaosRound({ dataDir, seed, seconds }: Round): Promise<Ended> {
  const random = randomFrom(seed);
  const upstream = await upstreamServer(randomFrom(seed + 500_000));
  const lives = await openLives(dataDir, upstream);
  try {
    const made = await makeWorld(lives.product(), upstream, PEOPLE);
    const since = await withDatabase(dataDir, beginning);
    const until = Date.now() + seconds * 1_000;
    const answeredWithinMs = seconds * 1_000 + ANSWERED_WITHIN_MS;
    const world: World = { ...made, answeredWithinMs, goesOn: () => Date.now() < until, back: lives.back };
    const working = Promise.all(made.people.map((_, at) => work(world, at, randomFrom(seed * 1_000 + at))));
    let kills = 0;
    for (; Date.now() < until; kills += 1) {
      if (random() < STOPPED_SHARE) await stopAndResume(lives.product());
      await wait(LEAST_LIFE_MS + random() * LIFE_MS);
      await lives.killAndStart(random() < POSTGRES_SHARE);
    }
    const journals = await working;
    return { ...(await judged(lives.product(), made, journals, since)), kills, output: lives.output() };
  } finally {
    await lives.product().stop("SIGKILL");
    await upstream.close();
  }
}

/** The last position before clients begin: the first start has ended, with its own datasets. */
async function beginning(pool: pg.Pool): Promise<string> {
  const left = await unsettled(pool);
  if (left.length > 0) throw new Error(`The first start has not ended: ${left.join(", ")}`);
  return lastPosition(pool);
}

type Judged = Pick<Ended, "faults" | "calls" | "repeats" | "events">;

async function judged(
  product: Product,
  { people }: Pick<World, "people">,
  journals: readonly Journal[],
  since: string,
): Promise<Judged> {
  const { dataDir } = product;
  const faults = journals.flatMap((journal) => journal.faults);
  return withDatabase(dataDir, async (pool) => {
    faults.push(...(await unsettled(pool)));
    for (const [at, person] of people.entries()) faults.push(...(await rowFaults(product, person, journals[at]!)));
    // New keys are events too.
    faults.push(...(await unsettled(pool)));
    const effects = journals.flatMap((journal) => journal.effects);
    faults.push(...(await faultsOf(pool, { dataDir, secret: SECRET, since }, { effects })));
    const sum = (of: (journal: Journal) => number) => journals.reduce((total, each) => total + of(each), 0);
    const events = Number(await lastPosition(pool));
    return { faults, calls: sum(({ calls }) => calls), repeats: sum(({ repeats }) => repeats), events };
  });
}

/** The product in one process after another, on the same data and port. */
async function openLives(dataDir: string, upstream: TestServer) {
  const options = { dataDir, port: await freePort(), upstreams: [upstream.port], built: true };
  const env = { NODE_ENV: "production", APP_SECRET: SECRET };
  const start = () => startProduct({ ...options, env, startWithinMs: START_WITHIN_MS });
  let product = await start();
  let back = Promise.resolve();
  let before = "";
  return {
    product: () => product,
    back: () => back,
    output: () => before + product.output(),
    /** The processor stops in the middle of an instruction: of the product, or of Postgres and then of the product. */
    async killAndStart(postgresFirst: boolean): Promise<void> {
      const restarted = Promise.withResolvers<void>();
      back = restarted.promise;
      if (postgresFirst) await killPostgres(dataDir);
      await product.stop("SIGKILL");
      before += `${product.output()}\n--- killed${postgresFirst ? " after Postgres" : ""}\n`;
      product = await start();
      restarted.resolve();
    },
  };
}

/** As on a host that is suspended for a while: locks, time limits and connections go on without the process. */
async function stopAndResume({ process: { pid } }: Product): Promise<void> {
  process.kill(pid!, "SIGSTOP");
  await wait(STOPPED_MS);
  process.kill(pid!, "SIGCONT");
}

async function killPostgres(dataDir: string): Promise<void> {
  const home = clusterHome(dataDir);
  const postmaster = home && (await runningPostmaster(clusterDataDir(home)));
  if (!postmaster) throw new Error("There is no Postgres to kill");
  process.kill(postmaster.pid, "SIGKILL");
  await wait(WITHOUT_POSTGRES_MS);
}

async function withDatabase<T>(dataDir: string, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const connectionString = await runningEmbeddedPostgres(dataDir);
  if (connectionString === undefined) throw new Error("Postgres does not run");
  const pool = new pg.Pool({ connectionString, max: 4 });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}
