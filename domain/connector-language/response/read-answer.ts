import type { Operation } from "../definition/definition.ts";
import { collected, gunzipped, UnreadableAnswer } from "./gunzip.ts";
import type { Json } from "../json/json.ts";
import { answerDecoder, type AnswerDecoder } from "./bytes/answer-decoder.ts";
import { otherThanRows, readBody, rowReader } from "./read-body.ts";
import type { Body, ReadingPorts, RowReader } from "./read-body.ts";
import { BrokenAnswer } from "./send-response.ts";
import type { SendFailure, SendResponse } from "./send-response.ts";
import { headerOf } from "../request/request.ts";

/** A response with its body read, or with the first rows of a streamed one. */
export interface ReadAnswer {
  ok: true;
  status: number;
  headers: SendResponse["headers"];
  body: Body;
  /** The start of the body as text, for messages. */
  text: string;
  /** The rows after those in `body`, in batches; null if `body` is complete. Must be read to its end or returned. */
  more: AsyncGenerator<Json[], void> | null;
}

const WHOLE_BYTES = 64_000_000;
const ERROR_BYTES = 1_000_000;
const STREAMED_BYTES = 2_000_000_000;
/** Rows per batch. */
const ROWS_PER_BATCH = 1_000;

/**
 * Whether the rows of an operation's responses are returned as they arrive, so that memory stays flat: lines and CSV,
 * unless the rows or the paging need a whole response.
 */
export function isStreamed(operation: Operation): boolean {
  const { pagination, records, responseFormat } = operation;
  if (responseFormat !== "ndjson" && responseFormat !== "csv") return false;
  const looksInside = [
    pagination.total_path,
    pagination.total_pages_path,
    pagination.has_more_path,
    pagination.cursor_path,
    pagination.next_url_path,
  ].some((path) => path !== undefined);
  const plainCursor =
    pagination.strategy !== "cursor" || pagination.cursor_header !== undefined || pagination.cursor_field !== undefined;
  const each =
    records.path === null ||
    records.path === "$" ||
    (typeof records.path === "string" && records.path.startsWith("[*]"));
  return !looksInside && plainCursor && each && (records.shape === "objects" || records.shape === "values");
}

/** `known`: the names of columns that the table, the definition or an earlier page has. */
type ReadOperation = Operation & { readonly known?: Set<string> };

/** Reads a response. A connection that breaks off while the start is read counts as failed from the beginning. */
export async function readAnswer(
  response: SendResponse,
  operation: ReadOperation,
  ports: ReadingPorts,
): Promise<ReadAnswer | SendFailure> {
  const { status, headers } = response;
  const fine = status >= 200 && status < 300;
  try {
    if (fine && response.chunks !== undefined && isStreamed(operation))
      return await streamed(response, response.chunks, operation, ports);
    const bytes = await bytesOf(response, fine ? WHOLE_BYTES : ERROR_BYTES);
    const text = new TextDecoder().decode(bytes.subarray(0, 20_000));
    // Whatever the format of the rows, errors are mostly JSON or an HTML page.
    const format =
      fine || (operation.responseFormat === "xml" && !/^\s*[[{]/.test(text))
        ? operation
        : { ...operation, responseFormat: "json" as const };
    return {
      ok: true,
      status,
      headers,
      body: await readBody(bytes, format, headerOf(headers, "content-type"), ports),
      text,
      more: null,
    };
  } catch (error) {
    if (error instanceof BrokenAnswer) return error.failure;
    if (error instanceof UnreadableAnswer)
      return { ok: true, status, headers, body: { kind: "unreadable", finding: error.finding }, text: "", more: null };
    throw error;
  }
}

async function bytesOf(response: SendResponse, maxBytes: number): Promise<Uint8Array> {
  if (response.chunks !== undefined) return collected(gunzipped(response.chunks, maxBytes), maxBytes);
  const { body } = response;
  return body[0] === 0x1f && body[1] === 0x8b ? collected(gunzipped(only(body), maxBytes), maxBytes) : body;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

async function streamed(
  response: SendResponse,
  chunks: AsyncIterable<Uint8Array>,
  operation: ReadOperation,
  { encodingOf }: ReadingPorts,
): Promise<ReadAnswer> {
  const reader = rowReader(operation);
  const contentType = headerOf(response.headers, "content-type");
  const batches = rowsOf(chunks, operation, reader, (head) => answerDecoder(contentType, head, encodingOf));
  const first = await batches.next();
  const rows = first.done === true ? [] : first.value;
  const body: Body = rows.length === 0 && !reader.begun ? { kind: "empty" } : { kind: "value", json: rows };
  return { ok: true, status: response.status, headers: response.headers, body, text: "", more: batches };
}

/** The rows of a body in pieces, in batches; throws UnreadableAnswer, or what `chunks` throws. */
async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  operation: ReadOperation,
  reader: RowReader,
  decoderFor: (head: Uint8Array) => AnswerDecoder,
): AsyncGenerator<Json[], void> {
  let decoder: AnswerDecoder | null = null;
  let isHead = true;
  let waiting: Json[] = [];
  const read = (text: string, last: boolean) => {
    const other = isHead && text !== "" ? otherThanRows(operation, text) : null;
    if (other !== null) throw new UnreadableAnswer(other);
    isHead &&= text === "";
    for (const row of reader.read(text, last)) waiting.push(row);
  };
  for await (const chunk of gunzipped(chunks, STREAMED_BYTES)) {
    decoder ??= decoderFor(chunk);
    read(decoder.write(chunk, false), false);
    if (waiting.length >= ROWS_PER_BATCH) {
      yield waiting;
      waiting = [];
    }
  }
  read(decoder?.write(new Uint8Array(), true) ?? "", true);
  if (waiting.length > 0) yield waiting;
}
