import { cellText, type Cell } from "../../connector-language/json/cells.ts";
import { observeRow, startProfile, type TableProfile } from "../../connector-language/table/column-types.ts";
import type { Row } from "../../connector-language/table/row.ts";
import type { Operation } from "../../connector-language/definition/definition.ts";
import type { PullNote, PullResult, PullStep } from "../../connector-language/engine/engine-ports.ts";
import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import { pauseWords } from "../../connector-language/response/pauses.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";
import { findingSentence } from "../../core/findings/finding.ts";
import type { JsonValue } from "../../core/values/json.ts";
import { cutText } from "../../core/text/text.ts";
import { hiddenStart } from "./hidden-start.ts";

/** Why the reading of an operation ended. `time_limit`: the test's time was over; `not_reached`: it never began. */
export type TestReadStop = NonNullable<PullResult["stopReason"]> | "time_limit" | "not_reached" | "failed";

/** The start of a body, for display, with secrets masked. */
export type ShownBody = { readonly text: string; readonly cut: boolean };

export type TestedRequest = {
  readonly number: number;
  /** Above 1 for a retry of the same page. */
  readonly attempt: number;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ShownBody | null;
  /** What happened before it was sent: waits and their reasons. */
  readonly notes: readonly string[];
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: ShownBody;
    readonly bytes: number;
    readonly ms: number;
  } | null;
  /** The definition treats the response as no rows. */
  readonly ignored: boolean;
  /** Why there is no response. */
  readonly failure: string | null;
};

export type TestedOperation = {
  readonly id: string;
  readonly name: string;
  readonly status: "success" | "partial" | "failed" | "cut";
  readonly stop: TestReadStop;
  readonly error: string | null;
  readonly warnings: readonly string[];
  readonly requests: readonly TestedRequest[];
  readonly rounds: number;
  readonly pages: number;
  /** Types by their names in Postgres; null if all cells are empty. */
  readonly columns: readonly { readonly name: string; readonly type: string | null }[];
  readonly rows: readonly Readonly<Record<string, JsonValue>>[];
};

const SHOWN_CHARS = 2_048;
/** Characters shown of a URL and of a header. */
const MAX_URL_CHARS = 2_000;
/** Characters of one cell, fewer in wide rows; tables hold more. */
const MAX_CELL_CHARS = 10_000;
const MIN_CELL_CHARS = 60;
const ROW_CHARS = 200_000;
const NAME_CHARS = 500;
/** Characters of JSON for the rows of all operations together. */
const ROWS_CHARS = 2_000_000;
/** How much of a body is searched for secrets, so that none crosses the end of the shown part unnoticed. */
const MAX_BODY_BYTES = 128_000;
const SHOWN_HEADERS =
  /^(content-type|content-length|content-encoding|retry-after|link|location|www-authenticate|date|etag|(x-)?ratelimit.*|x-rate-limit.*|x-(total|next|prev|page|per-page|request-id|offset|limit|cursor).*)$/i;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Progress = {
  readonly operation: Operation;
  readonly requests: Mutable<TestedRequest>[];
  readonly rounds: Map<number, { rows: Row[]; pages: number }>;
  waiting: string[];
  begun: boolean;
  result: PullResult | null;
};

/**
 * Records one reading of a definition for display: `hide` masks every known secret in a text. It receives the pull's
 * notes and steps, and each response.
 */
export function testReadRecord(operations: readonly Operation[], hide: (text: string) => string) {
  const all = new Map<string, Progress>(
    operations.map((operation) => [
      operation.id,
      { operation, requests: [], rounds: new Map(), waiting: [], begun: false, result: null },
    ]),
  );
  /** The purpose of the next call: the pull announces a request right before it sends it. */
  let next: Mutable<TestedRequest> | undefined;

  function of(id: string): Progress {
    const found = all.get(id);
    if (!found) throw new Error(`The test reads no operation ${id}`);
    return found;
  }

  return {
    observe(note: PullNote): void {
      const progress = of(note.operation);
      progress.begun = true;
      if (note.kind === "end") progress.result = note.result;
      if (note.kind === "wait") progress.waiting.push(waited(note));
      if (note.kind === "request") {
        next = requested(note, progress.waiting, hide);
        progress.waiting = [];
        progress.requests.push(next);
      }
      if (note.kind === "answer" || note.kind === "failure" || note.kind === "ignored") {
        const about = progress.requests.find(({ number }) => number === note.number);
        if (note.kind === "answer" && about?.response) about.response = { ...about.response, ms: note.ms };
        if (note.kind === "ignored" && about) about.ignored = true;
        if (note.kind === "failure" && about) about.failure = hide(findingSentence(note.finding));
      }
    },
    /**
     * Records a request. The returned function takes its response and returns the one to read instead: the chunks of a
     * streamed one are recorded on the way.
     */
    sent(request: OutgoingRequest): (answer: SendResponse | SendFailure) => SendResponse | SendFailure {
      const about = next;
      if (!about) throw new Error("No request was told of before it was sent");
      if (request.body !== null) about.body = bodyPreview(request.body, hide);
      return (answer) => (answer.ok ? answered(about, answer, hide) : answer);
    },
    step(step: PullStep): void {
      const { rounds } = of(step.operation);
      if (step.kind !== "page") return void rounds.delete(step.round);
      const round = rounds.get(step.round) ?? { rows: [], pages: 0 };
      round.rows.push(...step.rows);
      round.pages = step.page;
      rounds.set(step.round, round);
    },
    /** What was read; operations without an end were cut off by the time limit. */
    operations(): TestedOperation[] {
      const room = { left: ROWS_CHARS };
      return [...all.values()].map((progress) => triedOperation(progress, hide, room));
    },
  };
}

/** A request before its response, after these waits. */
function requested(
  { number, attempt, request }: Extract<PullNote, { kind: "request" }>,
  notes: Mutable<TestedRequest>["notes"],
  hide: (text: string) => string,
): Mutable<TestedRequest> {
  return {
    number,
    attempt,
    ...request,
    headers: request.headers.map(([name, value]) => [name, cutText(value, MAX_URL_CHARS)]),
    url: cutText(hide(request.url), MAX_URL_CHARS),
    body: null,
    notes,
    response: null,
    ignored: false,
    failure: null,
  };
}

function answered(about: Mutable<TestedRequest>, answer: SendResponse, hide: (text: string) => string): SendResponse {
  const headers = answer.headers
    .filter(([name]) => SHOWN_HEADERS.test(name))
    .map(([name, value]) => [name, cutText(hide(value), 300)] as const);
  let beginning = answer.body.subarray(0, MAX_BODY_BYTES);
  let bytes = answer.body.length;
  const tell = () =>
    (about.response = {
      status: answer.status,
      headers,
      body: shownBytes(beginning, bytes, hide),
      bytes,
      ms: about.response?.ms ?? 0,
    });
  tell();
  if (answer.chunks === undefined) return answer;
  const onChunk = (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (about.response) about.response = { ...about.response, bytes };
    if (beginning.length >= MAX_BODY_BYTES) return;
    beginning = joined(beginning, chunk.subarray(0, MAX_BODY_BYTES - beginning.length));
    tell();
  };
  return { ...answer, chunks: recordChunks(answer.chunks, onChunk) };
}

function triedOperation(
  { operation, requests, rounds, begun, result, waiting }: Progress,
  hide: (text: string) => string,
  room: Room,
): TestedOperation {
  const rows = [...rounds.values()].flatMap((round) => round.rows);
  const profile: TableProfile = startProfile(operation.columns, operation.addedColumns);
  for (const row of rows) observeRow(profile, row);
  const names = new Map([...profile.keys()].map((label) => [label, cutText(hide(label), NAME_CHARS)]));
  const bodyPreview = shownRows(rows, names, hide, room);
  const leftOut =
    bodyPreview.length < rows.length
      ? [
          `Only the first ${bodyPreview.length} of ${rows.length} rows are shown: a test shows at most ${ROWS_CHARS / 1_000_000} MB.`,
        ]
      : [];
  return {
    id: operation.id,
    name: operation.name,
    status: result?.status ?? "cut",
    stop:
      result === null
        ? begun
          ? "time_limit"
          : "not_reached"
        : result.status === "failed"
          ? "failed"
          : (result.stopReason ?? "failed"),
    error: result?.error == null ? null : hide(findingSentence(result.error)),
    warnings: [...(result === null ? waiting : result.warnings.map(findingSentence)).map(hide), ...leftOut],
    requests,
    rounds: rounds.size,
    pages: [...rounds.values()].reduce((sum, round) => sum + round.pages, 0),
    columns: [...profile].map(([label, { type }]) => ({ name: names.get(label) ?? label, type })),
    rows: bodyPreview,
  };
}

/** Remaining characters for rows. */
type Room = { left: number };

/** The first rows, as many as there is room for. */
function shownRows(
  rows: readonly Row[],
  names: ReadonlyMap<string, string>,
  hide: (text: string) => string,
  room: Room,
): TestedOperation["rows"] {
  const bodyPreview: Readonly<Record<string, JsonValue>>[] = [];
  for (const row of rows) {
    const chars = Math.max(
      MIN_CELL_CHARS,
      Math.min(MAX_CELL_CHARS, Math.floor(ROW_CHARS / Math.max(1, row.cells.length))),
    );
    const next = Object.fromEntries(
      [...row].map(([label, cell]) => [names.get(label) ?? label, shownCell(cell, chars, hide)]),
    );
    room.left -= JSON.stringify(next).length;
    if (room.left < 0) break;
    bodyPreview.push(next);
  }
  return bodyPreview;
}

/** A number or boolean stays one, unless its text is a secret. */
function shownCell(cell: Cell, chars: number, hide: (text: string) => string): JsonValue {
  const text = cellText(cell);
  if (text === null) return null;
  const hidden = text.length > MAX_BODY_BYTES ? hiddenStart(cutText(text, MAX_BODY_BYTES), hide) : hide(text);
  const safe = cutText(hidden, chars);
  return safe === text && (typeof cell === "number" || typeof cell === "boolean") ? cell : safe;
}

/** Secrets are masked before the text is cut, so that none is cut in two. */
function bodyPreview(text: string, hide: (text: string) => string): ShownBody {
  const safe = hide(text);
  return { text: cutText(safe, SHOWN_CHARS), cut: safe.length > SHOWN_CHARS };
}

function shownBytes(bytes: Uint8Array, whole: number, hide: (text: string) => string): ShownBody {
  if (bytes.includes(0)) return { text: `${whole} bytes that are no text`, cut: false };
  const isCut = whole > bytes.length;
  const body = bodyPreview(new TextDecoder().decode(bytes), isCut ? (text) => hiddenStart(text, hide) : hide);
  return { ...body, cut: body.cut || isCut };
}

async function* recordChunks(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

function waited(note: Extract<PullNote, { kind: "wait" }>): string {
  if (note.cause === "rate_limit") return `Waited ${pauseWords(note)}, as the definition's rate_limit asks.`;
  const pause = `tried again after ${pauseWords(note)}.`;
  return note.why === null ? pause : `${findingSentence(note.why).replace(/\.$/, "")}: ${pause}`;
}
