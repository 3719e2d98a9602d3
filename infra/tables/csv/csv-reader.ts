import { Worker } from "node:worker_threads";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { ReadSettings } from "#domain/dataset/load-settings.ts";
import { type Opened, openTable } from "../readers/open-table.ts";
import { type CsvPlan, type Planned, planCsv, type PlanRequest } from "./plan.ts";
import { scanPass, type ScanEnd, type ScannedRows, type TakeRows } from "./scan/scan-pass.ts";

/** Reads one file: its plan first, then full passes over it. One call at a time. */
export type CsvReader = {
  /** The file is unpacked, and turned into CSV if it is in another format, when it is planned first: `emit` is told. */
  plan(notUtf8: boolean, emit: TakeRows): Promise<Planned>;
  scan(plan: CsvPlan, types: readonly (ColumnType | null)[], emit: TakeRows): Promise<ScanEnd>;
  /** Stops any running work. */
  close(): Promise<void>;
};

/** `workFolder`: for what is made of the file; it need not exist, and who made the reader removes it. */
export type ReaderOptions = Omit<PlanRequest, "table"> & {
  readonly path: string;
  readonly settings: ReadSettings;
  readonly rejectedPath: string;
  readonly workFolder: string;
};

/** Scanning leaves little garbage: with the usual 48 MB it would be collected late. */
const WORKER_YOUNG_MB = 6;
/** Its objects never grow with the file. */
const WORKER_OLD_MB = 512;

/** Tells the failure of a file whose reading ended for lack of memory; null: it ended for another reason. */
export function memoryFailure(error: unknown): LoadFailure | null {
  const isOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isOfMemory ? { code: "over-file-limit", facts: { what: "memory", limit: WORKER_OLD_MB * 1_000_000 } } : null;
}

/** The messages between the two threads. */
export type ToWorker =
  | { readonly say: "plan"; readonly notUtf8: boolean }
  | { readonly say: "scan"; readonly plan: CsvPlan; readonly types: readonly (ColumnType | null)[] }
  | { readonly say: "taken"; readonly spare: ArrayBuffer | null };
export type FromWorker =
  | { readonly say: "rows"; readonly rows: ScannedRows }
  | { readonly say: "planned"; readonly planned: Planned }
  | { readonly say: "scanned"; readonly end: ScanEnd };

/** Reads in this thread: for files that take less time than starting another one. */
export function readerHere(options: ReaderOptions): CsvReader {
  const { path, rejectedPath, workFolder, limits, settings } = options;
  let opened: Opened | null = null;
  return {
    async plan(notUtf8, emit) {
      const onBytes = async (unpacked: number) => {
        await emit({ rows: null, position: 0, unpacked, count: 0, broken: false });
      };
      opened ??= await openTable({ ...{ path, cut: false, folder: workFolder, limits, settings, onBytes } });
      return opened.ok ? planCsv({ ...options, table: opened.table }, notUtf8) : opened;
    },
    scan: (plan, types, emit) => scanPass(plan, types, limits, rejectedPath, emit),
    close: () => Promise.resolve(),
  };
}

/**
 * Reads in a worker thread, so that scanning uses one core while Postgres uses the other, and requests are answered.
 */
export function readerInWorker(options: ReaderOptions): CsvReader {
  const worker = new Worker(new URL("./csv-worker.ts", import.meta.url), {
    workerData: options,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: WORKER_YOUNG_MB, maxOldGenerationSizeMb: WORKER_OLD_MB },
  });
  const inbox: (FromWorker | Error)[] = [];
  let wake = () => {};
  const receive = (message: FromWorker | Error) => {
    inbox.push(message);
    wake();
  };
  worker.on("message", receive);
  worker.on("error", (error) => receive(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => receive(new Error("The thread that reads CSV files has ended")));
  const next = async (): Promise<FromWorker> => {
    while (inbox.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const message = inbox.shift() as FromWorker | Error;
    if (message instanceof Error) throw message;
    return message;
  };
  const ask = async (message: ToWorker, emit: TakeRows): Promise<FromWorker> => {
    worker.postMessage(message);
    for (;;) {
      const answer = await next();
      if (answer.say !== "rows") return answer;
      const spare = await emit(answer.rows);
      worker.postMessage({ say: "taken", spare } satisfies ToWorker, spare ? [spare] : []);
    }
  };
  return {
    async plan(notUtf8, emit) {
      const answer = await ask({ say: "plan", notUtf8 }, emit);
      if (answer.say !== "planned") throw new Error(`The CSV thread answered ${answer.say} to plan`);
      return answer.planned;
    },
    async scan(plan, types, emit) {
      const answer = await ask({ say: "scan", plan, types }, emit);
      if (answer.say !== "scanned") throw new Error(`The CSV thread answered ${answer.say} to scan`);
      return answer.end;
    },
    async close() {
      await worker.terminate();
    },
  };
}
