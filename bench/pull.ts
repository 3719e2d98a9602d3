import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { migrate } from "#infra/migrations.ts";
import { prepareReaderRole } from "#infra/tables/reader-role.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { type Bench, type Measured, repeated } from "./benchmark.ts";

const PAGES = 1_000;
const MB = 1_000_000;

type Pulled = { readonly rows: number; readonly seconds: number; readonly peakBytes: number };

/**
 * A run that pulls 1,000 pages of 100 rows through engine, egress and pull table, against the same pages fetched and copied by a
 * short program that knows their columns: over one connection kept open, and over a new one for each page, as egress has it.
 */
export async function pull(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const server = child(bench, "page-server.ts", [String(PAGES), String(PAGES / 20)]);
  try {
    await migrate(db.pool, tableMigrations);
    await prepareReaderRole(db.pool);
    const { port } = await answerOf<{ port: number }>(server);
    const once = (way: string) => pulled(bench, [way, db.url, String(port), String(PAGES)]);
    const rounds = await repeated(async () => ({ bare: await once("bare"), reconnecting: await once("bare-reconnecting"), ours: await once("ours") }));
    const rate = ({ rows, seconds }: Pulled) => rows / seconds;
    return [
      { name: "pull", unit: "rows/s", kind: "rate", against: "fetch and COPY", samples: rounds.map(({ ours, bare }) => ({ figure: rate(ours), baseline: rate(bare) })) },
      {
        name: "pull, connection a page", unit: "rows/s", kind: "rate", against: "the same, a connection a page",
        samples: rounds.map(({ ours, reconnecting }) => ({ figure: rate(ours), baseline: rate(reconnecting) })),
      },
      { name: "pull, peak memory", unit: "MB", kind: "cost", against: "fetch and COPY", samples: rounds.map(({ ours, bare }) => ({ figure: ours.peakBytes / MB, baseline: bare.peakBytes / MB })) },
    ];
  } finally {
    server.kill();
    await db.drop();
  }
}

async function pulled(bench: Bench, args: readonly string[]): Promise<Pulled> {
  const puller = child(bench, "pull-once.ts", args);
  const result = await answerOf<Pulled>(puller);
  if (puller.exitCode === null) await once(puller, "exit");
  if (result.rows !== PAGES * 100) throw new Error(`${result.rows} rows were pulled instead of ${PAGES * 100}`);
  return result;
}

function child(bench: Bench, file: string, args: readonly string[]): ChildProcess {
  const started = fork(new URL(file, import.meta.url), args, { signal: bench.signal });
  // The end of the benchmark ends it: no fault of its own.
  started.on("error", () => undefined);
  return started;
}

/** The one message that a child sends; throws if it ends before. */
async function answerOf<T>(started: ChildProcess): Promise<T> {
  const ended = once(started, "exit").then(([code, signal]) => {
    throw new Error(`A process of the benchmark ended early (${String(code ?? signal)})`);
  });
  const message = once(started, "message").then(([answer]) => answer as T);
  return Promise.race([message, ended]);
}
