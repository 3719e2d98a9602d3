import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user } from "../../user/decider.ts";
import { cleanEmail } from "../../user/personal-text.ts";
import { type ReservationPorts, userByEmail } from "../accounts/reservations.ts";
import type { PasswordsBusy } from "../accounts/sign-up-attempts.ts";
import type { Ports } from "../ports.ts";
import { isOwnPassword } from "./own-password.ts";

type NewAddressRefusal = { readonly code: "new-email-invalid" } | { readonly code: "new-email-same" };
export type EmailChangeRefusal = NewAddressRefusal | { readonly code: "new-email-password-wrong" } | PasswordsBusy;

const CONFIRM_WITHIN_MS = 86_400_000;

/** A new address in its stored form; refused if it is none, or the present one. */
export function newAddress(given: string, present: string): Result<string, NewAddressRefusal> {
  const email = cleanEmail(given);
  if (email === null) return refuse({ code: "new-email-invalid" });
  return email === present ? refuse({ code: "new-email-same" }) : accept(email);
}

/**
 * The part of a change of address that decides its answer: the form of the address, and the password. It never looks up
 * the address, so that the answer does not reveal whether it is known. `requestEmailChange` does the rest, after the
 * answer.
 */
export async function beginEmailChange(
  ports: Pick<Ports, "log" | "vault" | "passwords">,
  input: { readonly userId: string; readonly email: string; readonly password: string; readonly client: string },
): Promise<Result<{ readonly email: string }, EmailChangeRefusal>> {
  const found = await aggregate(ports.log, user).load(input.userId);
  const email = newAddress(input.email, found.status === "absent" ? "" : found.email);
  if (!email.ok) return email;
  const known = await isOwnPassword(ports, input);
  if (known === null) return refuse({ code: "passwords-busy" });
  return known ? accept({ email: email.value }) : refuse({ code: "new-email-password-wrong" });
}

/**
 * Mails the link that confirms a new address, and tells the present one. The link replaces those of earlier requests.
 * The owner of an address with an account gets another mail instead.
 */
export async function requestEmailChange(
  ports: ReservationPorts & Pick<Ports, "tokens" | "mails">,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const found = await aggregate(ports.log, user).load(userId);
  if (found.status === "absent") return;
  const { name } = found;
  await ports.tokens.revokeAll(userId, "change-email");
  const holder = await userByEmail(ports, email);
  if (holder?.status === "verified") await ports.mails.addressInUse({ to: email });
  else {
    const token = await ports.tokens.issue("change-email", userId, { email }, CONFIRM_WITHIN_MS);
    await ports.mails.confirmEmail({ to: email, name, token });
  }
  await ports.mails.emailChangeAsked({ to: found.email, name, email });
}
