import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { KNOWN_ERRORS } from "../../http/known-errors.ts";
import type { ErrorCode } from "../../http/refusals.ts";
import { scopeOf } from "../../http/keys/scope-of.ts";
import { refusalsOfCalls } from "./refusals/refusals-of-calls.ts";
import type { Json } from "./schemas.ts";

/** Refusals that follow from what a call is. */
type Group = {
  /** Part of the name of the responses that have these codes; "" for all calls. */
  readonly name: string;
  readonly applies: (endpoint: EndpointFacts) => boolean;
  readonly codes: readonly ErrorCode[];
};

const isChange = ({ method }: EndpointFacts) => method !== "GET";
const isAbout = (thing: EndpointFacts["about"]) => (endpoint: EndpointFacts) => endpoint.about === thing;

const GROUPS: readonly Group[] = [
  {
    name: "",
    applies: () => true,
    codes: [
      "address-not-a-path",
      "authorization-repeated",
      "address-with-control-characters",
      "address-with-dots",
      "address-with-nul",
      "data-parameter",
      "host-invalid",
      "host-repeated",
      "input-invalid",
      "parameter-repeated",
      "parameter-unknown",
      "percent-sign-alone",
      "server-fault",
      "engine-unavailable",
      "no-room",
      "key-invalid",
      "too-many-attempts",
    ],
  },
  {
    name: "OfHeader",
    applies: ({ who }) => who !== "key",
    codes: ["key-in-address", "streaming-key-elsewhere"],
  },
  { name: "OfScope", applies: (endpoint) => scopeOf(endpoint) !== "session", codes: ["scope-missing"] },
  {
    name: "OfLimits",
    applies: (endpoint) => endpoint.who !== "key" && scopeOf(endpoint) !== "session",
    codes: ["key-limited"],
  },
  { name: "OfSession", applies: (endpoint) => scopeOf(endpoint) === "session", codes: ["session-needed"] },
  {
    name: "OfHead",
    applies: ({ method, changes }) => method === "GET" && changes === true,
    codes: ["method-not-allowed"],
  },
  { name: "OfPath", applies: ({ path }) => path.includes("{"), codes: ["no-such-address", "item-unknown"] },
  { name: "OfItem", applies: ({ about }) => about !== undefined, codes: ["item-unknown"] },
  { name: "OfInstance", applies: isAbout("instance"), codes: ["instance-unknown"] },
  {
    name: "OfWait",
    applies: ({ query }) => "wait" in query.shape,
    codes: ["wait-invalid", "waits-busy", "waits-of-user-busy"],
  },
  {
    name: "OfVersion",
    applies: ({ query }) => "as_of" in query.shape,
    codes: ["version-unclear", "version-unknown", "version-none-then", "version-not-kept"],
  },
  { name: "OfAccount", applies: (endpoint) => !["anyone", "key"].includes(endpoint.who), codes: ["login-needed"] },
  { name: "OfKey", applies: ({ who }) => who === "key", codes: ["key-needed"] },
  { name: "OfAdmin", applies: ({ who }) => who === "admin", codes: ["not-an-admin"] },
  { name: "OfOwner", applies: ({ who }) => who === "owner", codes: ["not-the-owner"] },
  {
    name: "OfChange",
    applies: isChange,
    codes: ["other-site", "body-too-large", "body-encoded", "body-late", "bodies-busy"],
  },
  {
    name: "OfJson",
    applies: ({ body, isMultipart }) => body !== null && !isMultipart,
    codes: [
      "body-not-json-type",
      "body-not-utf8",
      "body-not-json",
      "body-too-deep",
      "body-too-many-values",
      "field-proto",
      "text-with-nul",
      "text-not-unicode",
    ],
  },
  { name: "Repeatable", applies: isRepeatable, codes: ["idempotency-key-invalid", "idempotency-key-reused"] },
];

const NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "PaymentRequired",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  408: "RequestTimeout",
  409: "Conflict",
  410: "Gone",
  411: "LengthRequired",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  416: "RangeNotSatisfiable",
  422: "KeyReused",
  429: "TooManyRequests",
  500: "ServerFault",
  501: "NotImplemented",
  503: "ServiceUnavailable",
  507: "InsufficientStorage",
};

/** Whether a call takes an Idempotency-Key. */
export function isRepeatable(endpoint: EndpointFacts & { readonly skipIdempotency?: boolean }): boolean {
  return isChange(endpoint) && endpoint.who !== "anyone" && !endpoint.skipIdempotency;
}

/** The errors of a call by status. Those that many calls share go to `shared`, under a name. */
export function errorResponses(endpoint: EndpointFacts, shared: Json): Json {
  const groups = GROUPS.filter(({ applies }) => applies(endpoint));
  const own = refusalsOfCalls[`${endpoint.method} ${endpoint.path}`] ?? [];
  const all = [...groups.flatMap(({ codes }) => codes), ...own];
  const responses = [...new Set(all.map(statusOf))].sort().map((status): [string, Json] => {
    const has = (code: ErrorCode) => statusOf(code) === status;
    const from = groups.filter(({ codes }) => codes.some(has));
    const response = errorResponse(status, all.filter(has), endpoint.protocol === "odata" ? odataContent : ownContent);
    const known = new Set(groups.flatMap(({ codes }) => codes));
    if (own.some((code) => has(code) && !known.has(code))) return [String(status), response];
    const name = `${NAMES[status] ?? `Status${status}`}${from.map((group) => group.name).join("")}${endpoint.protocol === "odata" ? "OfOData" : ""}`;
    shared[name] = response;
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(responses);
}

function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  content: (codes: readonly ErrorCode[]) => Json,
): Json {
  const sorted = [...new Set(codes)].sort();
  const later = sorted.some((code) => [429, 503, 507].includes(statusOf(code)));
  const headers = {
    ...(later ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {}),
    ...(status === 401 ? { "WWW-Authenticate": { $ref: "#/components/headers/Challenge" } } : {}),
  };
  return {
    description: `${NAMES[status]?.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) ?? "Refused"}: ${sorted.join(", ")}.`,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: content(sorted),
  };
}

function ownContent(codes: readonly ErrorCode[]): Json {
  const schema = {
    allOf: [
      { $ref: "#/components/schemas/Error" },
      { type: "object", properties: { code: { type: "string", enum: codes } } },
    ],
  };
  return { "application/json": { schema } };
}

/** The shape that OData prescribes; in XML for $metadata. */
function odataContent(codes: readonly ErrorCode[]): Json {
  const error = {
    type: "object",
    properties: { code: { type: "string", enum: codes }, message: { type: "string" } },
    required: ["code", "message"],
    additionalProperties: false,
  };
  const schema = { type: "object", properties: { error }, required: ["error"], additionalProperties: false };
  return { "application/json": { schema }, "application/xml": { schema: { type: "string" } } };
}

function statusOf(code: ErrorCode): number {
  const status = KNOWN_ERRORS.get(code)?.status;
  if (status === null || status === undefined)
    throw new Error(`The status of ${code} is not in the table of refusals.`);
  return status;
}

/** The codes of all errors, each with its sentence if that is always the same, in the order of the codes. */
export function errorCodes(): Json {
  const known = [...KNOWN_ERRORS.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
  return {
    type: "string",
    description: "What is wrong, for programs: a code stays when its sentence changes. New codes may be added.",
    enum: known.map(({ code }) => code),
    "x-enum-descriptions": known.map(({ sentence }) => sentence ?? ""),
  };
}
