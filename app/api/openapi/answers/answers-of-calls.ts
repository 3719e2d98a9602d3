import { type AnswerFacts, type EndpointFacts, nameOf } from "../../../http/json-api/endpoint.ts";
import { isRepeatable } from "../error-responses.ts";
import { exampleOf } from "../examples.ts";
import { type Components, type Json, schemaOf } from "../schemas.ts";
import { sentence } from "../described-fields.ts";
import { describedAnswer } from "./described-answer.ts";

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
  Location: {
    description: "The address of what was made, or of the status of what was begun.",
    required: true,
    schema: { type: "string" },
  },
  LookAgain: {
    description: "Seconds after which a client that does not wait may look again.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  PreferenceApplied: { description: "Which preferences of Prefer were followed.", schema: { type: "string" } },
  Challenge: { description: "How to say who calls (RFC 6750).", required: true, schema: { type: "string" } },
  SetCookie: { description: "The cookie of the session.", schema: { type: "string" } },
};
const HEADER_NAMES: Readonly<Record<string, string>> = {
  Link: "Link",
  TotalCount: "X-Total-Count",
  RetryAfter: "Retry-After",
  IdempotencyReplayed: "Idempotency-Replayed",
  ContentDisposition: "Content-Disposition",
  ETag: "ETag",
  Location: "Location",
  LookAgain: "Retry-After",
  PreferenceApplied: "Preference-Applied",
  SetCookie: "Set-Cookie",
};

const ROWS = { type: "array", items: { type: "object" } };
/** What an answer in one of these media types holds. */
const CONTENT: Readonly<Record<string, Json>> = {
  "application/json": ROWS,
  "application/x-ndjson": { type: "string", description: "One JSON object on each line." },
  "text/csv": { type: "string", description: "A line with the names of the columns, and one for each row." },
  "text/event-stream": { type: "string", description: "An event for each change, until the last." },
  "application/octet-stream": { type: "string", contentMediaType: "application/octet-stream" },
};

/** The answers of a call that is not refused, by status. */
export function answersOf(endpoint: EndpointFacts, components: Components): Json {
  return { ...declaredAnswers(endpoint, components), ...unchanged(endpoint) };
}

/** The answer to a client that has the content already. */
function unchanged(endpoint: EndpointFacts): Json {
  return hasTag(endpoint) ? { 304: UNCHANGED } : {};
}

const UNCHANGED = {
  description: "The client has this answer already: its If-None-Match has the ETag of it.",
  headers: { ETag: { $ref: "#/components/headers/ETag" } },
};

/** Whether an answer has an ETag, with which a client asks whether it has changed. */
export function hasTag({ method, changes, isSecret, protocol }: EndpointFacts): boolean {
  return method === "GET" && !changes && !isSecret && !protocol;
}

function declaredAnswers(endpoint: EndpointFacts, components: Components): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, facts]: [string, AnswerFacts]) => [
      status,
      {
        description: sentence(facts.about ?? "The answer."),
        ...headersOf(endpoint, Number(status), facts),
        ...contentOf(endpoint, status, facts, components),
      },
    ]),
  );
}

function contentOf(endpoint: EndpointFacts, status: string, facts: AnswerFacts, components: Components): Json {
  const typed = (types: readonly string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: (endpoint.protocol ? {} : CONTENT[type]) ?? {} }]));
  if (facts.types !== undefined) return facts.types.length === 0 ? {} : { content: typed(facts.types) };
  const example = exampleOf(endpoint)?.answers?.[status];
  const json = {
    schema: describedAnswer(schemaOf(facts.body, "output", components), nameOf(endpoint)),
    ...(example === undefined ? {} : { example }),
  };
  return { content: { "application/json": json, ...typed(facts.also ?? []) } };
}

function headersOf(endpoint: EndpointFacts, status: number, facts: AnswerFacts): Json {
  const isList = facts.types === undefined && "limit" in endpoint.query.shape;
  const names = [
    ...(isList ? ["Link", "TotalCount"] : []),
    ...(facts.types !== undefined && endpoint.who === "key" && !endpoint.protocol ? ["TotalCount"] : []),
    ...(facts.types === undefined || facts.types.length === 0 || endpoint.protocol ? [] : ["ContentDisposition"]),
    ...(hasTag(endpoint) || endpoint.method === "PUT" ? ["ETag"] : []),
    ...(isRepeatable(endpoint) ? ["IdempotencyReplayed"] : []),
    ...(status === 201 || status === 202 ? ["Location"] : []),
    ...(status === 202 ? ["LookAgain"] : []),
    ...(202 in endpoint.answers ? ["PreferenceApplied"] : []),
    ...("wait" in endpoint.query.shape ? ["RetryAfter"] : []),
    ...(endpoint.path === "/api/users/login" ? ["SetCookie"] : []),
  ];
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [HEADER_NAMES[name], { $ref: `#/components/headers/${name}` }])),
  };
}
