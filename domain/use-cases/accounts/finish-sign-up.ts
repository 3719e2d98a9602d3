import { aggregate } from "../../core/aggregate.ts";
import type { CommandContext } from "../../core/event-store.ts";
import { reservation } from "../../reservation/decider.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import type { BegunSignUp } from "./begin-sign-up.ts";
import { emailReservation, holderOf, type ReservationPorts } from "./reservations.ts";
import { attemptSecret, KNOWN_ADDRESS_ATTEMPT, sendVerification } from "./sign-up-attempts.ts";

type FinishPorts = ReservationPorts & Pick<Ports, "ids" | "tokens" | "mails">;

/**
 * Registers the user of a sign-up and mails the verification link. The owner of a verified address gets another mail
 * instead. For an unverified address the link is sent again, for the password given now. Safe to repeat; what a crash
 * leaves undone is done when the same person registers again.
 */
export async function finishSignUp(
  ports: FinishPorts,
  { name, email, hash }: BegunSignUp,
  cause: Cause,
): Promise<void> {
  const id = await emailReservation(ports, email);
  const found = await holderOf(ports, id);
  if (found.state.status === "verified") return answerKnownAddress(ports, found.state.id, { email, hash });
  const userId = found.holder ?? ports.ids.derive(cause.commandId, "user");
  const command = { type: "reserve", kind: "email", holder: userId, abandonedHolder: null } as const;
  const reserved = await aggregate(ports.log, reservation).handle(id, command, step(cause, "reserve-email"));
  const registering = step(cause, "register");
  // Another request may have reserved this address first: then this is another sign-up of the same user.
  const holder = reserved.ok ? userId : reserved.refusal.holder;
  if (await registerUnverified(ports, { userId: holder, name, email, hash }, registering)) {
    await sendVerification(ports, { userId: holder, email, name, attempt: registering.commandId });
  } else {
    await answerKnownAddress(ports, holder, { email, hash });
  }
}

async function answerKnownAddress(
  ports: FinishPorts,
  userId: string,
  { email, hash }: Pick<BegunSignUp, "email" | "hash">,
): Promise<void> {
  await ports.vault.put(userId, KNOWN_ADDRESS_ATTEMPT, hash);
  await ports.mails.alreadyRegistered({ to: email });
}

/** Records a sign-up of a user whose address is not verified. False if it is verified. */
async function registerUnverified(
  ports: FinishPorts,
  given: BegunSignUp & { readonly userId: string },
  context: CommandContext,
): Promise<boolean> {
  const { userId, name, email, hash } = given;
  await ports.vault.put(userId, attemptSecret(context.commandId), hash);
  for (const command of [
    { type: "register", userId, name, email, verified: false },
    { type: "register-again", userId, name, email },
  ] as const) {
    if ((await aggregate(ports.log, user).handle(userId, command, context)).ok) return true;
  }
  await ports.vault.remove(userId, attemptSecret(context.commandId));
  return false;
}
