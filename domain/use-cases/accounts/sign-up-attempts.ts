import { view } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import type { KnownUser } from "./reservations.ts";

/** More passwords are waiting to be hashed than this process accepts. */
export type PasswordsBusy = { readonly code: "passwords-busy" };

const VERIFY_WITHIN_MS = 86_400_000;

/**
 * Vault name of the password of one sign-up, or of all of them if `attempt` is empty. It is not valid until its link is
 * opened.
 */
export function attemptSecret(attempt: string): string {
  return `password/${attempt}`;
}

/**
 * The latest sign-up with an address that is already verified. Its password is never valid; a login with it gets the
 * same answer as for an unknown address, so that registering and then logging in does not reveal who is registered.
 */
export const KNOWN_ADDRESS_ATTEMPT = attemptSecret("known-address");

/** The sign-ups of a user, oldest first, by their commands. */
export async function attemptsOf({ log }: Pick<Ports, "log">, userId: string): Promise<string[]> {
  const events = await view(log, user).history(userId);
  return events.filter(({ type }) => type === "UserRegistered").map(({ commandId }) => commandId);
}

/** Mails the link of one sign-up. */
export async function sendVerification(
  ports: Pick<Ports, "tokens" | "mails">,
  to: { readonly userId: string; readonly email: string; readonly name: string; readonly attempt: string },
): Promise<void> {
  const token = await ports.tokens.issue("verify-email", to.userId, { attempt: to.attempt }, VERIFY_WITHIN_MS);
  await ports.mails.verifyEmail({ to: to.email, name: to.name, token });
}

/** The hashes for a password check; null where there is none, which takes as long to check. */
export type PasswordHashes = {
  /** Of the valid password. */
  readonly opens: string | null;
  /** Of the latest sign-up with this address whose link was not opened, whether the address is verified or not. */
  readonly pending: string | null;
};

/** The hashes that a login is compared with. */
export async function passwordHashesOf(
  ports: Pick<Ports, "log" | "vault">,
  found: KnownUser | null,
): Promise<PasswordHashes> {
  const owner = found?.id ?? "nobody";
  const opens = await ports.vault.get(owner, "password");
  const latest = (await attemptsOf(ports, owner)).at(-1) ?? "";
  return {
    opens,
    pending: await ports.vault.get(owner, found?.status === "verified" ? KNOWN_ADDRESS_ATTEMPT : attemptSecret(latest)),
  };
}
