import { legacyEncoding } from "#infra/tables/csv/encoding/legacy-encoding.ts";
import { cellText } from "#domain/connector-language/json/cells.ts";
import { findingSentence } from "#domain/core/findings/finding.ts";
import { observeRow, startProfile } from "#domain/connector-language/table/column-types.ts";
import { consentOf } from "#domain/connector-language/consent/consent.ts";
import type { Page, PullInput, PullStep } from "#domain/connector-language/engine/engine-ports.ts";
import type { SendFailure, SendResponse } from "#domain/connector-language/response/send-response.ts";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import { type DefinitionResult, pullDefinition } from "#domain/connector-language/engine/pull-definition.ts";
import type { OutgoingRequest } from "#domain/connector-language/request/request.ts";

/** The answer of a test's API: JSON, a text, bytes, or bytes in pieces. */
export type Reply =
  | {
      status?: number;
      headers?: Record<string, string>;
      json?: unknown;
      text?: string;
      bytes?: Uint8Array;
      chunks?: AsyncIterable<Uint8Array>;
    }
  | SendFailure;
export type Api = (request: OutgoingRequest, number: number) => Reply;

/** The start of every test's pull: 2025-06-15T15:06:40Z. */
const BEGIN = 1_750_000_000_000;

/** Runs a definition against an API made of one function, with a clock that only sleeping moves. */
export async function pullFrom(definition: object, api: Api, more: Partial<PullInput> = {}) {
  const parsed = parseDefinition({ protocol: "rest", ...definition });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const requests: OutgoingRequest[] = [];
  const sleeps: number[] = [];
  const settings = more.settings ?? {};
  const pull = pullDefinition({
    definition: parsed.definition,
    settings,
    secrets: {},
    consent: consentOf(parsed.definition, more.authChoice, settings),
    userAgent: "Tributary/1",
    random: () => 0,
    encodingOf: (sample) => legacyEncoding(Buffer.from(sample)).encoding,
    now: () => sleeps.reduce((sum, ms) => sum + ms, BEGIN),
    sleep: async (ms) => void sleeps.push(ms),
    send: async (request) => {
      requests.push(request);
      return responseOf(api(request, requests.length));
    },
    ...more,
  });
  const steps: PullStep[] = [];
  let step = await pull.next();
  for (; !step.done; step = await pull.next()) steps.push(step.value);
  let pages: Page[] = [];
  for (const each of steps) {
    if (each.kind === "page") pages.push(each);
    else pages = pages.filter(({ operation, round }) => operation !== each.operation || round !== each.round);
  }
  const profile = startProfile(
    parsed.definition.operations[0]?.columns ?? null,
    parsed.definition.operations[0]?.addedColumns,
  );
  for (const page of pages) for (const row of page.rows) observeRow(profile, row);
  const rowsOf = (operation?: string) =>
    pages.flatMap((page) =>
      operation === undefined || page.operation === operation
        ? page.rows.map((row) => Object.fromEntries([...row].map(([label, cell]) => [label, cellText(cell)])))
        : [],
    );
  return {
    steps,
    rows: rowsOf(),
    rowsOf,
    result: inSentences(step.value),
    sleeps,
    requests,
    urls: requests.map((request) => request.url.href),
    types: Object.fromEntries([...profile].map(([label, { type }]) => [label, type])),
  };
}

/** The result with sentences in place of findings: what people read. */
function inSentences(result: DefinitionResult) {
  const operations = result.operations.map((each) => ({ ...each, ...sentencesOf(each) }));
  return { ...result, ...sentencesOf(result), operations };
}

function sentencesOf({ error, warnings }: Pick<DefinitionResult, "error" | "warnings">) {
  return { error: error === null ? null : findingSentence(error), warnings: warnings.map(findingSentence) };
}

function responseOf(reply: Reply): SendResponse | SendFailure {
  if ("ok" in reply) return reply;
  const text = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json));
  const head = { ok: true as const, status: reply.status ?? 200, headers: Object.entries(reply.headers ?? {}) };
  return reply.chunks === undefined
    ? { ...head, body: reply.bytes ?? new TextEncoder().encode(text) }
    : { ...head, body: new Uint8Array(), chunks: reply.chunks };
}

/**
 * An API that answers these calls only, each by its method, path and query as sent (`GET /a?b=1`), a POST with its body
 * appended (`POST /a {"b":1}`). A list is returned one by one, its last item repeatedly; other JSON is returned
 * directly.
 */
export function answering(exchanges: Record<string, Reply | Reply[]>): Api {
  const asked = new Map<string, number>();
  return (request) => {
    const call = `${request.method} ${request.url.pathname}${request.url.search}${request.body === null ? "" : ` ${request.body}`}`;
    const times = asked.get(call) ?? 0;
    asked.set(call, times + 1);
    const known = exchanges[call];
    const reply = Array.isArray(known) ? known[Math.min(times, known.length - 1)] : known;
    return reply ?? { status: 418, json: { message: `Nobody expected ${call}` } };
  };
}

/** A 200 with this JSON. */
export function ok(json: unknown, headers: Record<string, string> = {}): Reply {
  return { json, headers };
}
