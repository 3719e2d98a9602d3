import type { JsonValue } from "../values/json.ts";
import type { ExactNumbers, TableVersion } from "../values/table.ts";

/** Work that is done by a runner. `id`: run id, dataset id, or "" where there is only one of its kind. */
export type JobName = "pull" | "schedule" | "load-dataset" | "send-mail" | "take-over" | "clean-up";

/** Asks a runner to do something soon. Asking twice is harmless: the log decides what is still to do. */
export interface Jobs {
  wake(job: JobName, id: string): Promise<void>;
}

/** What a preview left out: cells that hold only the beginning of their text (`bytes` is the length of the whole), and how many rows did not find room. */
export type PreviewCuts = {
  readonly cells: readonly { readonly row: number; readonly column: string; readonly bytes: number }[];
  readonly rows: number;
};

/**
 * Rows of a data table to look at: `lines` are the JSON texts of the rows, `rows` the same for people, with numbers that JavaScript would
 * round as their digits in text.
 */
export type Preview = {
  readonly columns: readonly { readonly name: string; readonly label: string; readonly type: string }[];
  readonly rows: readonly Readonly<Record<string, JsonValue>>[];
  readonly lines: readonly string[];
  readonly total: number;
  /** Only when something was left out. */
  readonly truncated?: PreviewCuts;
};

/** Which rows of a table are looked at. `exactNumbers`: how `lines` hold them, as numbers unless told. */
export type TableWindow = {
  readonly from: "first" | "latest";
  readonly limit: number;
  readonly exactNumbers?: ExactNumbers;
};

/** Looks into data tables. Rights are checked before: a TableVersion is only had from projections/tables. */
export interface TablePreviews {
  /** "too-slow": the database did not answer in time. Throws the signal's reason when it aborts. */
  preview(table: TableVersion, window: TableWindow & { readonly signal?: AbortSignal }): Promise<Preview | "too-slow">;
}

/** What becomes of a job: nothing more, or another try after so many milliseconds, by any process. */
export type JobOutcome = void | { readonly againInMs: number };

/**
 * One kind of work: how many of it a process does side by side, and the work itself. It may be done twice. `stopping` is aborted
 * when the process is about to end: what cannot end within seconds then gives its job back.
 */
export type JobHandler = {
  readonly concurrency: number;
  readonly run: (id: string, stopping: AbortSignal) => Promise<JobOutcome>;
};

/** The alarm clock of the runners. It may ring twice or late: what counts is what the log says. */
export interface JobQueue extends Jobs {
  /** What jobs of this name are about that wait or are being done, anywhere. */
  asked(job: JobName): Promise<ReadonlySet<string>>;
  /** Removes the jobs of this name that are locked, by whomever: their process may be dead. Work that goes on is not disturbed. */
  forgetLocked(job: JobName): Promise<void>;
  /** Removes what single jobs have left that failed or were cut off. */
  sweep(): Promise<void>;
  /** Starts working. `everySeconds` names jobs that ring by themselves. */
  work(
    handlers: Readonly<Record<JobName, JobHandler>>,
    everySeconds: Readonly<Partial<Record<JobName, number>>>,
  ): Promise<void>;
  /** Takes no new work, waits for what is going on (at most `timeoutMs`) and lets go of the store. */
  stop(timeoutMs: number): Promise<void>;
}

/** Work that only one process may do at a time; the claim ends with the process. */
export interface ExclusiveWork {
  /** Does the work unless another process is at it. */
  run(key: string, work: () => Promise<void>): Promise<"done" | "busy">;
}

export type YamlRead =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** Reads a YAML text into plain JSON. What is too nested, too shared or takes too long is refused with a sentence. */
export interface YamlReader {
  read(text: string): Promise<YamlRead>;
}
