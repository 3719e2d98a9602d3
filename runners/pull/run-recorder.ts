import type { PullNote } from "#domain/connector-language/engine/engine-ports.ts";
import { pauseWords } from "#domain/connector-language/response/pauses.ts";
import {
  type OperationProgress,
  REQUESTS_KEPT_AT_EACH_END,
  type RunProgress,
  type RunRecords,
  type RunRequest,
  type RunWait,
} from "#domain/core/ports/run-records.ts";

/** Pages look about as often. */
const KEEP_EVERY_MS = 500;
/** Requests that may still change; more are never under way at a time. */
const OPEN_REQUESTS = 100;
/** Shorter pauses are over before anybody could read of them. */
const TOLD_FROM_MS = 1_000;

type Recorder = {
  readonly observe: (note: PullNote) => void;
  /** Keeps what was not kept yet. */
  finish(): Promise<void>;
};

/** Turns what a pull tells into its progress and its request log, written at most twice a second however fast pages come. */
export function runRecorder(options: {
  readonly records: RunRecords;
  readonly runId: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): Recorder {
  const { records, runId, now, onError } = options;
  const operations = new Map<string, OperationProgress>();
  const open = new Map<string, RunRequest>();
  let changed = new Map<number, RunRequest>();
  let requests = 0;
  let wait: RunWait | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  const advance = (operation: string, change: (before: OperationProgress) => Partial<OperationProgress>): void => {
    const before = operations.get(operation) ?? { operation, round: 1, rounds: 1, requests: 0, pages: 0, rows: 0 };
    operations.set(operation, { ...before, ...change(before) });
  };
  const put = (key: string, request: RunRequest): void => {
    open.set(key, request);
    if (open.size > OPEN_REQUESTS) open.delete(open.keys().next().value ?? "");
    changed.set(request.number, request);
  };
  const amend = (key: string, change: Partial<RunRequest>): void => {
    const request = open.get(key);
    if (request) put(key, { ...request, ...change });
  };
  const write = (): Promise<void> => {
    timer = null;
    const progress: RunProgress = { operations: [...operations.values()], wait, requests };
    const kept = [...changed.values()].filter(
      ({ number }) => number <= REQUESTS_KEPT_AT_EACH_END || number > requests - REQUESTS_KEPT_AT_EACH_END,
    );
    changed = new Map();
    writing = writing.then(() => records.keep(runId, progress, kept)).catch(onError);
    return writing;
  };

  return {
    observe(note) {
      const { operation } = note;
      const key = "number" in note ? `${operation}/${note.number}` : operation;
      switch (note.kind) {
        case "round":
          advance(operation, () => ({ round: note.round, rounds: note.of }));
          break;
        case "request": {
          const { method, url } = note.request;
          requests += 1;
          wait = null;
          advance(operation, (before) => ({ requests: before.requests + 1 }));
          put(key, {
            number: requests,
            at: new Date(now()).toISOString(),
            operation,
            attempt: note.attempt,
            method,
            url,
            status: null,
            bytes: null,
            ms: null,
            rows: null,
            ignored: false,
            note: null,
          });
          break;
        }
        case "answer":
          amend(key, { status: note.status, bytes: note.bytes, ms: Math.round(note.ms) });
          break;
        case "failure":
          amend(key, { ms: Math.round(note.ms), note: note.message });
          break;
        case "ignored":
          amend(key, { ignored: true });
          break;
        case "wait":
          if (note.ms >= TOLD_FROM_MS)
            wait = {
              until: new Date(now() + note.ms).toISOString(),
              ms: Math.round(note.ms),
              cause: note.cause,
              why: note.why,
            };
          if (note.cause !== "rate_limit") amend(key, { note: waited(note) });
          break;
        case "page": {
          // A streamed answer comes in several steps, which are one page.
          const known = open.get(key)?.rows ?? null;
          advance(operation, (before) => ({
            pages: before.pages + (known === null ? 1 : 0),
            rows: before.rows + note.rows,
          }));
          amend(key, { rows: (known ?? 0) + note.rows });
          break;
        }
        case "end":
          break;
      }
      timer ??= setTimeout(() => void write(), KEEP_EVERY_MS).unref();
    },
    async finish() {
      if (timer) clearTimeout(timer);
      wait = null;
      await write();
    },
  };
}

function waited(note: Extract<PullNote, { kind: "wait" }>): string {
  const pause = `next try after ${pauseWords(note)}`;
  return note.why === null ? pause : `${note.why.replace(/\.$/, "")}; ${pause}`;
}
