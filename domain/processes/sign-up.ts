import { fold } from "../core/decider.ts";
import { dispatch } from "../core/dispatch.ts";
import type { OneTimeTokens, Passwords } from "../core/identity-ports.ts";
import type { CorePorts } from "../core/ports.ts";
import { reservation } from "../reservation/decider.ts";
import type { ReservationEvent } from "../reservation/events.ts";
import { user, type UserState } from "../user/decider.ts";
import type { UserEvent } from "../user/events.ts";
import { cleanEmail, cleanName, nameSkeleton, passwordFits } from "../user/personal-text.ts";
import type { UserMails } from "./mails.ts";
import { type Cause, done, type Outcome, refused, step } from "./step.ts";
import { streams } from "./streams.ts";

export type SignUpPorts = CorePorts & { readonly passwords: Passwords; readonly tokens: OneTimeTokens; readonly mails: UserMails };

export type SignUpRefusal =
  | { readonly name: "name-invalid" }
  | { readonly name: "email-invalid" }
  | { readonly name: "password-too-short" }
  | { readonly name: "password-too-long" }
  | { readonly name: "user-name-taken" };

const DAY = 86_400_000;
const CHOOSE_PASSWORD_WITHIN = 30 * 60_000;
/** A reservation whose holder never came to be is free again after this time: its process has crashed. */
const ABANDONED_AFTER = 60_000;

/** The state of a user, read from the log. */
export async function loadUser(ports: Pick<CorePorts, "log">, userId: string): Promise<UserState> {
  return fold(user, (await ports.log.read(streams.user(userId))) as readonly UserEvent[]);
}

/** Who holds a name, and who held it so long without coming to be that it may be taken over. */
async function holderOf(ports: CorePorts, stream: string): Promise<{ holder: string | null; abandoned: string | null; state: UserState }> {
  const events = await ports.log.read(stream);
  const { holder } = fold(reservation, events as readonly ReservationEvent[] as ReservationEvent[]);
  if (holder === null) return { holder: null, abandoned: null, state: user.initialState };
  const state = await loadUser(ports, holder);
  const age = (await ports.clock.now()).getTime() - Date.parse(events.at(-1)?.recordedAt ?? "");
  return { holder, abandoned: state.status === "absent" && age > ABANDONED_AFTER ? holder : null, state };
}

/** The user that an address belongs to, verified or not. */
export async function userByEmail(ports: CorePorts, email: string): Promise<Exclude<UserState, { status: "absent" }> | null> {
  const clean = cleanEmail(email);
  if (clean === null) return null;
  const { state } = await holderOf(ports, await emailStream(ports, clean));
  return state.status === "absent" ? null : state;
}

/**
 * Registers a user and mails the link that verifies the address. A taken address gives the same answer as a free one: its
 * owner gets a mail instead. Registering an unverified address again sends the link again, for the password given now.
 */
export async function signUp(
  ports: SignUpPorts,
  input: { readonly name: string; readonly email: string; readonly password: string },
  cause: Cause,
): Promise<Outcome<{ readonly userId: string | null }, SignUpRefusal>> {
  const name = cleanName(input.name);
  if (name === null) return refused({ name: "name-invalid" });
  const email = cleanEmail(input.email);
  if (email === null) return refused({ name: "email-invalid" });
  const fits = passwordFits(input.password);
  if (fits !== "fits") return refused({ name: `password-${fits}` });

  const hash = await ports.passwords.hash(input.password);
  const addressStream = await emailStream(ports, email);
  const present = await holderOf(ports, addressStream);
  if (present.state.status === "verified") return alreadyRegistered(ports, email);

  const userId = present.state.status === "unverified" ? present.state.id : ports.ids.derive(cause.commandId, "user");
  const nameTaken = await reserveName(ports, name, userId, cause);
  if (nameTaken) return refused({ name: "user-name-taken" });

  const emailReserved = await dispatch(ports.log, reservation, {
    stream: addressStream,
    command: { type: "reserve", kind: "email", holder: userId, abandonedHolder: present.abandoned },
    context: step(cause, "reserve-email"),
  });
  if (!emailReserved.ok) {
    await releaseName(ports, name, userId, cause);
    return alreadyRegistered(ports, email);
  }

  const earlierName = present.state.status === "unverified" ? present.state.name : null;
  const registering = step(cause, "register");
  await ports.vault.put(userId, attemptSecret(registering.commandId), hash);
  const registered = await dispatch(ports.log, user, {
    stream: streams.user(userId),
    command: earlierName !== null ? { type: "register-again", userId, name, email } : { type: "register", userId, name, email, verified: false },
    context: registering,
  });
  if (!registered.ok) {
    await ports.vault.remove(userId, attemptSecret(registering.commandId));
    return alreadyRegistered(ports, email);
  }
  if (earlierName !== null && nameSkeleton(earlierName) !== nameSkeleton(name)) await releaseName(ports, earlierName, userId, cause);
  await sendVerification(ports, { userId, email, name, attempt: registering.commandId });
  return done({ userId }, registered.position);
}

/** Mails the link of the latest sign-up again to an unverified address; for any other address nothing happens and the answer is the same. */
export async function resendVerification(ports: SignUpPorts, email: string): Promise<void> {
  const found = await userByEmail(ports, email);
  if (found?.status !== "unverified") return;
  const attempts = await attemptsOf(ports, found.id);
  await sendVerification(ports, { userId: found.id, email: found.email, name: found.name, attempt: attempts.at(-1) ?? "" });
}

/** A link names the sign-up that it belongs to. Until it is opened, that sign-up's password is kept apart and opens nothing. */
async function sendVerification(ports: SignUpPorts, to: { userId: string; email: string; name: string; attempt: string }): Promise<void> {
  const token = await ports.tokens.issue("verify-email", to.userId, { attempt: to.attempt }, DAY);
  await ports.mails.verifyEmail({ to: to.email, name: to.name, token });
}

/** The sign-ups of a user, oldest first, by the commands that made them. */
async function attemptsOf(ports: Pick<CorePorts, "log">, userId: string): Promise<string[]> {
  const events = await ports.log.read(streams.user(userId));
  return events.filter(({ type }) => type === "UserRegistered").map(({ commandId }) => commandId);
}

function attemptSecret(attempt: string): string {
  return `password/${attempt}`;
}

/** The password hash that a user signs in with; of an unverified one, that of the latest sign-up. null when there is none. */
export async function passwordHashOf(ports: CorePorts, found: Exclude<UserState, { status: "absent" }>): Promise<string | null> {
  if (found.status === "verified") return ports.vault.get(found.id, "password");
  const attempts = await attemptsOf(ports, found.id);
  return ports.vault.get(found.id, attemptSecret(attempts.at(-1) ?? ""));
}

async function alreadyRegistered(ports: SignUpPorts, email: string): Promise<Outcome<{ readonly userId: null }, never>> {
  await ports.mails.alreadyRegistered({ to: email });
  return done({ userId: null }, null);
}

async function emailStream(ports: Pick<CorePorts, "vault">, email: string): Promise<string> {
  return streams.reservation("email", await ports.vault.fingerprint("email", email));
}

/** Whether a user has laid hands on an address, as the first thing in becoming somebody. */
export async function hasReserved(ports: Pick<CorePorts, "log" | "vault">, userId: string, email: string): Promise<boolean> {
  const events = await ports.log.read(await emailStream(ports, email));
  return fold(reservation, events as readonly ReservationEvent[] as ReservationEvent[]).holder === userId;
}

async function nameStream(ports: CorePorts, name: string): Promise<string> {
  return streams.reservation("user-name", await ports.vault.fingerprint("user-name", nameSkeleton(name)));
}

/** True when somebody else has the name. */
async function reserveName(ports: CorePorts, name: string, holder: string, cause: Cause): Promise<boolean> {
  const stream = await nameStream(ports, name);
  const { abandoned } = await holderOf(ports, stream);
  const command = { type: "reserve", kind: "user-name", holder, abandonedHolder: abandoned } as const;
  return !(await dispatch(ports.log, reservation, { stream, command, context: step(cause, "reserve-name") })).ok;
}

async function releaseName(ports: CorePorts, name: string, holder: string, cause: Cause): Promise<void> {
  const stream = await nameStream(ports, name);
  await dispatch(ports.log, reservation, { stream, command: { type: "release", kind: "user-name", holder }, context: step(cause, "release-name") });
}

/**
 * Opens the account that a mailed link belongs to; opening the link twice is as good as once.
 *
 * Somebody else may have signed up under the same address before or after its owner, so the password of a sign-up counts
 * only when that was the only one. Otherwise nobody's password is set and `passwordToken` is for choosing one: it is in the
 * hands of whoever reads the mailbox, and of nobody else.
 */
export async function verifyEmail(
  ports: SignUpPorts & { readonly adminEmails: readonly string[] },
  token: string,
  cause: Cause,
): Promise<Outcome<{ readonly userId: string; readonly passwordToken: string | null }, { readonly name: "link-invalid" }>> {
  const redeemed = await ports.tokens.redeem("verify-email", token);
  if (!redeemed) return refused({ name: "link-invalid" });
  const { userId } = redeemed;
  const before = await loadUser(ports, userId);
  if (before.status === "absent") return refused({ name: "link-invalid" });
  let position: string | null = null;
  if (before.status === "unverified") {
    const only = (await attemptsOf(ports, userId)).length === 1;
    const hash = only ? await ports.vault.get(userId, attemptSecret(String(redeemed.data["attempt"]))) : null;
    position = await openAccount(ports, before, hash, cause);
  }
  const hasPassword = (await ports.vault.get(userId, "password")) !== null;
  return done({ userId, passwordToken: hasPassword ? null : await ports.tokens.issue("reset-password", userId, {}, CHOOSE_PASSWORD_WITHIN) }, position);
}

async function openAccount(
  ports: CorePorts & { readonly adminEmails: readonly string[] },
  opened: Exclude<UserState, { status: "absent" }>,
  hash: string | null,
  cause: Cause,
): Promise<string | null> {
  const userId = opened.id;
  const stream = streams.user(userId);
  if (hash !== null) {
    await ports.vault.put(userId, "password", hash);
    await dispatch(ports.log, user, { stream, command: { type: "set-password", userId, reason: "registered" }, context: step(cause, "set-password") });
  }
  let verified = await dispatch(ports.log, user, { stream, command: { type: "verify", userId }, context: step(cause, "verify") });
  await ports.vault.removeAll(userId, attemptSecret(""));
  if (ports.adminEmails.includes(opened.email)) {
    verified = await dispatch(ports.log, user, { stream, command: { type: "grant-role", userId, role: "admin" }, context: step(cause, "grant-admin") });
  }
  return verified.ok ? verified.position : null;
}

/**
 * Makes a user who need not verify an address, under the same reservations as a sign-up; safe to repeat. There is no
 * password: whoever is to sign in as this user chooses one by a reset link. False when address or name belong to another.
 */
export async function registerVerified(
  ports: CorePorts,
  given: { readonly userId: string; readonly name: string; readonly email: string },
  cause: Cause,
): Promise<boolean> {
  const { userId, name, email } = given;
  const stream = await emailStream(ports, email);
  const { abandoned } = await holderOf(ports, stream);
  const command = { type: "reserve", kind: "email", holder: userId, abandonedHolder: abandoned } as const;
  if (!(await dispatch(ports.log, reservation, { stream, command, context: step(cause, "reserve-email") })).ok) return false;
  if (await reserveName(ports, name, userId, cause)) return false;
  const registered = await dispatch(ports.log, user, {
    stream: streams.user(userId),
    command: { type: "register", userId, name, email, verified: true },
    context: step(cause, "register"),
  });
  return registered.ok;
}
