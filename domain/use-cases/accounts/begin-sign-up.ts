import { accept, refuse, type Result } from "../../core/result.ts";
import { cleanEmail, cleanName, type PasswordFault, passwordFits } from "../../user/personal-text.ts";
import type { Ports } from "../ports.ts";
import type { Cause } from "../step.ts";
import { type ReservationPorts, reserveName, signUpHolder } from "./reservations.ts";
import type { PasswordsBusy } from "./sign-up-attempts.ts";

export type SignUpRefusal =
  | { readonly code: "name-invalid" }
  | { readonly code: "email-invalid" }
  | { readonly code: `password-${PasswordFault}` }
  | { readonly code: "user-name-taken" }
  | PasswordsBusy;

/** A sign-up whose name is reserved and whose address has not been looked up yet. */
export type BegunSignUp = { readonly name: string; readonly email: string; readonly hash: string };

/**
 * The part of a registration that decides its answer: whether name, address and password are valid, and whether the
 * name is free. It never looks up the address, so neither the answer, nor its time, nor the name afterwards reveals
 * whether it is known: the name is reserved for the address either way. `finishSignUp` does the rest, after the answer.
 */
export async function beginSignUp(
  ports: ReservationPorts & Pick<Ports, "passwords">,
  input: { readonly name: string; readonly email: string; readonly password: string; readonly client: string },
  cause: Cause,
): Promise<Result<BegunSignUp, SignUpRefusal>> {
  const name = cleanName(input.name);
  if (name === null) return refuse({ code: "name-invalid" });
  const email = cleanEmail(input.email);
  if (email === null) return refuse({ code: "email-invalid" });
  const fits = passwordFits(input.password);
  if (fits !== "fits") return refuse({ code: `password-${fits}` });
  const hash = await ports.passwords.hash(input.password, input.client);
  if (hash === null) return refuse({ code: "passwords-busy" });
  const holder = await signUpHolder(ports, email);
  return (await reserveName(ports, { name, holder }, cause))
    ? accept({ name, email, hash })
    : refuse({ code: "user-name-taken" });
}
