import { fold } from "../../core/decider.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { CommandContext } from "../../core/event-store.ts";
import type { OneTimeTokens, Passwords } from "../../core/ports/identity-ports.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { reservation } from "../../reservation/decider.ts";
import type { ReservationEvent } from "../../reservation/events.ts";
import { user, type UserState } from "../../user/decider.ts";
import type { UserEvent } from "../../user/events.ts";
import { cleanEmail, cleanName, nameSkeleton, type PasswordFault, passwordFits } from "../../user/personal-text.ts";
import type { UserMails } from "./mails.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

export type SignUpPorts = CorePorts & {
  readonly passwords: Passwords;
  readonly tokens: OneTimeTokens;
  readonly mails: UserMails;
};

export type SignUpRefusal =
  | { readonly name: "name-invalid" }
  | { readonly name: "email-invalid" }
  | { readonly name: `password-${PasswordFault}` }
  | { readonly name: "user-name-taken" }
  | PasswordsBusy;

/** More passwords are waiting to be hashed than this process can take. */
export type PasswordsBusy = { readonly name: "passwords-busy" };

/** A sign-up whose name is held and whose address nobody has looked at yet. */
export type BegunSignUp = { readonly name: string; readonly email: string; readonly hash: string };

const DAY = 86_400_000;
const CHOOSE_PASSWORD_WITHIN = 30 * 60_000;
/** A reservation whose holder never came to be is free again after this time: its process has crashed. */
const ABANDONED_AFTER = 60_000;

/** The state of a user, read from the log. */
export async function loadUser(ports: Pick<CorePorts, "log">, userId: string): Promise<UserState> {
  return fold(user, (await ports.log.read(streams.user(userId))) as readonly UserEvent[]);
}

/** Who holds a name, and who held it so long without coming to be that it may be taken over. The reads are the same whether somebody holds it or not. */
async function holderOf(
  ports: CorePorts,
  stream: string,
): Promise<{ holder: string | null; abandoned: string | null; state: UserState }> {
  const events = await ports.log.read(stream);
  const { holder } = fold(reservation, events as readonly ReservationEvent[] as ReservationEvent[]);
  const state = await loadUser(ports, holder ?? "nobody");
  const age = (await ports.clock.now()).getTime() - Date.parse(events.at(-1)?.recordedAt ?? "");
  const abandoned = holder !== null && !isSignUp(holder) && state.status === "absent" && age > ABANDONED_AFTER;
  return { holder, abandoned: abandoned ? holder : null, state };
}

/** Until its address is verified, the name of a sign-up is held for the address and not for a user. */
async function signUpHolder(ports: Pick<CorePorts, "vault">, email: string): Promise<string> {
  return `${SIGN_UP}${await ports.vault.fingerprint("sign-up", email)}`;
}

const SIGN_UP = "sign-up-";

function isSignUp(holder: string): boolean {
  return holder.startsWith(SIGN_UP);
}

/** The user that an address belongs to, verified or not. */
export async function userByEmail(
  ports: CorePorts,
  email: string,
): Promise<Exclude<UserState, { status: "absent" }> | null> {
  const clean = cleanEmail(email);
  if (clean === null) return null;
  const { state } = await holderOf(ports, await emailStream(ports, clean));
  return state.status === "absent" ? null : state;
}

/**
 * The part of a registration that its answer tells about: whether name, address and password may be so, and whether the name
 * is free. It never looks at whether the address is known, so neither the answer, nor its time, nor the name afterwards can
 * tell: the name is held for the address either way. `finishSignUp` does the rest, after the answer.
 */
export async function beginSignUp(
  ports: SignUpPorts,
  input: { readonly name: string; readonly email: string; readonly password: string; readonly client: string },
  cause: Cause,
): Promise<Outcome<BegunSignUp, SignUpRefusal>> {
  const name = cleanName(input.name);
  if (name === null) return refused({ name: "name-invalid" });
  const email = cleanEmail(input.email);
  if (email === null) return refused({ name: "email-invalid" });
  const fits = passwordFits(input.password);
  if (fits !== "fits") return refused({ name: `password-${fits}` });
  const hash = await ports.passwords.hash(input.password, input.client);
  if (hash === null) return refused({ name: "passwords-busy" });
  const nameTaken = await reserveName(ports, name, await signUpHolder(ports, email), cause);
  return nameTaken ? refused({ name: "user-name-taken" }) : done({ name, email, hash }, null);
}

/**
 * Registers the user of a sign-up and mails the link that verifies the address. The owner of a verified address gets another
 * mail instead. For an unverified address the link is sent again, for the password given now. Safe to repeat; what a crash
 * leaves undone is done when the same person registers again.
 */
export async function finishSignUp(
  ports: SignUpPorts,
  { name, email, hash }: BegunSignUp,
  cause: Cause,
): Promise<void> {
  const stream = await emailStream(ports, email);
  const found = await holderOf(ports, stream);
  if (found.state.status === "verified") return answerKnownAddress(ports, found.state.id, { email, hash });
  const userId = found.holder ?? ports.ids.derive(cause.commandId, "user");
  const command = { type: "reserve", kind: "email", holder: userId, abandonedHolder: null } as const;
  const reserved = await dispatch(ports.log, reservation, { stream, command, context: step(cause, "reserve-email") });
  const registering = step(cause, "register");
  // Somebody else may have been quicker with this address: then this is one more sign-up under theirs.
  const holder = reserved.ok ? userId : reserved.refusal.holder;
  if (await registerUnverified(ports, { userId: holder, name, email, hash }, registering)) {
    await sendVerification(ports, { userId: holder, email, name, attempt: registering.commandId });
  } else {
    await answerKnownAddress(ports, holder, { email, hash });
  }
}

async function answerKnownAddress(
  ports: SignUpPorts,
  userId: string,
  { email, hash }: Pick<BegunSignUp, "email" | "hash">,
): Promise<void> {
  await ports.vault.put(userId, KNOWN_ADDRESS_ATTEMPT, hash);
  await ports.mails.alreadyRegistered({ to: email });
}

/** Records a sign-up of a user whose address is not verified. False when it is. */
async function registerUnverified(
  ports: SignUpPorts,
  given: BegunSignUp & { readonly userId: string },
  context: CommandContext,
): Promise<boolean> {
  const { userId, name, email, hash } = given;
  await ports.vault.put(userId, attemptSecret(context.commandId), hash);
  for (const command of [
    { type: "register", userId, name, email, verified: false },
    { type: "register-again", userId, name, email },
  ] as const) {
    if ((await dispatch(ports.log, user, { stream: streams.user(userId), command, context })).ok) return true;
  }
  await ports.vault.remove(userId, attemptSecret(context.commandId));
  return false;
}

/** Mails the link of the latest sign-up again to an unverified address; for any other address nothing happens and the answer is the same. */
export async function resendVerification(ports: SignUpPorts, email: string): Promise<void> {
  const found = await userByEmail(ports, email);
  if (found?.status !== "unverified") return;
  const attempts = await attemptsOf(ports, found.id);
  await sendVerification(ports, {
    userId: found.id,
    email: found.email,
    name: found.name,
    attempt: attempts.at(-1) ?? "",
  });
}

/** A link names the sign-up that it belongs to. Until it is opened, that sign-up's password is kept apart and opens nothing. */
async function sendVerification(
  ports: SignUpPorts,
  to: { userId: string; email: string; name: string; attempt: string },
): Promise<void> {
  const token = await ports.tokens.issue("verify-email", to.userId, { attempt: to.attempt }, DAY);
  await ports.mails.verifyEmail({ to: to.email, name: to.name, token });
}

/** The sign-ups of a user, oldest first, by the commands that made them. */
async function attemptsOf(ports: Pick<CorePorts, "log">, userId: string): Promise<string[]> {
  const events = await ports.log.read(streams.user(userId));
  return events.filter(({ type }) => type === "UserRegistered").map(({ commandId }) => commandId);
}

/**
 * The latest sign-up under an address that is verified. Its password opens nothing; a login with it is answered as one for an
 * unknown address would be, so that registering and then logging in does not tell who is registered.
 */
const KNOWN_ADDRESS_ATTEMPT = attemptSecret("known-address");

function attemptSecret(attempt: string): string {
  return `password/${attempt}`;
}

/** What a given password is held against; null where there is none, which takes as long to find out. */
export type PasswordHashes = {
  /** Of the password that signs in. */
  readonly opens: string | null;
  /** Of the latest sign-up under this address whose link nobody opened, be the address verified or not. */
  readonly pending: string | null;
};

export async function passwordHashesOf(
  ports: CorePorts,
  found: Exclude<UserState, { status: "absent" }> | null,
): Promise<PasswordHashes> {
  const owner = found?.id ?? "nobody";
  const opens = await ports.vault.get(owner, "password");
  const latest = (await attemptsOf(ports, owner)).at(-1) ?? "";
  return {
    opens,
    pending: await ports.vault.get(owner, found?.status === "verified" ? KNOWN_ADDRESS_ATTEMPT : attemptSecret(latest)),
  };
}

async function emailStream(ports: Pick<CorePorts, "vault">, email: string): Promise<string> {
  return streams.reservation("email", await ports.vault.fingerprint("email", email));
}

/** Whether a user has laid hands on an address, as the first thing in becoming somebody. */
export async function hasReserved(
  ports: Pick<CorePorts, "log" | "vault">,
  userId: string,
  email: string,
): Promise<boolean> {
  const events = await ports.log.read(await emailStream(ports, email));
  return fold(reservation, events as readonly ReservationEvent[] as ReservationEvent[]).holder === userId;
}

async function nameStream(ports: CorePorts, name: string): Promise<string> {
  return streams.reservation("user-name", await ports.vault.fingerprint("user-name", nameSkeleton(name)));
}

/** True when somebody else has the name. It is taken over from `predecessor`. */
async function reserveName(
  ports: CorePorts,
  name: string,
  holder: string,
  cause: Cause,
  predecessor?: string,
): Promise<boolean> {
  const stream = await nameStream(ports, name);
  const { abandoned } = await holderOf(ports, stream);
  const command = { type: "reserve", kind: "user-name", holder, abandonedHolder: predecessor ?? abandoned } as const;
  return !(await dispatch(ports.log, reservation, { stream, command, context: step(cause, "reserve-name") })).ok;
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
): Promise<
  Outcome<{ readonly userId: string; readonly passwordToken: string | null }, { readonly name: "link-invalid" }>
> {
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
  return done(
    {
      userId,
      passwordToken: hasPassword
        ? null
        : await ports.tokens.issue("reset-password", userId, {}, CHOOSE_PASSWORD_WITHIN),
    },
    position,
  );
}

async function openAccount(
  ports: CorePorts & { readonly adminEmails: readonly string[] },
  opened: Exclude<UserState, { status: "absent" }>,
  hash: string | null,
  cause: Cause,
): Promise<string | null> {
  const userId = opened.id;
  const stream = streams.user(userId);
  await reserveName(ports, opened.name, userId, cause, await signUpHolder(ports, opened.email));
  if (hash !== null) {
    await ports.vault.put(userId, "password", hash);
    await dispatch(ports.log, user, {
      stream,
      command: { type: "set-password", userId, reason: "registered" },
      context: step(cause, "set-password"),
    });
  }
  let verified = await dispatch(ports.log, user, {
    stream,
    command: { type: "verify", userId },
    context: step(cause, "verify"),
  });
  await ports.vault.removeAll(userId, attemptSecret(""));
  if (ports.adminEmails.includes(opened.email)) {
    verified = await dispatch(ports.log, user, {
      stream,
      command: { type: "grant-role", userId, role: "admin" },
      context: step(cause, "grant-admin"),
    });
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
  if (!(await dispatch(ports.log, reservation, { stream, command, context: step(cause, "reserve-email") })).ok)
    return false;
  if (await reserveName(ports, name, userId, cause)) return false;
  const registered = await dispatch(ports.log, user, {
    stream: streams.user(userId),
    command: { type: "register", userId, name, email, verified: true },
    context: step(cause, "register"),
  });
  return registered.ok;
}
