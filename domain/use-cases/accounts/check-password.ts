import { accept, refuse, type Result } from "../../core/result.ts";
import type { Ports } from "../ports.ts";
import { type ReservationPorts, userByEmail } from "./reservations.ts";
import { passwordHashesOf, type PasswordsBusy } from "./sign-up-attempts.ts";

export type SignInRefusal = { readonly code: "login-failed" } | { readonly code: "email-unverified" } | PasswordsBusy;

/**
 * Checks address and password. Neither answer nor time reveals whether the address is unknown or the password wrong,
 * nor, after registering, whether the address was known: every failed login is compared with two hashes.
 */
export async function checkPassword(
  ports: ReservationPorts & Pick<Ports, "passwords">,
  input: { readonly email: string; readonly password: string; readonly client: string },
): Promise<Result<{ readonly userId: string }, SignInRefusal>> {
  const found = await userByEmail(ports, input.email);
  const { opens, pending } = await passwordHashesOf(ports, found);
  const right = await ports.passwords.verify(input.password, opens, input.client);
  if (right === null) return refuse({ code: "passwords-busy" });
  if (found && right) return accept({ userId: found.id });
  const signedUp = await ports.passwords.verify(input.password, pending, input.client);
  if (signedUp === null) return refuse({ code: "passwords-busy" });
  return refuse({ code: signedUp ? "email-unverified" : "login-failed" });
}
