import type { Ports } from "../ports.ts";

/** Whether this is the user's password; null: too many passwords are waiting to be hashed. */
export async function isOwnPassword(
  ports: Pick<Ports, "vault" | "passwords">,
  { userId, password, client }: { readonly userId: string; readonly password: string; readonly client: string },
): Promise<boolean | null> {
  return ports.passwords.verify(password, await ports.vault.get(userId, "password"), client);
}
