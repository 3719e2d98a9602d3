import { changeName } from "#domain/use-cases/profile/change-name.ts";
import { changePassword } from "#domain/use-cases/profile/change-password.ts";
import { isOwnPassword } from "#domain/use-cases/profile/own-password.ts";
import { beginEmailChange, newAddress, requestEmailChange } from "#domain/use-cases/profile/request-email-change.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, type Refused, refusedAs, toCallResult } from "../http/call-result.ts";
import type { AppContext, Platform } from "../platform.ts";
import { endedSentence } from "../programs/ended-words.ts";
import { later, type Limit, overLimit } from "./auth-calls.ts";

export const PASSWORD_CHANGED = "Password changed successfully. Confirmation email sent.";
const LINK_SENT = "Verification link sent to new email";

/** Gives the viewer another name. */
export async function renameViewer(
  platform: Platform,
  name: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly name: string }>> {
  return toCallResult(platform, await changeName(platform.ports, { userId: viewer.id, name }, cause));
}

/** Wrong passwords count as failed logins do, so that a session that was left open does not reveal the password. */
async function countingWrongPasswords<T extends { readonly ok: true } | { readonly ok: false }>(
  context: AppContext,
  viewer: UserRow,
  { check, isWrong }: { check(): Promise<T>; isWrong(outcome: T): boolean },
) {
  const attempt: Limit = ["login", { account: viewer.email, address: context.clientAddress }];
  const over = await overLimit(context, attempt);
  if (over) return { over };
  const outcome = await check();
  if (!isWrong(outcome)) await context.platform.limits.giveBack(...attempt);
  return { outcome };
}

/** Why a call that asks for the viewer's own password must not go on; `wrong` is said of a wrong one. Null: it is right. */
export async function ownPasswordFault(
  context: AppContext,
  password: string,
  viewer: UserRow,
  wrong: "confirming-password-wrong" | "deletion-password-wrong",
): Promise<Refused | null> {
  const { platform, clientAddress: client } = context;
  const { over, outcome } = await countingWrongPasswords(context, viewer, {
    check: async () => ({
      ok: true as const,
      is: await isOwnPassword(platform.ports, { userId: viewer.id, password, client }),
    }),
    isWrong: ({ is }) => is === false,
  });
  if (over) return over;
  if (outcome.is === null) return refuse("passwords-busy");
  return outcome.is ? null : refuse(wrong);
}

/** Sets another password; the viewer's other sessions end, and unless they are kept all keys and webhooks. */
export async function changeOwnPassword(
  context: AppContext,
  passwords: { readonly oldPassword: string; readonly newPassword: string; readonly keepKeys: boolean },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<string>> {
  const { platform, clientAddress: client, session } = context;
  const input = { ...passwords, userId: viewer.id, sid: session?.sid ?? "", client };
  const { over, outcome } = await countingWrongPasswords(context, viewer, {
    check: () => changePassword(platform.ports, input, cause),
    isWrong: (changed) => !changed.ok && changed.refusal.code === "password-wrong",
  });
  if (over) return over;
  const changed = await toCallResult(platform, outcome);
  if (!changed.ok) return changed;
  if (session) await platform.userSessions.confirm(session.sid);
  return { ok: true, value: PASSWORD_CHANGED + endedSentence(changed.value) };
}

/** Whether the viewer can ask for this address, before the password is asked for. */
export function checkNewAddress(email: string, viewer: UserRow): CallResult<string> {
  const checked = newAddress(email, viewer.email);
  return checked.ok ? { ok: true, value: checked.value } : refusedAs(checked.refusal);
}

/** Mails a link to the new address; the answer is the same whether or not the address has an account. */
export async function changeOwnEmail(
  context: AppContext,
  { email, password }: { readonly email: string; readonly password: string },
  viewer: UserRow,
): Promise<CallResult<string>> {
  const { platform, clientAddress: client } = context;
  if (password === "") return refuse("new-email-password-needed");
  const { over, outcome } = await countingWrongPasswords(context, viewer, {
    check: () => beginEmailChange(platform.ports, { userId: viewer.id, email, password, client }),
    isWrong: (begun) => !begun.ok && begun.refusal.code === "new-email-password-wrong",
  });
  if (over) return over;
  const begun = await toCallResult(platform, outcome);
  if (!begun.ok) return begun;
  const tooManyMails = await overLimit(context, ["forgot-address", { address: client }]);
  if (tooManyMails) return tooManyMails;
  const asked = { userId: viewer.id, email: begun.value.email };
  return later(context, viewer.email, "asking to confirm a new address", () =>
    requestEmailChange(platform.ports, asked),
  )
    ? { ok: true, value: LINK_SENT }
    : refuse("registering-busy");
}
