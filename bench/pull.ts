import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { migrate } from "#infra/postgres/migrations.ts";
import { runRecordMigrations } from "#infra/beside-log/run-record-migrations.ts";
import { prepareReaderRole } from "#infra/tables/reader-role.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { type Bench, type Measured, repeated } from "./benchmark.ts";

const PAGES = 1_000;
const MB = 1_000_000;

type Pulled = { readonly rows: number; readonly seconds: number; readonly peakBytes: number };

/** Number of concurrent pulls, each of a twentieth of the pages. */
const SIDE_BY_SIDE = 20;

/**
 * A run that pulls 1,000 pages of 100 rows through engine, egress and pull table, compared with the same pages fetched
 * over one connection and copied by a short program that knows their columns. The same for 20 concurrent runs that
 * share the pages; and how much more memory four times the rows need.
 */
export async function pull(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const server = child(
    bench,
    "page-server.ts",
    [1, 4].flatMap((times) => [PAGES * times, (PAGES * times) / 20]).map(String),
  );
  try {
    await migrate(db.pool, [...tableMigrations, ...runRecordMigrations]);
    await prepareReaderRole(db.pool);
    const { port } = await answerOf<{ port: number }>(server);
    const once = (way: string, pages: number, sideBySide = 1) =>
      pulled(bench, way, [db.url, String(port)], pages, sideBySide);
    const rounds = await repeated(async () => ({
      bare: await once("bare", PAGES),
      ours: await once("ours", PAGES),
      bareMany: await once("bare", PAGES / SIDE_BY_SIDE, SIDE_BY_SIDE),
      many: await once("ours", PAGES / SIDE_BY_SIDE, SIDE_BY_SIDE),
      longer: await once("ours", 4 * PAGES),
    }));
    const rate = ({ rows, seconds }: Pulled) => rows / seconds;
    const of = (pick: (round: (typeof rounds)[number]) => readonly [figure: number, baseline: number]) =>
      rounds.map(pick).map(([figure, baseline]) => ({ figure, baseline }));
    return [
      {
        name: "pull",
        unit: "rows/s",
        kind: "rate",
        against: "fetch and COPY",
        samples: of(({ ours, bare }) => [rate(ours), rate(bare)]),
      },
      {
        name: "pull, 20 side by side",
        unit: "rows/s",
        kind: "rate",
        against: "20 of the same",
        samples: of(({ many, bareMany }) => [rate(many), rate(bareMany)]),
      },
      {
        name: "pull, peak memory",
        unit: "MB",
        kind: "cost",
        against: "fetch and COPY",
        samples: of(({ ours, bare }) => [ours.peakBytes / MB, bare.peakBytes / MB]),
      },
      {
        name: "pull, peak memory of 4 times the rows",
        unit: "MB",
        kind: "cost",
        against: "once the rows",
        samples: of(({ longer, ours }) => [longer.peakBytes / MB, ours.peakBytes / MB]),
      },
    ];
  } finally {
    server.kill();
    await db.drop();
  }
}

async function pulled(
  bench: Bench,
  way: string,
  where: readonly string[],
  pages: number,
  sideBySide: number,
): Promise<Pulled> {
  const puller = child(bench, "pull-once.ts", [way, ...where, String(pages), String(sideBySide)]);
  const result = await answerOf<Pulled>(puller);
  if (puller.exitCode === null) await once(puller, "exit");
  const expected = pages * sideBySide * 100;
  if (result.rows !== expected) throw new Error(`${result.rows} rows were pulled instead of ${expected}`);
  return result;
}

function child(bench: Bench, file: string, args: readonly string[]): ChildProcess {
  const started = fork(new URL(file, import.meta.url), args, { signal: bench.signal });
  // The end of the benchmark ends it, which is not an error.
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
