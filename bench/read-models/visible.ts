import { execFile } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { Agent, request } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { type Bench, type Measured, repeated } from "../benchmark.ts";

const CLIENTS = 8;
const WARM_UP_MS = 1_500;
const MEASURE_MS = 4_000;

/** Milliseconds of each round, and of its first half. */
type Round = { readonly whole: number; readonly first: number };

/**
 * A command over HTTP until the next request shows what it did, by 8 people at the same time, compared with inserting
 * and reading one row over as many connections to the same Postgres, which syncs to disk.
 */
export async function visible(bench: Bench): Promise<Measured[]> {
  await promisify(execFile)(process.execPath, ["scripts/build.ts"]);
  const dataDir = await mkdtemp(path.join(bench.folder, "cluster-"));
  // Started by root, Postgres runs as another account and needs access.
  await chmod(dataDir, 0o711);
  const cluster = await startEmbeddedPostgres({
    ...{ dataDir, outside: path.join(bench.folder, "programs") },
    log: () => undefined,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const pool = new pg.Pool({ connectionString: cluster.url, max: CLIENTS });
  pool.on("error", () => undefined);
  let product: Product | null = null;
  try {
    const env = { NODE_ENV: "production", DATABASE_CONNECTIONS: "40" };
    product = await startProduct({ databaseUrl: cluster.url, built: true, env });
    const takers = await people(product, agent);
    await pool.query(
      "CREATE TABLE public.bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data json NOT NULL)",
    );
    const bare = Array.from({ length: CLIENTS }, () => () => insertAndRead(pool));
    await rounds(takers, WARM_UP_MS);
    const samples = await repeated(async () => ({
      baseline: await rounds(bare, MEASURE_MS),
      figure: await rounds(takers, MEASURE_MS),
    }));
    const line = (name: string, of: (all: readonly Round[]) => number, against = "INSERT and SELECT"): Measured => ({
      ...{ name, unit: "ms", kind: "cost", against },
      samples: samples.map(({ figure, baseline }) => ({ figure: of(figure), baseline: of(baseline) })),
    });
    return [
      line("command to visible, median", (all) =>
        percentile(
          all.map(({ whole }) => whole),
          0.5,
        ),
      ),
      line("command to visible, p99", (all) =>
        percentile(
          all.map(({ whole }) => whole),
          0.99,
        ),
      ),
      line(
        "of it the command, median",
        (all) =>
          percentile(
            all.map(({ first }) => first),
            0.5,
          ),
        "INSERT",
      ),
    ];
  } finally {
    agent.destroy();
    await product?.remove();
    await pool.end();
    await cluster.stop();
  }
}

/**
 * What each of them does in turn: take access to a dataset, or give it up, and look at the list of theirs. Each has a
 * dataset of their own, because commands at one event stream wait for each other.
 */
async function people(product: Product, agent: Agent): Promise<(() => Promise<Round>)[]> {
  const author = await product.person("Author", 3);
  const upload = async (index: number): Promise<string> => {
    const { status, text, json } = await author.upload("day,level\n2026-01-01,3\n", { title: `Levels ${index}` });
    if (status !== 201) throw new Error(text);
    return json.asset?.id ?? json.id;
  };
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const assetId = await upload(index);
      const { cookie } = await product.person(`Taker ${index}`);
      const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" };
      const ask = (method: string, target: string, body = "") =>
        answerOf(product.url + target, { agent, method, headers }, body);
      let has = false;
      return async () => {
        const began = performance.now();
        await ask("POST", `/api/access/${has ? "remove" : "grant"}`, JSON.stringify({ assetId }));
        const done = performance.now();
        has = !has;
        if ((await ask("GET", "/api/access/my")).includes(assetId) !== has)
          throw new Error("The change is not visible");
        return { whole: performance.now() - began, first: done - began };
      };
    }),
  );
}

function answerOf(url: string, options: object, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.once("end", () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${url}: ${answer.statusCode} ${text}`)),
      );
    })
      .once("error", reject)
      .end(body);
  });
}

async function insertAndRead(pool: pg.Pool): Promise<Round> {
  const began = performance.now();
  const { rows } = await pool.query<{ id: string }>("INSERT INTO public.bare (data) VALUES ($1) RETURNING id", [
    JSON.stringify({ granted: true }),
  ]);
  const done = performance.now();
  await pool.query("SELECT * FROM public.bare WHERE id = $1", [rows[0]!.id]);
  return { whole: performance.now() - began, first: done - began };
}

/** All rounds that the clients make until the time is over, each one after the other. */
async function rounds(clients: readonly (() => Promise<Round>)[], ms: number): Promise<Round[]> {
  const until = performance.now() + ms;
  const made: Round[] = [];
  await Promise.all(
    clients.map(async (round) => {
      while (performance.now() < until) made.push(await round());
    }),
  );
  return made;
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
