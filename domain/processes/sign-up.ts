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
  const { state } = await holderOf(ports, streams.reservation("email", await ports.vault.fingerprint("email", clean)));
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
  const emailStream = streams.reservation("email", await ports.vault.fingerprint("email", email));
  const present = await holderOf(ports, emailStream);
  if (present.state.status === "verified") return alreadyRegistered(ports, email);

  const userId = present.state.status === "unverified" ? present.state.id : ports.ids.derive(cause.commandId, "user");
  const nameTaken = await reserveName(ports, name, userId, cause);
  if (nameTaken) return refused({ name: "user-name-taken" });

  const emailReserved = await dispatch(ports.log, reservation, {
    stream: emailStream,
    command: { type: "reserve", kind: "email", holder: userId, abandonedHolder: present.abandoned },
    context: step(cause, "reserve-email"),
  });
  if (!emailReserved.ok) {
    await releaseName(ports, name, userId, cause);
    return alreadyRegistered(ports, email);
  }

  const earlierName = present.state.status === "unverified" ? present.state.name : null;
  const registered = await dispatch(ports.log, user, {
    stream: streams.user(userId),
    command: earlierName !== null ? { type: "register-again", userId, name, email } : { type: "register", userId, name, email, verified: false },
    context: step(cause, "register"),
  });
  if (!registered.ok) return alreadyRegistered(ports, email);
  if (earlierName !== null && nameSkeleton(earlierName) !== nameSkeleton(name)) await releaseName(ports, earlierName, userId, cause);
  await sendVerification(ports, { userId, email, name, hash });
  return done({ userId }, registered.position);
}

/** Mails a fresh link to an unverified address; for any other address nothing happens and the answer is the same. */
export async function resendVerification(ports: SignUpPorts, email: string): Promise<void> {
  const found = await userByEmail(ports, email);
  if (found?.status !== "unverified") return;
  const hash = await ports.vault.get(found.id, "password");
  if (hash !== null) await sendVerification(ports, { userId: found.id, email: found.email, name: found.name, hash });
}

/**
 * Each link carries the password of its own registration, which only counts once that link was opened: whoever registers
 * somebody else's address again gains nothing.
 */
async function sendVerification(ports: SignUpPorts, to: { userId: string; email: string; name: string; hash: string }): Promise<void> {
  const attempt = ports.ids.fresh();
  await ports.vault.put(to.userId, `password/${attempt}`, to.hash);
  await ports.vault.put(to.userId, "password", to.hash);
  const token = await ports.tokens.issue("verify-email", to.userId, { attempt }, DAY);
  await ports.mails.verifyEmail({ to: to.email, name: to.name, token });
}

async function alreadyRegistered(ports: SignUpPorts, email: string): Promise<Outcome<{ readonly userId: null }, never>> {
  await ports.mails.alreadyRegistered({ to: email });
  return done({ userId: null }, null);
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

/** Opens the account that a mailed link belongs to; opening the link twice is as good as once. */
export async function verifyEmail(
  ports: SignUpPorts & { readonly adminEmails: readonly string[] },
  token: string,
  cause: Cause,
): Promise<Outcome<{ readonly userId: string }, { readonly name: "link-invalid" }>> {
  const redeemed = await ports.tokens.redeem("verify-email", token);
  if (!redeemed) return refused({ name: "link-invalid" });
  const { userId } = redeemed;
  const before = await loadUser(ports, userId);
  if (before.status === "absent") return refused({ name: "link-invalid" });
  if (before.status === "verified") return done({ userId }, null);
  const hash = await ports.vault.get(userId, `password/${String(redeemed.data["attempt"])}`);
  if (hash === null) return refused({ name: "link-invalid" });
  await ports.vault.put(userId, "password", hash);
  await ports.vault.removeAll(userId, "password/");
  const stream = streams.user(userId);
  await dispatch(ports.log, user, { stream, command: { type: "set-password", userId, reason: "registered" }, context: step(cause, "set-password") });
  let verified = await dispatch(ports.log, user, { stream, command: { type: "verify", userId }, context: step(cause, "verify") });
  if (ports.adminEmails.includes(before.email)) {
    verified = await dispatch(ports.log, user, { stream, command: { type: "grant-role", userId, role: "admin" }, context: step(cause, "grant-admin") });
  }
  return done({ userId }, verified.ok ? verified.position : null);
}
