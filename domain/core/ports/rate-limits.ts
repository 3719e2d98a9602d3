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
  | "save"
  | "change";

/** Who is counted: an account (e-mail address or user id), a client address, or both together. */
export type RateLimitSubject = { readonly account?: string; readonly address?: string };

export type RateLimitAnswer =
  { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** How often somebody may do something in a while. */
export interface RateLimits<Name extends string = RateLimitName> {
  /** Counts one attempt and says whether it may go on. Attempts beyond the limit do not lengthen the wait. */
  consume(name: Name, subject: RateLimitSubject): Promise<RateLimitAnswer>;
  /** Forgets the attempts, for instance after a sign-in that succeeded. */
  reset(name: Name, subject: RateLimitSubject): Promise<void>;
  /** Takes one attempt back, where only some of them count. */
  giveBack(name: Name, subject: RateLimitSubject): Promise<void>;
}
