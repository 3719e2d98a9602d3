import type { AnswerFacts, EndpointFacts } from "../../http/json-api/endpoint.ts";
import { isRepeatable } from "./error-responses.ts";
import { exampleOf } from "./examples.ts";
import { type Components, type Json, schemaOf } from "./schemas.ts";

/** The headers of answers, for `components.headers`. */
export const headers: Json = {
  Link: {
    description: "The neighbouring pages of the list (RFC 8288): first, prev, next and last.",
    required: true,
    schema: { type: "string" },
  },
  TotalCount: { description: "The number of all items or rows.", schema: { type: "integer", minimum: 0 } },
  RetryAfter: { description: "Seconds to wait before the call is repeated.", schema: { type: "integer", minimum: 0 } },
  IdempotencyReplayed: {
    description: "This is the answer of an earlier call with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  ContentDisposition: { description: "The name under which to save the file.", schema: { type: "string" } },
  ETag: { description: "Names this version of the content.", schema: { type: "string" } },
  SetCookie: { description: "The cookie of the session.", schema: { type: "string" } },
};
const HEADER_NAMES: Readonly<Record<string, string>> = {
  Link: "Link",
  TotalCount: "X-Total-Count",
  RetryAfter: "Retry-After",
  IdempotencyReplayed: "Idempotency-Replayed",
  ContentDisposition: "Content-Disposition",
  ETag: "ETag",
  SetCookie: "Set-Cookie",
};

const ROWS = { type: "array", items: { type: "object" } };
/** What an answer in one of these media types holds. */
const CONTENT: Readonly<Record<string, Json>> = {
  "application/json": ROWS,
  "application/x-ndjson": { type: "string", description: "One JSON object on each line." },
  "text/csv": { type: "string", description: "A line with the names of the columns, and one for each row." },
  "text/event-stream": { type: "string", description: "Server-sent events, each with this answer as its data." },
  "application/octet-stream": { type: "string", contentMediaType: "application/octet-stream" },
};

/** The answers of a call that is not refused, by status. */
export function answersOf(endpoint: EndpointFacts, components: Components): Json {
  const answers = Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, facts]: [string, AnswerFacts]) => [
      status,
      {
        description: sentence(facts.about ?? "The answer."),
        ...headersOf(endpoint, Number(status), facts),
        content: contentOf(endpoint, status, facts, components),
      },
    ]),
  );
  return isTagged(endpoint) ? { ...answers, 304: UNCHANGED } : answers;
}

const UNCHANGED = {
  description: "The client has this answer already: its If-None-Match has the ETag of it.",
  headers: { ETag: { $ref: "#/components/headers/ETag" } },
};

/** Whether the answers of a call have an ETag. */
function isTagged({ method, changes, isSecret }: EndpointFacts): boolean {
  return method === "GET" && !changes && !isSecret;
}

function contentOf(endpoint: EndpointFacts, status: string, facts: AnswerFacts, components: Components): Json {
  if (facts.types !== undefined)
    return Object.fromEntries(facts.types.map((type) => [type, { schema: CONTENT[type] ?? {} }]));
  const example = exampleOf(endpoint)?.answers?.[status];
  return {
    "application/json": {
      schema: schemaOf(facts.body, "output", components),
      ...(example === undefined ? {} : { example }),
    },
    ...Object.fromEntries((facts.also ?? []).map((type) => [type, { schema: CONTENT[type] ?? {} }])),
  };
}

function headersOf(endpoint: EndpointFacts, status: number, facts: AnswerFacts): Json {
  const isList = facts.types === undefined && "limit" in endpoint.query.shape;
  const names = [
    ...(isList ? ["Link", "TotalCount"] : []),
    ...(facts.types !== undefined && endpoint.who === "key" ? ["TotalCount"] : []),
    ...(facts.types === undefined ? [] : ["ContentDisposition"]),
    ...(isTagged(endpoint) && status < 300 ? ["ETag"] : []),
    ...(isRepeatable(endpoint) ? ["IdempotencyReplayed"] : []),
    ...(status === 202 ? ["RetryAfter"] : []),
    ...(endpoint.path === "/api/users/login" ? ["SetCookie"] : []),
  ];
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [HEADER_NAMES[name], { $ref: `#/components/headers/${name}` }])),
  };
}

/** "with the session's cookie" as "With the session's cookie." */
function sentence(about: string): string {
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}${/[.!?]$/.test(about) ? "" : "."}`;
}
