import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { reservation } from "../../reservation/decider.ts";
import { user } from "../../user/decider.ts";
import { emailReservation, holderOf, release, type ReservationPorts } from "../accounts/reservations.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type ConfirmPorts = ReservationPorts & Pick<Ports, "tokens" | "mails" | "adminEmails">;

export type ConfirmEmailRefusal = { readonly code: "link-invalid" } | { readonly code: "email-taken" };

/**
 * Moves a user to the address of a mailed link; opening the link twice has the same result. The address is taken over
 * from a sign-up that nobody has verified: only the person who reads the mailbox has the link.
 */
export async function confirmEmailChange(
  ports: ConfirmPorts,
  token: string,
  cause: Cause,
): Promise<Result<{ readonly email: string }, ConfirmEmailRefusal>> {
  const redeemed = await ports.tokens.redeem("change-email", token);
  if (!redeemed) return refuse({ code: "link-invalid" });
  const { userId } = redeemed;
  const email = String(redeemed.data["email"]);
  const users = aggregate(ports.log, user);
  if ((await users.load(userId)).status === "absent") return refuse({ code: "link-invalid" });
  if (!(await reserveEmail(ports, { userId, email }, cause))) return refuse({ code: "email-taken" });
  let changed = await users.handle(userId, { type: "change-email", userId, email }, step(cause, "change-email"));
  if (!changed.ok) return refuse({ code: "link-invalid" });
  for (const event of changed.value)
    if (event.type === "EmailChanged") await leaveAddress(ports, userId, event.data.previous, cause);
  if (ports.adminEmails.includes(email))
    changed = await users.handle(userId, { type: "grant-role", userId, role: "admin" }, step(cause, "grant-admin"));
  return accept({ email }, changed.ok ? changed.position : null);
}

async function reserveEmail(
  ports: ConfirmPorts,
  { userId, email }: { readonly userId: string; readonly email: string },
  cause: Cause,
): Promise<boolean> {
  const id = await emailReservation(ports, email);
  const { holder, abandoned, state } = await holderOf(ports, id);
  const abandonedHolder = state.status === "unverified" ? holder : abandoned;
  const command = { type: "reserve", kind: "email", holder: userId, abandonedHolder } as const;
  return (await aggregate(ports.log, reservation).handle(id, command, step(cause, "reserve-email"))).ok;
}

/** Frees the address before, ends the links that were mailed there, and tells its reader. */
async function leaveAddress(ports: ConfirmPorts, userId: string, previous: string, cause: Cause): Promise<void> {
  const now = await aggregate(ports.log, user).load(userId);
  // The user may have moved back meanwhile.
  if (now.status === "absent" || now.email === previous) return;
  await release(ports, await emailReservation(ports, previous), userId, step(cause, "release-email"));
  await ports.tokens.revokeAll(userId, "reset-password");
  await ports.mails.emailChanged({ to: previous, name: now.name, email: now.email });
}
