import type { Digest } from "../core/ports/texts.ts";
import type { AccessKeys, OneTimeTokens, Passwords, Sessions } from "../core/ports/identity-ports.ts";
import type { LocalTime } from "../core/ports/local-time.ts";
import type { Clock, Ids, Vault } from "../core/ports/ports.ts";
import type { Texts } from "../core/ports/texts.ts";
import type { UserMails } from "../core/ports/user-mails.ts";
import type { ExclusiveWork, HtmlSanitizer, Jobs } from "../core/ports/work-ports.ts";
import type { ProductLog } from "./all-events.ts";
import type { OpenCalls } from "./api-access/open-calls.ts";
import type { RunClaims } from "./run-claims.ts";

/** All ports by name; each use case names its own with `Pick<Ports, …>`. */
export type Ports = {
  readonly log: ProductLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly tokens: OneTimeTokens;
  readonly sessions: Sessions;
  readonly accessKeys: AccessKeys;
  readonly texts: Texts;
  readonly html: HtmlSanitizer;
  readonly mails: UserMails;
  /** Users with these addresses become admins when they verify them. */
  readonly adminEmails: readonly string[];
  readonly runs: RunClaims;
  readonly jobs: Jobs;
  readonly exclusive: ExclusiveWork;
  readonly openCalls: OpenCalls;
  /** The User-Agent of calls to APIs. */
  readonly userAgent: string;
  /** Names the encoding of a part of an API's answer that is not UTF-8. */
  readonly encodingOf: (sample: Uint8Array) => string;
  readonly time: LocalTime;
  readonly digest: Digest;
};
