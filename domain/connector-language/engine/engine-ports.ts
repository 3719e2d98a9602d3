import type { Row } from "../table/row.ts";
import type { Consent } from "../consent/consent.ts";
import type { Definition } from "../definition/definition.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { StopReason } from "../rounds/pagination.ts";
import type { OutgoingRequest, RequestOverrides } from "../request/request.ts";
import type { PauseCause } from "../response/pauses.ts";
import type { SendFailure, SendResponse } from "../response/send-response.ts";

/** What signing in brought, by the names that templates use, or why not: a sentence for the user without secrets. */
export type SignedIn =
  | { ok: true; values: Readonly<Record<string, string>> }
  | { ok: false; code: "auth_missing" | "auth_invalid" | "failed"; message: string };

/** The credentials of an auth that is signed in to (oauth2, session). Any number may ask at a time: one signs in for all. */
export interface Credentials {
  /** What to send now; signs in first, or renews what is about to expire. */
  current(): Promise<SignedIn>;
  /** Others than `rejected`, which the API has refused. */
  renew(rejected: Readonly<Record<string, string>>): Promise<SignedIn>;
}

/** What the engine needs of the world. Nothing else in this folder touches a clock, a network or chance. */
export interface EnginePorts {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  /** Waits this many milliseconds; may reject to stop the pull. */
  sleep(ms: number): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Between 0 and 1. */
  random(): number;
}

/** Bounds of one pull. Reaching maxPages, maxRows or maxRounds ends it early and is said, which a test read wants. */
export interface PullLimits {
  maxPages: number;
  maxRows: number;
  maxRounds: number;
  /** Longest wait in milliseconds that an API may ask for before a retry. */
  maxWait: number;
}

/** All that one pull is given: what to ask, with which values, and the world to ask it of. */
export interface PullInput extends EnginePorts {
  definition: Definition;
  /** Which of the definition's auths the user picked. */
  authChoice?: number;
  /** Settings as checkSettings gives them: key → value. */
  settings: Readonly<Record<string, Json>>;
  /** Values of the auth fields. */
  secrets: Readonly<Record<string, string>>;
  /** For auths that are signed in to; asked before each request. */
  credentials?: Credentials;
  /** The user's own header rows go with every operation, method and body with the first. */
  overrides?: RequestOverrides;
  /** What the user agreed to; a request to another origin is not made. */
  consent: Pick<Consent, "hosts">;
  userAgent: string;
  limits?: Partial<PullLimits>;
  /** Where the last successful run left off, by operation id: the highest `cursor_field` value. */
  cursors?: ReadonlyMap<string, string>;
  /** The instance's box "Override existing table": operations that replace their table read from the beginning, whatever `cursors` say. */
  override?: boolean;
  /** Hears what the pull does at the moment it does it; it must not throw. */
  observe?: (note: PullNote) => void;
}

/**
 * What a pull does, for a progress display, a request log, a test read. Every text is masked. `number` counts the
 * requests of one operation from 1, further tries of the same page included.
 */
export type PullNote = { operation: string } &
  /** A round of the operation begins: the `round`-th, from 1, of `of`. */
  (
    | { kind: "round"; round: number; of: number }
    | { kind: "request"; number: number; attempt: number; request: RequestSummary }
    /** `bytes` of the body, decoded, null while it is still coming; `ms` since the request. */
    | { kind: "answer"; number: number; status: number; bytes: number | null; ms: number }
    | { kind: "failure"; number: number; message: string; ms: number }
    /** A rule of `response_actions` takes the answer as no rows. */
    | { kind: "ignored"; number: number }
    /** A pause: the API `asked` for it, a `retry` comes later, or `rate_limit` spaces the request that is next. */
    | { kind: "wait"; number: number; ms: number; cause: PauseCause; why: string | null }
    /** A page was read: rows as they came, and those left after filter and limits. */
    | { kind: "page"; number: number; page: number; received: number; rows: number }
    /** The operation is over, one way or the other. */
    | { kind: "end"; result: PullResult }
  );

/** A request as people may see it: every secret is masked. */
export interface RequestSummary {
  method: "GET" | "POST";
  url: string;
  headers: [name: string, value: string][];
}

/** One page of rows, as it came. */
export interface Page {
  kind: "page";
  operation: string;
  /** The round of a `for_each` or of a list-valued setting, from 0; rows of a round that fails later do not count. */
  round: number;
  /** From 1, within the round. A streamed answer is handed on in several steps of one number. */
  page: number;
  request: RequestSummary;
  status: number;
  /** Column label → cell, after filter and projection. */
  rows: Row[];
  /** The same rows as the API gave them, for child operations. */
  records: JsonObject[];
  /** Rows received, before filter. */
  rowCount: number;
}

/** A round begins anew because a streamed answer broke midway: rows of its earlier pages come again. */
export interface RoundAgain {
  kind: "round_again";
  operation: string;
  round: number;
}

/** A round failed: rows of its earlier pages must not be kept. */
export interface RoundFailed {
  kind: "round_failed";
  operation: string;
  round: number;
  message: string;
}

export type PullStep = Page | RoundAgain | RoundFailed;

/** How the pull of one operation ended. */
export interface PullResult {
  operation: string;
  status: "success" | "partial" | "failed";
  /** Why the last round's paging ended; a limit when the pull was cut short on purpose. */
  stopReason: StopReason | "page_limit" | "row_limit" | "round_limit" | "ignored" | "empty_answer" | null;
  /** One sentence without secrets when the status is not success. */
  error: string | null;
  /** A name for failures that the product treats on their own. */
  errorCode: "consent_changed" | "auth_missing" | "auth_invalid" | "failed" | null;
  warnings: string[];
  requests: number;
  pages: number;
  /** Rows handed out, those of failed rounds not counted. */
  rows: number;
  rounds: number;
  failedRounds: number[];
  /** Where incremental reading started, as it was sent; null for the beginning. */
  from: string | null;
  /** The highest value of `incremental.cursor_field`, never below the one that the pull began with; to be kept after success. */
  cursor: string | null;
}
