import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user, type UserRefusal } from "../../user/decider.ts";
import { cleanName, nameSkeleton } from "../../user/personal-text.ts";
import { nameReservation, release, type ReservationPorts, reserveName } from "../accounts/reservations.ts";
import { type Cause, step } from "../step.ts";

export type ChangeNameRefusal = { readonly code: "name-invalid" } | { readonly code: "user-name-taken" } | UserRefusal;

/** Gives a user another name; the one before is free afterwards. */
export async function changeName(
  ports: ReservationPorts,
  input: { readonly userId: string; readonly name: string },
  cause: Cause,
): Promise<Result<{ readonly name: string }, ChangeNameRefusal>> {
  const { userId } = input;
  const name = cleanName(input.name);
  if (name === null) return refuse({ code: "name-invalid" });
  if (!(await reserveName(ports, { name, holder: userId }, cause))) return refuse({ code: "user-name-taken" });
  const users = aggregate(ports.log, user);
  const renamed = await users.handle(userId, { type: "rename", userId, name }, step(cause, "rename"));
  if (!renamed.ok) return renamed;
  for (const event of renamed.value) {
    if (event.type !== "UserRenamed") continue;
    const { previous } = event.data;
    const now = await users.load(userId);
    // The user may have taken the name back meanwhile.
    if (now.status === "absent" || nameSkeleton(now.name) === nameSkeleton(previous)) continue;
    await release(ports, await nameReservation(ports, previous), userId, step(cause, "release-name"));
  }
  return accept({ name }, renamed.position);
}
