import { aggregate } from "../../core/aggregate.ts";
import { reservation } from "../../reservation/decider.ts";
import { user } from "../../user/decider.ts";
import { type Cause, step } from "../step.ts";
import { emailReservation, holderOf, type ReservationPorts, reserveName } from "./reservations.ts";

/**
 * Makes a user whose address needs no verification, with the same reservations as a sign-up; safe to repeat. The user
 * has no password and sets one with a reset link. False if address or name belong to another user.
 */
export async function registerVerified(
  ports: ReservationPorts,
  given: { readonly userId: string; readonly name: string; readonly email: string },
  cause: Cause,
): Promise<boolean> {
  const { userId, name, email } = given;
  const id = await emailReservation(ports, email);
  const { abandoned } = await holderOf(ports, id);
  const command = { type: "reserve", kind: "email", holder: userId, abandonedHolder: abandoned } as const;
  if (!(await aggregate(ports.log, reservation).handle(id, command, step(cause, "reserve-email"))).ok) return false;
  if (!(await reserveName(ports, { name, holder: userId }, cause))) return false;
  const registered = await aggregate(ports.log, user).handle(
    userId,
    { type: "register", userId, name, email, verified: true },
    step(cause, "register"),
  );
  return registered.ok;
}
