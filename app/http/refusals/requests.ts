import { MAX_APPEND_BYTES } from "#domain/core/faults/append-too-large.ts";
import { counted } from "#domain/core/text/counted.ts";
import type { Unavailable } from "#domain/core/ports/engines.ts";
import type { AnswersOf, PlacedFault } from "./refusal-answer.ts";

export const NO_ROOM_SENTENCE =
  "There is no room left on the server's disk. Try again later, or tell the people who run this server.";

/** Without facts. */
type Plain<N extends string> = N extends string ? { readonly code: N } : never;

/** Refusals before any rule of the domain is checked. */
export type RequestRefusal =
  | Plain<
      | "no-such-address"
      | "item-unknown"
      | "not-the-owner"
      | "login-needed"
      | "foreign-site"
      | "server-fault"
      | "no-room"
      | "too-much-at-once"
      | "bodies-busy"
      | "address-not-a-path"
      | "host-invalid"
      | "host-repeated"
      | "authorization-repeated"
      | "percent-sign-alone"
      | "address-with-nul"
      | "address-with-control-characters"
      | "address-with-dots"
      | "data-parameter"
      | "length-needed"
      | "body-encoded"
      | "body-not-json-type"
      | "body-not-utf8"
      | "body-not-json"
      | "body-too-deep"
      | "field-proto"
      | "text-with-nul"
      | "text-not-unicode"
      | "form-unreadable"
      | "body-late"
      | "wait-invalid"
      | "waits-busy"
      | "idempotency-key-invalid"
      | "idempotency-key-reused"
    >
  | { readonly code: "method-not-allowed"; readonly method: string }
  | { readonly code: "other-site"; readonly appUrl: string }
  | { readonly code: "too-many-attempts"; readonly retryAfterSeconds: number }
  | ({ readonly code: "engine-unavailable" } & Unavailable)
  | { readonly code: "body-too-large"; readonly bytes: number }
  | { readonly code: "body-too-many-values"; readonly values: number }
  | { readonly code: "parameter-repeated"; readonly parameter: string }
  | { readonly code: "waits-of-user-busy"; readonly limit: number }
  /** `message`: which parameter is unknown or repeated. */
  | { readonly code: "parameter-unknown"; readonly message: string }
  /** `message`: from the schema of the fields. */
  | {
      readonly code: "input-invalid";
      readonly message: string;
      readonly field?: string | null;
      readonly faults?: readonly PlacedFault[];
    };

const minutes = (seconds: number) => counted(Math.max(1, Math.ceil(seconds / 60)), "minute");
const bad = (say: string) => ({ status: 400, say }) as const;

export const requestAnswers = {
  "no-such-address": { status: 404, say: "There is nothing at this address." },
  "item-unknown": { status: 404, say: "Item not found" },
  "not-the-owner": { status: 403, say: "Only the owner can do this." },
  "method-not-allowed": { status: 405, say: ({ method }) => `${method} is not possible here.` },
  "login-needed": { status: 401, say: "Please log in to access this page." },
  "foreign-site": { status: 403, say: "This call only works from the site itself." },
  "other-site": {
    status: 403,
    say: ({ appUrl }) =>
      `This request did not come from a page of ${appUrl}. Open ${appUrl} in your browser and try again there; the people who run this server set that address as APP_URL.`,
  },
  "too-many-attempts": {
    status: 429,
    say: ({ retryAfterSeconds }) => `Too many attempts. Try again in ${minutes(retryAfterSeconds)}.`,
  },
  "server-fault": { status: 500, say: "Something went wrong on our side. It has been recorded." },
  // A restarted engine is back after a few seconds; a full disk needs an operator.
  "engine-unavailable": {
    status: 503,
    say: ({ engine, because }) =>
      because === "rebuilding"
        ? "The server is being upgraded, and this part of it is not ready yet. Try again in a few minutes."
        : `The server's ${engine} ${because === "busy" ? "is busy" : "does not answer"} right now. Try again in a moment.`,
    retryAfterSeconds: 5,
  },
  "no-room": { status: 507, say: NO_ROOM_SENTENCE, retryAfterSeconds: 300 },
  "too-much-at-once": {
    status: 413,
    say: `What this would record is larger than the log takes at once, ${MAX_APPEND_BYTES / 1_000_000} MB. Use fewer or shorter texts.`,
  },
  "bodies-busy": {
    status: 503,
    say: "Too many large requests are under way. Try again in a few seconds.",
    retryAfterSeconds: 2,
  },
  "address-not-a-path": bad("The address must be a path."),
  "host-invalid": bad("The Host header is not valid."),
  "host-repeated": bad("The Host header came more than once."),
  "authorization-repeated": bad("The Authorization header came more than once."),
  "percent-sign-alone": bad("The address has a percent sign that is not followed by a character's code in UTF-8."),
  "address-with-nul": bad("The address must not contain NUL characters."),
  "address-with-control-characters": bad("The address must not contain backslashes or control characters."),
  "address-with-dots": bad("The address must not contain . or .. as a part of its path."),
  "data-parameter": bad("There is no query parameter _data here."),
  "parameter-repeated": { status: 400, say: ({ parameter }) => `The parameter ${parameter} is given twice.` },
  "parameter-unknown": { status: 400, say: ({ message }) => message },
  "length-needed": { status: 411, say: "Send the body with its Content-Length." },
  "body-too-large": {
    status: 413,
    say: ({ bytes }) => `The request is larger than ${bytes / 1_000_000} MB.`,
    facts: ({ bytes }) => ({ limit: bytes }),
  },
  "body-too-many-values": {
    status: 413,
    say: ({ values }) => `The body has more than ${values.toLocaleString("en")} values.`,
    facts: ({ values }) => ({ limit: values }),
  },
  "body-encoded": { status: 415, say: "Send the body without Content-Encoding." },
  "body-not-json-type": { status: 415, say: "Send the body as application/json." },
  "body-not-utf8": bad("The body is not valid UTF-8."),
  "body-not-json": bad("The body is not valid JSON."),
  "body-too-deep": bad("The body is nested too deeply."),
  "field-proto": bad("The field __proto__ is not allowed."),
  "text-with-nul": bad("Text must not contain NUL characters."),
  "text-not-unicode": bad("Text must be valid Unicode."),
  "form-unreadable": bad("The form could not be read."),
  "input-invalid": { status: 400, say: ({ message }) => message, faults: ({ faults }) => faults ?? [] },
  "wait-invalid": {
    status: 400,
    say: "wait must be a whole number of seconds from 0 to 60.",
    field: "wait",
  },
  "waits-of-user-busy": {
    status: 429,
    say: ({ limit }) => `You are waiting in ${limit} calls, as many as one user may. End one of them first.`,
    retryAfterSeconds: 5,
    facts: ({ limit }) => ({ limit }),
  },
  "waits-busy": {
    status: 503,
    say: "Too many calls are waiting. Ask without wait, or try again in a moment.",
    retryAfterSeconds: 10,
  },
  "body-late": { status: 408, say: "The body of the request did not come in time." },
  "idempotency-key-invalid": bad("An Idempotency-Key has 1 to 200 characters."),
  "idempotency-key-reused": { status: 422, say: "This Idempotency-Key was used for another request." },
} satisfies AnswersOf<RequestRefusal>;
