import type { Cause } from "#domain/use-cases/step.ts";
import { type CallResult, refuse, toCallResult, tooMany } from "../http/call-result.ts";
import type { RateLimitName, RateLimitSubject } from "#domain/core/ports/rate-limits.ts";
import type { AppContext } from "../platform.ts";
import { checkPassword } from "#domain/use-cases/accounts/check-password.ts";
import { requestPasswordReset } from "#domain/use-cases/accounts/request-password-reset.ts";
import { resetPassword } from "#domain/use-cases/accounts/reset-password.ts";
import { beginSignUp } from "#domain/use-cases/accounts/begin-sign-up.ts";
import { finishSignUp } from "#domain/use-cases/accounts/finish-sign-up.ts";
import { resendVerification } from "#domain/use-cases/accounts/resend-verification.ts";
import { confirmEmailChange } from "#domain/use-cases/profile/confirm-email-change.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { endedSentence } from "../programs/ended-words.ts";
import { deviceName } from "./device-name.ts";
import { verifyEmail } from "#domain/use-cases/accounts/verify-email.ts";

const REGISTERED = "Check your mail: we sent you a link that verifies your address.";
const MAIL_ON_ITS_WAY = "If this address has an account here, a mail is on its way to it.";
const PASSWORD_SET = "Your password is set. You can log in now.";
const BUSY = refuse("registering-busy");

export type Limit = readonly [RateLimitName, RateLimitSubject];

/** Counts an attempt under each limit; returns the refusal of the first limit reached, or null. */
export async function overLimit({ platform }: AppContext, ...limits: readonly Limit[]) {
  for (const [name, subject] of limits) {
    const limit = await platform.limits.consume(name, subject);
    if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  }
  return null;
}

/**
 * Does work that depends on whether an address is known after the answer, so that the time of the answer does not
 * reveal it. `email` keeps the work for one address in order.
 */
export function later({ platform }: AppContext, email: string, about: string, work: () => Promise<void>): boolean {
  return platform.followUps.start(ownerOf(email), about, work);
}

function ownerOf(email: string): string {
  return email.trim().toLowerCase();
}

/** Registers; the answer is the same whether the address was free or taken. */
export async function register(
  context: AppContext,
  input: { name: string; email: string; password: string },
  cause: Cause,
): Promise<CallResult<string>> {
  const { platform, clientAddress: client } = context;
  const over = await overLimit(context, ["register", { address: client }]);
  if (over) return over;
  const begun = await toCallResult(platform, await beginSignUp(platform.ports, { ...input, client }, cause));
  if (!begun.ok) return begun;
  return later(context, begun.value.email, "finishing a registration", () =>
    finishSignUp(platform.ports, begun.value, cause),
  )
    ? { ok: true, value: REGISTERED }
    : BUSY;
}

/**
 * Checks the password and opens a session: returns the Set-Cookie value. Only failures count against a client address,
 * and an account that has logged in from there before still can after others behind the same address have used up its
 * attempts.
 */
export async function logIn(
  context: AppContext,
  input: { email: string; password: string },
): Promise<CallResult<{ cookie: string }>> {
  const { platform, clientAddress: address } = context;
  const byBoth: Limit = ["login", { account: input.email, address }];
  const byAddress: Limit = ["login-address", { address }];
  const counted = (await platform.knownLogins.has(input.email, address)) ? [byBoth] : [byBoth, byAddress];
  const over = await overLimit(context, ...counted);
  if (over) return over;
  // After registering, the answer is to verify the address, not that there is no such account.
  await platform.followUps.settled(ownerOf(input.email));
  const outcome = await toCallResult(platform, await checkPassword(platform.ports, { ...input, client: address }));
  // If the password was not checked, the attempt does not count.
  if (outcome.ok || outcome.status === 429) for (const limit of counted) await platform.limits.giveBack(...limit);
  if (!outcome.ok) return outcome;
  await platform.limits.reset(...byBoth);
  await platform.knownLogins.note(input.email, address);
  return {
    ok: true,
    value: {
      cookie: await platform.sessionDoor.open(
        outcome.value.userId,
        context.session?.sid ?? null,
        deviceName(context.userAgent),
      ),
    },
  };
}

/** Counts an opened mailed link; valid ones are uncounted. */
async function withLink<T>(context: AppContext, work: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  const link: Limit = ["link", { address: context.clientAddress }];
  const over = await overLimit(context, link);
  if (over) return over;
  const result = await work();
  if (result.ok) await context.platform.limits.giveBack(...link);
  return result;
}

/** What a mailed link about an address has done; `goOn` is the next page. */
type Verified = {
  readonly message: string;
  readonly goOn: string;
  /** The address of an account has changed. */
  readonly changed?: true;
};

/** Verifies the address of a mailed link: activates the account, or moves it to its new address. */
export async function verify(context: AppContext, token: string, cause: Cause): Promise<CallResult<Verified>> {
  return withLink(context, async () => {
    const { platform, viewer } = context;
    const confirmed = await confirmEmailChange(platform.ports, token, cause);
    if (!confirmed.ok && confirmed.refusal.code === "link-invalid") return activate(context, token, cause);
    const moved = await toCallResult(platform, confirmed);
    if (!moved.ok) return moved;
    const message = `Your e-mail address is now ${moved.value.email}.`;
    return { ok: true, value: { message, goOn: viewer ? "/account" : "/login", changed: true } };
  });
}

async function activate({ platform }: AppContext, token: string, cause: Cause): Promise<CallResult<Verified>> {
  const outcome = await toCallResult(platform, await verifyEmail(platform.ports, token, cause));
  if (!outcome.ok) return outcome;
  const { passwordToken } = outcome.value;
  if (passwordToken === null)
    return {
      ok: true,
      value: { message: "Your e-mail is verified. You can log in now.", goOn: "/login?verified=true" },
    };
  return {
    ok: true,
    value: {
      message: "Your e-mail is verified. Choose a password to log in.",
      goOn: `/reset-password/${passwordToken}`,
    },
  };
}

/** Sends the verification link again if the address is unverified. */
export function resend(context: AppContext, email: string): Promise<CallResult<string>> {
  return mailTo(context, email, "sending a verification again", () =>
    resendVerification(context.platform.ports, email),
  );
}

/** Mails a link for a new password if there is an account. */
export function forgot(context: AppContext, email: string): Promise<CallResult<string>> {
  return mailTo(context, email, "mailing a reset link", () => requestPasswordReset(context.platform.ports, email));
}

async function mailTo(
  context: AppContext,
  email: string,
  about: string,
  work: () => Promise<void>,
): Promise<CallResult<string>> {
  const over = await overLimit(
    context,
    ["forgot-address", { address: context.clientAddress }],
    ["forgot", { account: email }],
  );
  if (over) return over;
  return later(context, email, about, work) ? { ok: true, value: MAIL_ON_ITS_WAY } : BUSY;
}

/** The user of a mailed link for a new password, for the list of what it ends; null: the link is no longer valid. */
export async function userOfResetLink(context: AppContext, token: string): Promise<UserRow | null> {
  const { platform } = context;
  const found = await withLink(context, async () => {
    const peeked = await platform.ports.tokens.peek("reset-password", token);
    return peeked ? { ok: true, value: peeked.userId } : refuse("link-invalid");
  });
  return found.ok ? platform.queries.users.byId(found.value) : null;
}

/** Sets a new password by a mailed link; unless they are kept, all keys and webhooks end. */
export async function reset(
  context: AppContext,
  { token, password, keepKeys }: { token: string; password: string; keepKeys: boolean },
  cause: Cause,
): Promise<CallResult<string>> {
  const { platform, clientAddress: client } = context;
  const outcome = await withLink(context, async () =>
    toCallResult(platform, await resetPassword(platform.ports, { token, password, keepKeys, client }, cause)),
  );
  return outcome.ok ? { ok: true, value: PASSWORD_SET + endedSentence(outcome.value) } : outcome;
}
