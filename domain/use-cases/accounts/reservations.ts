import { aggregate } from "../../core/aggregate.ts";
import { reservation, type ReservationId } from "../../reservation/decider.ts";
import { user, type UserState } from "../../user/decider.ts";
import { cleanEmail, nameSkeleton } from "../../user/personal-text.ts";
import type { CommandAttempt } from "../../core/event-store.ts";
import { fold } from "../../core/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type ReservationPorts = Pick<Ports, "log" | "vault" | "clock">;
export type KnownUser = Exclude<UserState, { status: "absent" }>;

/** A reservation without a user is free again after this time: its process has crashed. */
const ABANDONED_AFTER_MS = 60_000;
const SIGN_UP = "sign-up-";

/** The reservation of an e-mail address. */
export async function emailReservation({ vault }: Pick<Ports, "vault">, email: string): Promise<ReservationId> {
  return { kind: "email", fingerprint: await vault.fingerprint("email", email) };
}

/** Until the address is verified, the user name of a sign-up is reserved for the address, not for a user. */
export async function signUpHolder({ vault }: Pick<Ports, "vault">, email: string): Promise<string> {
  return `${SIGN_UP}${await vault.fingerprint("sign-up", email)}`;
}

/**
 * Who holds a name, and who has held it without a user for so long that it may be taken over. The reads are the same
 * whether or not it is held.
 */
export async function holderOf(
  ports: ReservationPorts,
  id: ReservationId,
): Promise<{ holder: string | null; abandoned: string | null; state: UserState }> {
  const events = await aggregate(ports.log, reservation).history(id);
  const { holder } = fold(reservation, events);
  const state = await aggregate(ports.log, user).load(holder ?? "nobody");
  const age = (await ports.clock.now()).getTime() - Date.parse(events.at(-1)?.recordedAt ?? "");
  const abandoned =
    holder !== null && !holder.startsWith(SIGN_UP) && state.status === "absent" && age > ABANDONED_AFTER_MS;
  return { holder, abandoned: abandoned ? holder : null, state };
}

/** The user that an address belongs to, verified or not. */
export async function userByEmail(ports: ReservationPorts, email: string): Promise<KnownUser | null> {
  const clean = cleanEmail(email);
  if (clean === null) return null;
  const { state } = await holderOf(ports, await emailReservation(ports, clean));
  return state.status === "absent" ? null : state;
}

/** Whether the user holds this e-mail's reservation. */
export async function hasReserved(
  ports: Pick<Ports, "log" | "vault">,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<boolean> {
  return (await aggregate(ports.log, reservation).load(await emailReservation(ports, email))).holder === userId;
}

/** The reservation of a user name. */
export async function nameReservation({ vault }: Pick<Ports, "vault">, name: string): Promise<ReservationId> {
  return { kind: "user-name", fingerprint: await vault.fingerprint("user-name", nameSkeleton(name)) };
}

/** The user that a name belongs to. */
export async function userByName(ports: ReservationPorts, name: string): Promise<KnownUser | null> {
  const { state } = await holderOf(ports, await nameReservation(ports, name));
  return state.status === "absent" ? null : state;
}

/** Releases what a user does not hold any more, so that others can have it. */
export async function release(
  { log }: Pick<Ports, "log">,
  id: ReservationId,
  holder: string,
  context: CommandAttempt,
): Promise<void> {
  await aggregate(log, reservation).handle(id, { type: "release", kind: id.kind, holder }, context);
}

/** Reserves a user name; false if another user has it. It may be taken over from `predecessor`. */
export async function reserveName(
  ports: ReservationPorts,
  { name, holder, predecessor }: { readonly name: string; readonly holder: string; readonly predecessor?: string },
  cause: Cause,
): Promise<boolean> {
  const id = await nameReservation(ports, name);
  const { abandoned } = await holderOf(ports, id);
  const command = { type: "reserve", kind: "user-name", holder, abandonedHolder: predecessor ?? abandoned } as const;
  return (await aggregate(ports.log, reservation).handle(id, command, step(cause, "reserve-name"))).ok;
}
