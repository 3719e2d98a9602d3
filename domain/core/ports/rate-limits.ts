export type RateLimitName =
  | "login"
  | "login-address"
  | "register"
  | "forgot"
  | "forgot-address"
  | "link"
  | "mail"
  | "contact"
  | "contact-all"
  | "run"
  | "import"
  | "try"
  | "share"
  | "ask"
  | "save"
  | "change"
  | "key";

/** What is counted: an account (e-mail address or user id), a client address, or the pair. */
export type RateLimitSubject = { readonly account?: string; readonly address?: string };

/** How much of a limit is left, and when its period ends. */
export type RateLimitState = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

export type RateLimitAnswer = { readonly state: RateLimitState } & (
  { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }
);

/** How often something may be done in a period. */
export interface RateLimits<Name extends string = RateLimitName> {
  /** Counts one attempt and returns whether it is allowed. Attempts beyond the limit do not lengthen the wait. */
  consume(name: Name, subject: RateLimitSubject): Promise<RateLimitAnswer>;
  /** Forgets the attempts, for example after a successful login. */
  reset(name: Name, subject: RateLimitSubject): Promise<void>;
  /** Uncounts one attempt, for limits that count only some of them. */
  giveBack(name: Name, subject: RateLimitSubject): Promise<void>;
}
