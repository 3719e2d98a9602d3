import { checkPassword, requestPasswordReset, resetPassword } from "#domain/processes/sign-in.ts";
import { resendVerification, signUp, verifyEmail } from "#domain/processes/sign-up.ts";
import type { Cause } from "#domain/processes/step.ts";
import { type CallResult, settled, tooMany } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";

const REGISTERED = "Check your mail: we sent you a link that verifies your address.";
const MAIL_ON_ITS_WAY = "If this address has an account here, a mail is on its way to it.";
const PASSWORD_SET = "Your password is set. You can log in now.";

/** Registers; the answer is the same whether the address was free or taken. */
export async function register(context: AppContext, input: { name: string; email: string; password: string }, cause: Cause): Promise<CallResult<string>> {
  const { platform } = context;
  const limit = await platform.limits.consume("register", { address: context.clientAddress });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const outcome = await settled(platform, await signUp(platform.ports, input, cause));
  return outcome.ok ? { ok: true, value: REGISTERED } : outcome;
}

/** Checks the password and opens a session: gives the Set-Cookie value. */
export async function logIn(context: AppContext, input: { email: string; password: string }): Promise<CallResult<{ cookie: string }>> {
  const { platform, clientAddress: address } = context;
  for (const [name, subject] of [["login-address", { address }], ["login", { account: input.email, address }]] as const) {
    const limit = await platform.limits.consume(name, subject);
    if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  }
  const outcome = await settled(platform, await checkPassword(platform.ports, input));
  if (!outcome.ok) return outcome;
  await platform.limits.reset("login", { account: input.email, address });
  if (context.session) await platform.sessionDoor.close(context.session.sid);
  return { ok: true, value: { cookie: await platform.sessionDoor.open(outcome.value.userId) } };
}

/** Opens the account of a mailed link; `goOn` is where the person goes from there. */
export async function verify(context: AppContext, token: string, cause: Cause): Promise<CallResult<{ message: string; goOn: string }>> {
  const outcome = await settled(context.platform, await verifyEmail(context.platform.ports, token, cause));
  if (!outcome.ok) return outcome;
  const { passwordToken } = outcome.value;
  if (passwordToken === null) return { ok: true, value: { message: "Your e-mail is verified. You can log in now.", goOn: "/login?verified=true" } };
  return { ok: true, value: { message: "Your e-mail is verified. Choose a password to log in.", goOn: `/reset-password/${passwordToken}` } };
}

/** Sends the verification link again, as far as there is something to verify. */
export async function resend(context: AppContext, email: string): Promise<CallResult<string>> {
  const limit = await context.platform.limits.consume("forgot", { account: email });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  await resendVerification(context.platform.ports, email);
  return { ok: true, value: MAIL_ON_ITS_WAY };
}

export async function forgot(context: AppContext, email: string): Promise<CallResult<string>> {
  const limit = await context.platform.limits.consume("forgot", { account: email });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  await requestPasswordReset(context.platform.ports, email);
  return { ok: true, value: MAIL_ON_ITS_WAY };
}

export async function reset(context: AppContext, input: { token: string; password: string }, cause: Cause): Promise<CallResult<string>> {
  const outcome = await settled(context.platform, await resetPassword(context.platform.ports, input, cause));
  return outcome.ok ? { ok: true, value: PASSWORD_SET } : outcome;
}
