import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freshDatabase } from "#testing/postgres/fresh-database.ts";
import { startTestingCluster } from "#testing/postgres/cluster.ts";
import { writeDocument } from "#testing/openapi/check-answers.ts";
import { append, appendToDisk } from "./log/append.ts";
import { asOf } from "./log/as-of.ts";
import { type Benchmark, lineOf } from "./benchmark.ts";
import { catalogue } from "./read-models/catalogue.ts";
import { appendRows } from "./tables/append-rows.ts";
import { clicking } from "./clicking/clicking.ts";
import { files } from "./files/files.ts";
import { eventStoreDb } from "./log/eventstoredb.ts";
import { hostile } from "./hostile/hostile.ts";
import { follower } from "./read-models/follower.ts";
import { load } from "./tables/load-table.ts";
import { overHttp } from "./tables/over-http.ts";
import { pages } from "./pages/pages.ts";
import { pull } from "./pull.ts";
import { rebuild } from "./read-models/rebuild.ts";
import { stream } from "./tables/stream-table.ts";
import { runBytes } from "./log/run-bytes.ts";
import { transparency } from "./log/transparency.ts";
import { visible } from "./read-models/visible.ts";

/**
 * `npm run bench [-- <name>[=<count>] …]`: compares the product with the simplest way to do the same, on this machine at this
 * moment (docs/performance.md).
 */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  append,
  "append-disk": appendToDisk,
  load,
  "append-rows": appendRows,
  stream,
  "over-http": overHttp,
  pull,
  follower,
  catalogue,
  visible,
  rebuild,
  transparency,
  "as-of": asOf,
  "run-bytes": runBytes,
  eventstoredb: eventStoreDb,
  pages,
  files,
  clicking,
  hostile,
};
/** Too long for a run of all. */
const ONLY_BY_NAME: readonly string[] = ["rebuild", "as-of", "run-bytes", "clicking", "hostile"];

const counts = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = "", count] = argument.split("=");
    return [name, Number(count)];
  }),
);
const wanted = [...counts.keys()];
/** A size that somebody chose may take longer. */
const LONGEST_MS = ([...counts.values()].some((count) => count > 0) ? 60 : 10) * 60_000;
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exit(2);
}

const stopping = new AbortController();
const stopped = new Promise<never>((_, reject) =>
  stopping.signal.addEventListener("abort", () => reject(stopping.signal.reason as Error)),
);
stopped.catch(() => undefined);
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.once(name, () => stopping.abort(new Error(`Stopped by ${name}`)));
setTimeout(() => stopping.abort(new Error(`Stopped after ${LONGEST_MS / 60_000} minutes`)), LONGEST_MS).unref();

const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-bench-"));
await chmod(folder, 0o711);
// Answers to the people of a benchmark are compared with it.
writeDocument();
const cluster = await startTestingCluster();
try {
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (wanted.length > 0 ? !wanted.includes(name) : ONLY_BY_NAME.includes(name)) continue;
    const count = counts.get(name) ?? 0;
    const measured = await Promise.race([
      benchmark({
        database: () => freshDatabase(cluster.url),
        folder,
        signal: stopping.signal,
        ...(count > 0 ? { count } : {}),
      }),
      stopped,
    ]);
    for (const each of measured) console.log(lineOf(each));
  }
} catch (error) {
  console.error(error instanceof Error && stopping.signal.aborted ? error.message : error);
  process.exitCode = 1;
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
