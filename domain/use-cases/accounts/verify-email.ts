import { aggregate } from "../../core/aggregate.ts";
import type { Position } from "../../core/event-store.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { hasReserved, type KnownUser, type ReservationPorts, reserveName, signUpHolder } from "./reservations.ts";
import { attemptSecret, attemptsOf } from "./sign-up-attempts.ts";

type VerifyPorts = ReservationPorts & Pick<Ports, "tokens" | "adminEmails">;

const CHOOSE_PASSWORD_WITHIN_MS = 30 * 60_000;

/**
 * Activates the account of a mailed link; opening the link twice has the same result.
 *
 * Another person may have signed up with the same address before or after its owner, so the password of a sign-up
 * counts only if it was the only one. Otherwise no password is set and `passwordToken` is for choosing one: only the
 * person who reads the mailbox has it.
 */
export async function verifyEmail(
  ports: VerifyPorts,
  token: string,
  cause: Cause,
): Promise<
  Result<{ readonly userId: string; readonly passwordToken: string | null }, { readonly code: "link-invalid" }>
> {
  const redeemed = await ports.tokens.redeem("verify-email", token);
  if (!redeemed) return refuse({ code: "link-invalid" });
  const { userId } = redeemed;
  const before = await aggregate(ports.log, user).load(userId);
  if (before.status === "absent") return refuse({ code: "link-invalid" });
  let position: Position | null = null;
  if (before.status === "unverified") {
    // Another user may have confirmed this address as theirs since the sign-up.
    if (!(await hasReserved(ports, { userId, email: before.email }))) return refuse({ code: "link-invalid" });
    const only = (await attemptsOf(ports, userId)).length === 1;
    const hash = only ? await ports.vault.get(userId, attemptSecret(String(redeemed.data["attempt"]))) : null;
    position = await openAccount(ports, before, hash, cause);
  }
  const hasPassword = (await ports.vault.get(userId, "password")) !== null;
  const passwordToken = hasPassword
    ? null
    : await ports.tokens.issue("reset-password", userId, {}, CHOOSE_PASSWORD_WITHIN_MS);
  return accept({ userId, passwordToken }, position);
}

async function openAccount(
  ports: VerifyPorts,
  { id: userId, name, email }: KnownUser,
  hash: string | null,
  cause: Cause,
): Promise<Position | null> {
  const users = aggregate(ports.log, user);
  await reserveName(ports, { name, holder: userId, predecessor: await signUpHolder(ports, email) }, cause);
  if (hash !== null) {
    await ports.vault.put(userId, "password", hash);
    await users.handle(userId, { type: "set-password", userId, reason: "registered" }, step(cause, "set-password"));
  }
  let verified = await users.handle(userId, { type: "verify", userId }, step(cause, "verify"));
  await ports.vault.removeAll(userId, attemptSecret(""));
  if (ports.adminEmails.includes(email))
    verified = await users.handle(userId, { type: "grant-role", userId, role: "admin" }, step(cause, "grant-admin"));
  return verified.ok ? verified.position : null;
}
