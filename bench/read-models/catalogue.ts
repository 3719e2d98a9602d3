import { spawnSync } from "node:child_process";
import { Kysely, PostgresDialect } from "kysely";
import { openQueries } from "#projections/all.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { type Bench, type Measured, type Sample, timed } from "../benchmark.ts";
import { fillCatalogue, OWNER } from "#testing/follower/catalogue-items.ts";

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 3;
/** Each figure of a round is the median of this many requests. */
const REQUESTS = 15;

const PAGES = {
  "DataStore, first page": "/datastore?",
  "DataStore, q=": "/datastore?q=rainfall+lisbon",
  "DataStore, q= with a typing error": "/datastore?q=ranfall+lisbn",
  "DataStore, facets": "/datastore?type=connector&category=Health&category=Finance",
  "DataStore, by title": "/datastore?sort=title",
  "DataStore, last page": "/datastore?page=last",
  "landing page": "/?",
  "GET /api/assets": "/api/assets?limit=20",
} as const;

const ANY = { q: "", type: null, categories: [] };
const FIRST = { page: 1, after: null, before: null } as const;
const SEARCHES = {
  "search, first page": [{ ...ANY, sort: "newest" }, FIRST],
  "search, q=": [{ ...ANY, q: "rainfall lisbon", sort: "relevance" }, FIRST],
  "search, last page": [
    { ...ANY, sort: "newest" },
    { ...FIRST, page: "last" },
  ],
} as const;

/** The catalogue with 100,000 items (or `count`), compared with the same of 100: pages over HTTP, and the queries alone. */
export async function catalogue(bench: Bench): Promise<Measured[]> {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const sizes = await Promise.all([started(bench, bench.count ?? MANY), started(bench, FEW)]);
  try {
    const visits = await Promise.all(sizes.map(({ product }) => product.person("Ana")));
    const measured = new Map<string, Sample[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, path] of Object.entries(PAGES)) {
        // A parameter that no page reads: an answer from a cache would measure the cache.
        const fresh = (at: number) => `${path}&bench=${round}-${at}`.replace(/(\/api\/.*)&bench.*/, "$1");
        await compare(measured, name, ([one, at]) => sizes[one].product.call("GET", fresh(at)));
        if (name !== "DataStore, first page" && name !== "DataStore, q=") continue;
        await compare(measured, `${name}, signed in`, ([one, at]) => visits[one]!.get(fresh(at)));
      }
      for (const [name, [filter, page]] of Object.entries(SEARCHES))
        for (const viewer of [null, OWNER])
          await compare(measured, viewer === null ? name : `${name}, owner`, ([one]) =>
            sizes[one].queries.catalogue.search(viewer, filter, page, 20),
          );
    }
    return [...measured].map(([name, samples]) => ({
      ...{ name, unit: "ms", kind: "cost" as const, against: `with ${FEW} items`, samples },
    }));
  } finally {
    for (const { product, drop } of sizes) {
      await product.remove();
      await drop();
    }
  }
}

async function started(bench: Bench, items: number) {
  const db = await bench.database();
  db.pool.on("connect", (client) => client.on("error", () => undefined));
  await fillCatalogue(db.pool, items);
  const product: Product = await startProduct({ databaseUrl: db.url, built: true, env: { NODE_ENV: "production" } });
  const queries = openQueries(new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) }));
  return { product, queries, drop: () => db.drop() };
}

/** Asks the large and the small catalogue in turn, so that both meet the same load of the machine. */
async function compare(
  measured: Map<string, Sample[]>,
  name: string,
  ask: (which: readonly [size: 0 | 1, at: number]) => Promise<unknown>,
): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let at = -2; at < REQUESTS; at += 1)
    for (const size of [0, 1] as const) {
      const { seconds } = await timed(() => ask([size, at]));
      if (at >= 0) times[size].push(seconds * 1_000);
    }
  const [figure, baseline] = times.map((each) => each.toSorted((a, b) => a - b)[Math.floor(REQUESTS / 2)]!);
  measured.set(name, [...(measured.get(name) ?? []), { figure: figure!, baseline: baseline! }]);
}
