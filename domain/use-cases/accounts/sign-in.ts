import { dispatch } from "../../core/dispatch.ts";
import type { AccessKeys, Sessions } from "../../core/ports/identity-ports.ts";
import { user } from "../../user/decider.ts";
import { type PasswordFault, passwordFits } from "../../user/personal-text.ts";
import { loadAccount } from "./load-account.ts";
import { loadUser, passwordHashesOf, type PasswordsBusy, type SignUpPorts, userByEmail } from "./sign-up.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

export type SignInRefusal = { readonly name: "login-failed" } | { readonly name: "email-unverified" } | PasswordsBusy;

const RESET_LIFETIME = 30 * 60_000;
/** A key that the log does not know after this time, in milliseconds, belongs to a command that failed. */
const RECORDED_WITHIN = 10 * 60_000;

/**
 * Checks address and password. Unknown addresses and wrong passwords cannot be told apart, by answer or by time, and neither
 * can known and unknown addresses after registering: every failed login is held against two hashes.
 */
export async function checkPassword(
  ports: SignUpPorts,
  input: { readonly email: string; readonly password: string; readonly client: string },
): Promise<Outcome<{ readonly userId: string }, SignInRefusal>> {
  const found = await userByEmail(ports, input.email);
  const { opens, pending } = await passwordHashesOf(ports, found);
  const right = await ports.passwords.verify(input.password, opens, input.client);
  if (right === null) return refused({ name: "passwords-busy" });
  if (found && right) return done({ userId: found.id }, null);
  const signedUp = await ports.passwords.verify(input.password, pending, input.client);
  if (signedUp === null) return refused({ name: "passwords-busy" });
  return refused({ name: signedUp ? "email-unverified" : "login-failed" });
}

/** Nobody reads mail there (RFC 2606), so a link sent there is for nobody: users of the installation's own stay closed. */
const NO_MAILBOX = /\.invalid$/;

/** Mails a reset link when the address has a verified account; for any other address nothing happens and the answer is the same. */
export async function requestPasswordReset(ports: SignUpPorts, email: string): Promise<void> {
  const found = await userByEmail(ports, email);
  if (found?.status !== "verified" || NO_MAILBOX.test(found.email)) return;
  const token = await ports.tokens.issue("reset-password", found.id, {}, RESET_LIFETIME);
  await ports.mails.resetPassword({ to: found.email, name: found.name, token });
}

export type ResetRefusal =
  { readonly name: "link-invalid" } | { readonly name: `password-${PasswordFault}` } | PasswordsBusy;

/** Sets a new password by a mailed link, once; every session of the user ends. */
export async function resetPassword(
  ports: SignUpPorts & { readonly sessions: Sessions },
  input: { readonly token: string; readonly password: string; readonly client: string },
  cause: Cause,
): Promise<Outcome<{ readonly userId: string }, ResetRefusal>> {
  const fits = passwordFits(input.password);
  if (fits !== "fits") return refused({ name: `password-${fits}` });
  // Hashing is expensive: nobody gets that far without a link.
  if ((await ports.tokens.peek("reset-password", input.token)) === null) return refused({ name: "link-invalid" });
  const hash = await ports.passwords.hash(input.password, input.client);
  if (hash === null) return refused({ name: "passwords-busy" });
  const redeemed = await ports.tokens.redeem("reset-password", input.token);
  if (!redeemed) return refused({ name: "link-invalid" });
  const { userId } = redeemed;
  const found = await loadUser(ports, userId);
  if (found.status === "absent") return refused({ name: "link-invalid" });
  await ports.vault.put(userId, "password", hash);
  await ports.tokens.revokeAll(userId);
  await ports.sessions.endAll(userId);
  const set = await dispatch(ports.log, user, {
    stream: streams.user(userId),
    command: { type: "set-password", userId, reason: "reset" },
    context: step(cause, "set-password"),
  });
  await ports.mails.passwordChanged({ to: found.email, name: found.name });
  return done({ userId }, set.ok ? set.position : null);
}

/**
 * Replaces the user's streaming key: the old one stops working at once. The key itself can be read back by its owner. The
 * same command again answers the key that works now.
 */
export async function replaceStreamingKey(
  ports: SignUpPorts & { readonly accessKeys: AccessKeys },
  userId: string,
  cause: Cause,
): Promise<Outcome<{ readonly key: string }, { readonly name: "user-unknown" }>> {
  if (!(await loadAccount(ports, userId)).known) return refused({ name: "user-unknown" });
  const { id, key, prefix, lastFour } = await ports.accessKeys.create({ userId, kind: "streaming", tables: null });
  await ports.vault.put(userId, streamingKeySecret(id), key);
  const replaced = await dispatch(ports.log, user, {
    stream: streams.user(userId),
    command: { type: "replace-streaming-key", userId, keyId: id, prefix, lastFour },
    context: step(cause, "replace-key"),
  });
  if (!replaced.ok) {
    await forgetKey(ports, userId, id);
    return refused({ name: "user-unknown" });
  }
  const live = await keepNewestKey(ports, userId, { id, key });
  return live === null ? refused({ name: "user-unknown" }) : done({ key: live }, replaced.position);
}

/**
 * Takes away the keys that came before the newest in the log, and answers that one: not always the key that was `made`, for of
 * several made at the same time, or of a command sent twice, one stays. null when it cannot be read back.
 */
async function keepNewestKey(
  ports: SignUpPorts & { readonly accessKeys: AccessKeys },
  userId: string,
  made: { readonly id: string; readonly key: string },
): Promise<string | null> {
  for (let before: string | null = null; ;) {
    const { keyIds } = await loadAccount(ports, userId);
    const newest = keyIds.at(-1) ?? made.id;
    const unrecordedSince = (await ports.clock.now()).getTime() - RECORDED_WITHIN;
    for (const { id, kind, created } of await ports.accessKeys.listOf(userId)) {
      if (kind !== "streaming" || id === newest) continue;
      // One that the log does not know yet is just being made by another command.
      if (id === made.id || keyIds.includes(id) || created.getTime() < unrecordedSince)
        await forgetKey(ports, userId, id);
    }
    const live = newest === made.id ? made.key : await ports.vault.get(userId, streamingKeySecret(newest));
    // Gone: a newer one has come meanwhile.
    if (live !== null || newest === before) return live;
    before = newest;
  }
}

async function forgetKey(
  ports: SignUpPorts & { readonly accessKeys: AccessKeys },
  userId: string,
  keyId: string,
): Promise<void> {
  // The key goes last: by it the next command finds what is left where this one died.
  await ports.vault.remove(userId, streamingKeySecret(keyId));
  await ports.accessKeys.remove(userId, keyId);
}

/** Vault name under which a streaming key can be read back by its owner. */
export function streamingKeySecret(keyId: string): string {
  return `streaming-key/${keyId}`;
}
