import type { Chart, ChartData } from "../values/chart.ts";
import type { JsonValue } from "../values/json.ts";
import type { ListPage, ListRange } from "../lists/list-page.ts";
import type { ExactNumbers, TableVersion } from "../values/table.ts";

/** Work for a runner. `id`: run id, dataset id, user id, or "" if there is only one job of its kind. */
export const JOB_NAMES = [
  "pull",
  "schedule",
  "load-dataset",
  "measure-table",
  "send-mail",
  "send-webhooks",
  "take-over",
  "clean-up",
  "erase-account",
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** Queues work for a runner. Queuing twice is harmless: the log decides what is still to be done. */
export interface Jobs {
  wake(job: JobName, id: string): Promise<void>;
}

/** What a preview left out: cells that were cut (`bytes` is the full length), and how many rows did not fit. */
export type PreviewCuts = {
  readonly cells: readonly { readonly row: number; readonly column: string; readonly bytes: number }[];
  readonly rows: number;
};

/**
 * Rows of a data table for viewing: `lines` are the JSON texts of the rows, `rows` the same for people, with numbers
 * that JavaScript would round as text.
 */
export type Preview = {
  readonly columns: readonly { readonly name: string; readonly label: string; readonly type: string }[];
  readonly rows: readonly Readonly<Record<string, JsonValue>>[];
  readonly lines: readonly string[];
  readonly total: number;
  /** The id of each row in its table, where rows were looked for. */
  readonly ids?: readonly number[];
  /** The run that made each row, of a table that runs fill; for those who may know of the runs. */
  readonly runs?: readonly string[];
  /** Only if something was left out. */
  readonly truncated?: PreviewCuts;
};

/** Which rows of a table to read. `exactNumbers`: how `lines` hold them; default numbers. */
export type TableWindow = {
  readonly from: "first" | "latest";
  readonly limit: number;
  readonly exactNumbers?: ExactNumbers;
};

/**
 * Rows that match a query, or the sentence of what cannot be asked. `matches`: how many there are; null if counting takes
 * too long.
 */
export type SearchedRows =
  | {
      readonly ok: true;
      readonly preview: Preview;
      readonly matches: number | null;
      /** Rows of a full page: the same on all pages of the same columns. */
      readonly pageRows: number;
    }
  | { readonly ok: false; readonly message: string };

/** `page`: from 1. `columns`: those to read; null, or none that the table has: all. */
export type RowsSearched = {
  readonly params: URLSearchParams;
  readonly page: number;
  readonly columns: readonly string[] | null;
};

/** Reads previews of data tables. Rights are checked before: only projections/tables returns a TableVersion. */
export interface TablePreviews {
  /** "too-slow": the database did not answer in time. Throws the signal's reason when it aborts. */
  preview(table: TableVersion, window: TableWindow & { readonly signal?: AbortSignal }): Promise<Preview | "too-slow">;
  /** A page of rows by the parameters of a stream: `order` and `where.<column>`. */
  search(
    table: TableVersion,
    asked: RowsSearched & { readonly signal?: AbortSignal },
  ): Promise<SearchedRows | "too-slow">;
  /** The marks of a chart of the rows that the parameters leave. */
  chart(
    table: TableVersion,
    asked: { readonly chart: Chart; readonly params: URLSearchParams; readonly signal?: AbortSignal },
  ): Promise<ChartAnswer | "too-slow">;
}

/** `message`: why there is no chart. */
export type ChartAnswer =
  { readonly ok: true; readonly data: ChartData } | { readonly ok: false; readonly message: string };

/** Result of a job: done, or retry after so many milliseconds, by any process. */
export type JobOutcome = void | { readonly againInMs: number };

/**
 * One kind of work: how many jobs a process does at a time, and the handler. A job may be done twice. `stopping` aborts
 * when the process is about to end: work that cannot end within seconds then returns its job to the queue.
 */
export type JobHandler = {
  readonly concurrency: number;
  readonly run: (id: string, stopping: AbortSignal) => Promise<JobOutcome>;
};

export const JOB_STATES = ["failed", "running", "waiting"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job in the queue. A failed one is kept until it is retried, removed, or a week old. */
export type JobReport = {
  readonly id: string;
  readonly name: string;
  /** What `wake` was called with: a run id, a dataset id, or "". */
  readonly about: string;
  /** It comes again by itself. */
  readonly recurring: boolean;
  readonly state: JobState;
  /** When it failed, began or was queued. */
  readonly since: Date;
  /** When it starts next; null: not by itself. */
  readonly nextAt: Date | null;
  /** How often it failed in a row. */
  readonly failures: number;
  /** Why it failed last; null unless it has failed. */
  readonly error: string | null;
};

/** How many jobs of a kind there are. `dueAt`: of the waiting ones, when the first was or will be due. */
export type JobKind = {
  readonly name: string;
  readonly failed: number;
  readonly running: number;
  readonly waiting: number;
  readonly dueAt: Date | null;
};

/** What waits in an outbox, and what was given up; `oldest`: when the first of those that wait was queued. */
export type OutboxFigures = { readonly waiting: number; readonly failed: number; readonly oldest: Date | null };

/** What a sweep has removed; not done: there is more, and the next one goes on. */
export type Swept = { readonly removed: number; readonly done: boolean };
/** What a round of clean-up has removed, by what it was. */
export type CleanUpRound = ReadonlyMap<string, Swept>;

export type JobFilter = { readonly state: JobState | null; readonly name: string | null };

/** What admins see and do in the job queue. */
export interface JobsAdmin {
  /** By name; only kinds that have jobs. */
  kinds(): Promise<readonly JobKind[]>;
  /** Every kind, each state counted by an index up to `most`. */
  counts(most: number): Promise<readonly JobKind[]>;
  /** Failed jobs first, then running ones, then waiting ones in their order. */
  page(filter: JobFilter, range: ListRange): Promise<ListPage<JobReport>>;
  /** Makes a job due now that waits or has failed. Null: there is none. */
  retry(id: string): Promise<JobReport | null>;
  /** Removes a failed job that does not come again by itself. Null: there is none. */
  remove(id: string): Promise<JobReport | null>;
}

/** The job queue of the runners. A job may start twice or late; the log decides what is to be done. */
export interface JobQueue extends Jobs {
  /** The ids of the jobs of this name that are waiting or running, in any process. */
  asked(job: JobName): Promise<ReadonlySet<string>>;
  /**
   * Makes the locked jobs of this name due again, whatever process has locked them: it may be dead. What a living one
   * does is begun a second time beside it, so the work itself must allow that.
   */
  releaseLocked(job: JobName): Promise<void>;
  /** When a recurring job ended last, in any process; null: never, or it failed then. */
  lastRound(job: JobName): Promise<Date | null>;
  /** Removes what aborted jobs have left, and jobs that failed more than a week ago. */
  sweep(until: AbortSignal): Promise<Swept>;
  readonly admin: JobsAdmin;
  /** Starts working. `everySeconds` names recurring jobs. */
  work(
    handlers: Readonly<Record<JobName, JobHandler>>,
    everySeconds: Readonly<Partial<Record<JobName, number>>>,
  ): Promise<void>;
  /** Takes no new work, waits for running work (at most `timeoutMs`) and disconnects from the store. */
  stop(timeoutMs: number): Promise<void>;
}

/** Work that only one process may do at a time; the lock ends with the process. */
export interface ExclusiveWork {
  /** Does the work unless another process is doing it. */
  run(key: string, work: () => Promise<void>): Promise<"done" | "busy">;
}

/** Makes HTML of a user safe to show: only text, headings, lists, links, pictures and tables remain. */
export interface HtmlSanitizer {
  /** The safe HTML; null if the text takes too long, which only deeply nested HTML does. */
  sanitize(html: string): Promise<string | null>;
}
