/** How far one operation of a run is. Rounds only where there are several. */
export type OperationProgress = {
  readonly operation: string;
  readonly round: number;
  readonly rounds: number;
  readonly requests: number;
  readonly pages: number;
  readonly rows: number;
};

/** Why a run pauses: the API `asked` for it, a `retry` comes later, or the definition's `rate_limit` spaces its requests. */
export type RunWait = {
  readonly until: string;
  readonly ms: number;
  readonly cause: "asked" | "retry" | "rate_limit";
  readonly why: string | null;
};

/** Where a run is right now. `requests` counts all of them, also those that the log no longer holds. */
export type RunProgress = {
  readonly operations: readonly OperationProgress[];
  readonly wait: RunWait | null;
  readonly requests: number;
};

/**
 * One request of a run as its owner may see it: secrets are masked. `number` counts through the whole run; `status` and `bytes`
 * are null until an answer came, `rows` until they were read. `ignored`: the definition takes its answer as no rows. `note` says why it
 * failed, or what was waited for after it.
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

/** Whether a request brought nothing to go on with. */
export function isFailedRequest({ status, ignored, note }: Pick<RunRequest, "status" | "ignored" | "note">): boolean {
  return !ignored && (status === null ? note !== null : status >= 400);
}

/** Of a long run the first and the last so many requests are kept. */
export const REQUESTS_KEPT_AT_EACH_END = 500;

/** What runs do while they do it, kept beside the log: it may be lost, and is cleaned up with time. */
export interface RunRecords {
  /** Begins the record of a run anew. */
  begin(run: { readonly runId: string; readonly instanceId: string; readonly number: number }): Promise<void>;
  /** Keeps where the run is, and requests that are new or have changed. */
  keep(runId: string, progress: RunProgress, requests: readonly RunRequest[]): Promise<void>;
}

/** What is kept of runs, for those who may see them. */
export interface RunRecordsQueries {
  progress(runIds: readonly string[]): Promise<ReadonlyMap<string, RunProgress>>;
  /** The requests that are kept, in their order. */
  requests(runId: string): Promise<readonly RunRequest[]>;
}
