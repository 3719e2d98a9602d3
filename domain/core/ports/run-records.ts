/** Progress of one operation of a run. Rounds only if there are several. */
export type OperationProgress = {
  readonly operation: string;
  readonly round: number;
  readonly rounds: number;
  readonly requests: number;
  readonly pages: number;
  readonly rows: number;
};

/**
 * Why a run pauses: the API `asked` for it, a `retry` follows, or the definition's `rate_limit` spaces its requests.
 */
export type RunWait = {
  readonly until: string;
  readonly ms: number;
  readonly cause: "asked" | "retry" | "rate_limit";
  readonly why: string | null;
};

/** Current progress of a run. `requests` counts all of them, including those that are no longer stored. */
export type RunProgress = {
  readonly operations: readonly OperationProgress[];
  readonly wait: RunWait | null;
  readonly requests: number;
};

/**
 * One request of a run, for its owner: secrets are masked. `number` counts through the whole run; `status` and `bytes`
 * are null until a response arrives, `rows` until it is read. `ignored`: the definition treats the response as no rows.
 * `note` says why it failed, or what was waited for after it.
 */
export type RunRequest = {
  readonly number: number;
  readonly at: string;
  readonly operation: string;
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly ms: number | null;
  readonly rows: number | null;
  readonly ignored: boolean;
  readonly note: string | null;
};

/** Whether a request failed. */
export function isFailedRequest({ status, ignored, note }: Pick<RunRequest, "status" | "ignored" | "note">): boolean {
  return !ignored && (status === null ? note !== null : status >= 400);
}

/** For a long run, this many requests are stored from its start and from its end. */
export const REQUESTS_KEPT_AT_EACH_END = 500;

/** The requests and progress of runs, stored beside the log: they may be lost, and are deleted after a time. */
export interface RunRecords {
  /** Starts the record of a run, replacing an earlier one. */
  begin(run: { readonly runId: string; readonly instanceId: string; readonly number: number }): Promise<void>;
  /** Stores the progress of the run, and requests that are new or changed. */
  keep(runId: string, progress: RunProgress, requests: readonly RunRequest[]): Promise<void>;
}

/** Reads what is stored about runs, for those who may see them. */
export interface RunRecordsQueries {
  progress(runIds: readonly string[]): Promise<ReadonlyMap<string, RunProgress>>;
  /** The stored requests, in order. */
  requests(runId: string): Promise<readonly RunRequest[]>;
}
