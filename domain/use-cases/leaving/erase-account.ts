import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import type { UserEvent } from "../../user/events.ts";
import { emailReservation, nameReservation, release, signUpHolder } from "../accounts/reservations.ts";
import { type Cause, step } from "../step.ts";
import { deleteBelongings } from "./delete-belongings.ts";
import type { ErasePorts } from "./erase-ports.ts";
import { endSessionsAndKeys } from "./delete-account.ts";

/**
 * Erases what a deleted account has left: its belongings, its reservations, its rows beside the log and, last, the key of
 * its personal fields. Each step may run again after a crash. "later": the read models do not know everything yet.
 */
export async function eraseAccount(ports: ErasePorts, userId: string, cause: Cause): Promise<"done" | "later"> {
  const users = aggregate(ports.log, user);
  const state = await users.load(userId);
  if (state.status !== "absent" || !state.deleted || state.deleted === "erased") return "done";
  // Again: a request that was under way may have opened another one.
  await endSessionsAndKeys(ports, userId);
  // Until a round finds nothing more: a request that was under way may have added something.
  for (let found = true; found;) {
    if (!(await ports.modelsSettled())) return "later";
    found = await deleteBelongings(ports, userId, cause);
  }
  const { name, email } = state.deleted;
  await releaseReservations(ports, { userId, name, email }, cause);
  await ports.personalRows.remove(userId, addressesIn(await users.history(userId)));
  await ports.vault.forget(userId);
  await users.handle(userId, { type: "record-erasure", userId }, step(cause, "record-erasure"));
  return "done";
}

/** Every address that a user has had. */
function addressesIn(events: readonly UserEvent[]): readonly string[] {
  const emails = events.flatMap(({ type, data }) =>
    type === "UserRegistered" ? [data.email] : type === "EmailChanged" ? [data.email, data.previous] : [],
  );
  return [...new Set(emails)];
}

async function releaseReservations(
  ports: ErasePorts,
  { userId, name, email }: { readonly userId: string; readonly name: string; readonly email: string },
  cause: Cause,
): Promise<void> {
  const reservedName = await nameReservation(ports, name);
  await release(ports, reservedName, userId, step(cause, "release-name"));
  // Of an account that was never verified.
  await release(ports, reservedName, await signUpHolder(ports, email), step(cause, "release-sign-up"));
  await release(ports, await emailReservation(ports, email), userId, step(cause, "release-email"));
}
