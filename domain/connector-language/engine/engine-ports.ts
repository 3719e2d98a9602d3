import type { Finding } from "../../core/findings/finding.ts";
import type { Row } from "../table/row.ts";
import type { Reach } from "../consent/consent.ts";
import type { Definition } from "../definition/definition.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { StopReason } from "../rounds/pagination.ts";
import type { OutgoingRequest, RequestOverrides } from "../request/request.ts";
import type { PauseCause } from "../response/pauses.ts";
import type { SendFailure, SendResponse } from "../response/send-response.ts";

/** The tokens of a sign-in by their template names, or why there are none: a finding without secrets. */
export type SignedIn =
  | { ok: true; values: Readonly<Record<string, string>> }
  | { ok: false; code: "auth_missing" | "auth_invalid" | "failed"; finding: Finding };

/** The credentials of an auth with a sign-in (oauth2, session). Concurrent callers share one sign-in. */
export interface Credentials {
  /** What to send now; signs in first, or renews what is about to expire. */
  current(): Promise<SignedIn>;
  /** Credentials other than `rejected`, which the API has refused. */
  renew(rejected: Readonly<Record<string, string>>): Promise<SignedIn>;
}

/** What the engine needs from outside. Nothing else in this folder uses a clock, a network or random numbers. */
export interface EnginePorts {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  /** Waits this many milliseconds; may reject to stop the pull. */
  sleep(ms: number): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Between 0 and 1. */
  random(): number;
  /** Names the encoding of a part of an answer that is not UTF-8. */
  encodingOf(sample: Uint8Array): string;
}

/**
 * Limits of one pull. Reaching maxPages, maxRows or maxRounds ends it early with that stop reason; test reads use this.
 */
export interface PullLimits {
  maxPages: number;
  maxRows: number;
  maxRounds: number;
  /** Longest wait in milliseconds that is granted to an API before a retry. */
  maxWait: number;
}

/** The input of one pull: definition, values, and the engine's ports. */
export interface PullInput extends EnginePorts {
  definition: Definition;
  /** Number of the auth that the user chose. */
  authChoice?: number;
  /** Settings as checkSettings returns them: key → value. */
  settings: Readonly<Record<string, Json>>;
  /** Values of the auth fields. */
  secrets: Readonly<Record<string, string>>;
  /** For auths with a sign-in; read before each request. */
  credentials?: Credentials;
  /** The user's own header rows are sent with every operation, method and body with the first only. */
  overrides?: RequestOverrides;
  /** What the user agreed to: requests to other origins are refused, and secrets where no place names them. */
  consent: Reach;
  userAgent: string;
  limits?: Partial<PullLimits>;
  /** Where the last successful run ended, by operation id: the highest `cursor_field` value. */
  cursors?: ReadonlyMap<string, string>;
  /** The labels of the columns that the tables have by now, by operation id. */
  known?: ReadonlyMap<string, readonly string[]>;
  /**
   * The instance's box "Override existing table": operations that replace their table read from the beginning and
   * ignore `cursors`.
   */
  override?: boolean;
  /** Called for each step of the pull as it happens; must not throw. */
  observe?: (note: PullNote) => void;
}

/**
 * What a pull does, for a progress display, a request log or a test read. Every text is masked. `number` counts the
 * requests of one operation from 1, including retries of the same page.
 */
export type PullNote = { operation: string } &
  /** A round of the operation begins: number `round`, from 1, of `of`. */
  (
    | { kind: "round"; round: number; of: number }
    | { kind: "request"; number: number; attempt: number; request: RequestSummary }
    /** `bytes`: size of the decoded body, null while it is still arriving; `ms` since the request. */
    | { kind: "answer"; number: number; status: number; bytes: number | null; ms: number }
    | { kind: "failure"; number: number; finding: Finding; ms: number }
    /** A rule of `response_actions` treats the response as no rows. */
    | { kind: "ignored"; number: number }
    /** A pause: the API `asked` for it, a `retry` follows, or `rate_limit` delays the next request. */
    | { kind: "wait"; number: number; ms: number; cause: PauseCause; why: Finding | null }
    /** A page was read: rows received, and rows left after filter and limits. */
    | { kind: "page"; number: number; page: number; received: number; rows: number }
    /** The operation has ended, successfully or not. */
    | { kind: "end"; result: PullResult }
  );

/** A request as people may see it, with every secret masked. */
export interface RequestSummary {
  method: "GET" | "POST";
  url: string;
  headers: [name: string, value: string][];
}

/** One page of rows. */
export interface Page {
  kind: "page";
  operation: string;
  /** The round of a `for_each` or of a list-valued setting, from 0; rows of a round that fails later do not count. */
  round: number;
  /** From 1, within the round. A streamed response is yielded in several steps with the same number. */
  page: number;
  request: RequestSummary;
  status: number;
  /** Column label → cell, after filter and projection. */
  rows: Row[];
  /** The same rows as the API sent them, for child operations. */
  records: JsonObject[];
  /** Rows received, before the filter. */
  rowCount: number;
}

/** A round starts again because a streamed response broke off: the rows of its earlier pages will be read again. */
export interface RoundAgain {
  kind: "round_again";
  operation: string;
  round: number;
}

/** A round failed: the rows of its earlier pages must be dropped. */
export interface RoundFailed {
  kind: "round_failed";
  operation: string;
  round: number;
  finding: Finding;
}

export type PullStep = Page | RoundAgain | RoundFailed;

/** How the pull of one operation ended. */
export interface PullResult {
  operation: string;
  status: "success" | "partial" | "failed";
  /** Why the paging of the last round ended; a limit if the pull was cut short on purpose. */
  stopReason: StopReason | "page_limit" | "row_limit" | "round_limit" | "ignored" | "empty_answer" | null;
  /** Why not all was read, without secrets; null if the status is success. */
  error: Finding | null;
  /** A code for failures that the product handles separately. */
  errorCode: "consent_changed" | "auth_missing" | "auth_invalid" | "page_ignored" | "failed" | null;
  warnings: Finding[];
  requests: number;
  pages: number;
  /** Rows yielded, without those of failed rounds. */
  rows: number;
  rounds: number;
  failedRounds: number[];
  /** The stored cursor that reading continued from, if the API got a start; null for the beginning. Never a rendered value. */
  from: string | null;
  /**
   * The highest value of `incremental.cursor_field`, never below the one at the start of the pull; stored after
   * success.
   */
  cursor: string | null;
}
