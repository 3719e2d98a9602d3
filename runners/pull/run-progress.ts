import { findingSentence } from "#domain/core/findings/finding.ts";
import type { PullNote } from "#domain/connector-language/engine/engine-ports.ts";
import { pauseWords } from "#domain/connector-language/response/pauses.ts";
import {
  type OperationProgress,
  REQUESTS_KEPT_AT_EACH_END,
  type RunProgress,
  type RunRequest,
  type RunWait,
} from "#domain/core/ports/run-records.ts";

/** Most requests that may still change at a time. */
const OPEN_REQUESTS = 100;
/** Shorter pauses are not shown. */
const SHOWN_PAUSE_MS = 1_000;

export type ProgressTracker = {
  observe(note: PullNote): void;
  /** Ends the wait that is shown. */
  endWait(): void;
  /** The progress, and the requests that have changed since the last call and must be stored. */
  take(): { readonly progress: RunProgress; readonly requests: readonly RunRequest[] };
};

/**
 * Turns the notes of a pull into its progress and its request log. `now` in milliseconds; `hide` removes every secret
 * from a text.
 */
export function trackProgress(now: () => number, hide: (text: string) => string): ProgressTracker {
  const operations = new Map<string, OperationProgress>();
  const log = requestLog(hide);
  let wait: RunWait | null = null;

  const advance = (operation: string, change: (before: OperationProgress) => Partial<OperationProgress>): void => {
    const before = operations.get(operation) ?? { operation, round: 1, rounds: 1, requests: 0, pages: 0, rows: 0 };
    operations.set(operation, { ...before, ...change(before) });
  };

  return {
    observe(note) {
      const { operation } = note;
      const key = "number" in note ? `${operation}/${note.number}` : operation;
      switch (note.kind) {
        case "round":
          return advance(operation, () => ({ round: note.round, rounds: note.of }));
        case "request":
          wait = null;
          advance(operation, (before) => ({ requests: before.requests + 1 }));
          return log.add(key, note, new Date(now()).toISOString());
        case "answer":
          return log.amend(key, { status: note.status, bytes: note.bytes, ms: Math.round(note.ms) });
        case "failure":
          return log.amend(key, { ms: Math.round(note.ms), note: findingSentence(note.finding) });
        case "ignored":
          return log.amend(key, { ignored: true });
        case "wait":
          if (note.ms >= SHOWN_PAUSE_MS) wait = waitOf(note, now(), hide);
          if (note.cause !== "rate_limit") log.amend(key, { note: retryNote(note) });
          return;
        case "page": {
          // A streamed response is yielded in several steps, which are one page.
          const known = log.rowsOf(key);
          const pages = known === null ? 1 : 0;
          advance(operation, (before) => ({ pages: before.pages + pages, rows: before.rows + note.rows }));
          return log.amend(key, { rows: (known ?? 0) + note.rows });
        }
        case "end":
          return;
      }
    },
    endWait() {
      wait = null;
    },
    take() {
      const { requests, changed } = log.take();
      return { progress: { operations: [...operations.values()], wait, requests }, requests: changed };
    },
  };
}

/** The requests of a run; of the finished ones only the changes since the last `take`. */
function requestLog(hide: (text: string) => string) {
  const open = new Map<string, RunRequest>();
  let changed = new Map<number, RunRequest>();
  let requests = 0;
  const put = (key: string, written: RunRequest): void => {
    const { url, note } = written;
    const request = { ...written, url: hide(url), note: note === null ? null : hide(note) };
    open.set(key, request);
    if (open.size > OPEN_REQUESTS) open.delete(open.keys().next().value ?? "");
    changed.set(request.number, request);
  };
  return {
    add(key: string, { operation, attempt, request }: Extract<PullNote, { kind: "request" }>, at: string): void {
      requests += 1;
      const { method, url } = request;
      const empty = { status: null, bytes: null, ms: null, rows: null, ignored: false, note: null };
      put(key, { number: requests, at, operation, attempt, method, url, ...empty });
    },
    amend(key: string, change: Partial<RunRequest>): void {
      const request = open.get(key);
      if (request) put(key, { ...request, ...change });
    },
    rowsOf: (key: string): number | null => open.get(key)?.rows ?? null,
    take() {
      const kept = [...changed.values()].filter(
        ({ number }) => number <= REQUESTS_KEPT_AT_EACH_END || number > requests - REQUESTS_KEPT_AT_EACH_END,
      );
      changed = new Map();
      return { requests, changed: kept };
    },
  };
}

type WaitNote = Extract<PullNote, { kind: "wait" }>;

function waitOf({ ms, cause, why }: WaitNote, nowMs: number, hide: (text: string) => string): RunWait {
  const until = new Date(nowMs + ms).toISOString();
  return { until, ms: Math.round(ms), cause, why: why === null ? null : hide(findingSentence(why)) };
}

function retryNote(note: WaitNote): string {
  const pause = `next try after ${pauseWords(note)}`;
  return note.why === null ? pause : `${findingSentence(note.why).replace(/\.$/, "")}; ${pause}`;
}
