import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import type { Bench, Measured } from "../benchmark.ts";
import { cleanCsv } from "../tables/clean-csv.ts";
import { type Click, type Clicked, clickUntil, percentile } from "./clickers.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const IDLE_MS = 20_000;
const PULLS = 5;
/** API pages of 100 rows in each run. */
const PAGES_OF_RUN = 500;
const LOADED_WITHIN_MS = 6 * 60_000;

/** Size of the file that is loaded, unless the argument says another. */
const MEGABYTES = 200;

/**
 * Fifty people open pages, first of an idle product, then while a file is uploaded and loaded and five runs go on. The
 * product has its own process and the embedded Postgres with its own settings.
 */
export async function clicking(bench: Bench): Promise<Measured[]> {
  const built = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: "ignore" });
  if (built.status !== 0) throw new Error("The pages cannot be built");
  const api = fork(new URL("../page-server.ts", import.meta.url), [String(PAGES_OF_RUN)], { signal: bench.signal });
  api.on("error", () => undefined);
  const [{ port }] = (await once(api, "message")) as [{ port: number }];
  const env = { NODE_ENV: "production" };
  const product = await startProduct({ built: true, upstreams: [port], env, startWithinMs: 120_000 });
  bench.signal.addEventListener("abort", () => void product.remove(), { once: true });
  try {
    const { people, clicks, instances } = await furnish(product, port);
    const idle = await clickUntil(product.url, clicks, wait(IDLE_MS));
    const work = heavyWork(bench, people, instances);
    const busy = await clickUntil(product.url, clicks, work);
    const { seconds, runs, failures } = await work;
    tell(
      idle,
      busy,
      `${bench.count ?? MEGABYTES} MB were loaded in ${Math.round(seconds)} s beside ${runs} runs`,
      failures,
    );
    const line = (name: string, share: number): Measured => ({
      name,
      unit: "ms",
      kind: "cost",
      against: "idle",
      samples: [{ figure: percentile(busy, share), baseline: percentile(idle, share) }],
    });
    return [line("clicking, p50", 0.5), line("clicking, p99", 0.99)];
  } finally {
    api.kill();
    await product.remove();
  }
}

/** People, a dataset, a connector with a connection of each of them, and the pages to open. */
async function furnish(product: Product, port: number) {
  const people: Person[] = [];
  for (let number = 1; number <= PULLS; number += 1) people.push(await product.person(`Reader ${number}`, 3));
  const [first] = people as [Person];
  const dataset = made(await first.upload("a,b\n1,2\n3,4\n", { title: "Small table" }));
  const api = `http://127.0.0.1:${port}/${PAGES_OF_RUN}`;
  const pagination = { strategy: "cursor", cursor_param: "cursor", cursor_path: "next_cursor" };
  const dsl = { protocol: "rest", operations: [{ id: "orders", url: api, records: "data", pagination }] };
  const connector = made(await first.post("/api/connectors/upload", { title: "Orders", is_public: true, dsl }));
  const instances = await Promise.all(people.map((person) => activate(person, connector)));
  const open = [
    "/",
    "/datastore",
    "/datastore?q=element",
    `/dataset_profile/${dataset}`,
    `/connector_profile/${connector}`,
  ];
  const own = ["/manage", "/datastore", `/dataset_profile/${dataset}`];
  const clicks: Click[] = [
    ...open.map((page) => ({ path: page, cookie: null })),
    ...people.flatMap(({ cookie }) => own.map((page) => ({ path: page, cookie }))),
  ];
  return { people, clicks, instances };
}

async function activate(person: Person, connector_id: string): Promise<string> {
  const asked = await person.post("/api/connectors/activate", { connector_id });
  const { consent } = asked.json as { consent?: unknown };
  return made(consent === undefined ? asked : await person.post("/api/connectors/activate", { connector_id, consent }));
}

function made(answer: Awaited<ReturnType<Person["get"]>>): string {
  const { id } = answer.json as { id?: string };
  if (answer.status >= 300 || id === undefined) throw new Error(`${answer.status} ${answer.text}`);
  return id;
}

/** Uploads and loads the file while everybody runs their connection again and again. */
async function heavyWork({ folder, count }: Bench, people: readonly Person[], instances: readonly string[]) {
  const failures: string[] = [];
  const began = performance.now();
  let isLoaded = false;
  const running = people.map(async (person, number) => {
    while (!isLoaded) {
      // 202: it goes on for longer than the answer waits, 409: it still does.
      const { status, text } = await person.post(`/api/connectors/run/${instances[number] ?? ""}`, {});
      if (![200, 202, 409].includes(status)) failures.push(`run: ${status} ${text}`);
      if (status !== 200) await wait(500);
    }
  });
  const allRunning = Promise.all(running);
  // When the benchmark is stopped, these end before they are waited for.
  allRunning.catch(() => undefined);
  const loaded = load(folder, count ?? MEGABYTES, people[0] as Person).finally(() => (isLoaded = true));
  await loaded.catch((error: Error) => failures.push(error.message));
  const seconds = (performance.now() - began) / 1_000;
  await allRunning;
  const ended = (await Promise.all(people.map((person, number) => runsOf(person, instances[number] ?? "")))).flat();
  const runs = ended.filter((status) => status === "success").length;
  failures.push(...ended.filter((status) => status !== "success" && status !== "running").map((end) => `run: ${end}`));
  return { seconds, runs, failures };
}

async function runsOf(person: Person, instance: string): Promise<readonly string[]> {
  const { json } = await person.get(`/api/connectors/instance/${instance}/runs`);
  return (json as readonly { status: string }[]).map(({ status }) => status);
}

async function load(folder: string, megabytes: number, person: Person): Promise<void> {
  const file = await cleanCsv(folder, megabytes * 1_000_000);
  const form = new FormData();
  form.append("title", "Large table");
  form.append("is_public", "true");
  form.append("file", await openAsBlob(file.path), "large.csv");
  const id = made(await person.call("POST", "/api/assets/upload-csv", { body: form }));
  const until = performance.now() + LOADED_WITHIN_MS;
  for (;;) {
    const { status, text } = await person.get(`/api/assets/${id}/data`);
    if (status === 200) return;
    if (status !== 409 || performance.now() > until) throw new Error(`load: ${status} ${text}`);
    await wait(500);
  }
}

function tell(idle: Clicked, busy: Clicked, what: string, failures: readonly string[]): void {
  console.log(`${what}; ${idle.times.length} pages opened before, ${busy.times.length} meanwhile`);
  const all = [...idle.failures, ...busy.failures, ...failures];
  console.log(`${all.length} failures${all.length === 0 ? "" : `, such as ${all.slice(0, 5).join("; ")}`}`);
}
