import type { Ports } from "../ports.ts";
import { type ReservationPorts, userByEmail } from "./reservations.ts";

const RESET_WITHIN_MS = 30 * 60_000;
/** Nobody reads mail there (RFC 2606), so no link is sent: the installation's own users cannot be taken over. */
const NO_MAILBOX = /\.invalid$/;

/**
 * Mails a reset link if the address has a verified account; for any other address nothing happens and the answer is the
 * same.
 */
export async function requestPasswordReset(
  ports: ReservationPorts & Pick<Ports, "tokens" | "mails">,
  email: string,
): Promise<void> {
  const found = await userByEmail(ports, email);
  if (found?.status !== "verified" || NO_MAILBOX.test(found.email)) return;
  const token = await ports.tokens.issue("reset-password", found.id, {}, RESET_WITHIN_MS);
  await ports.mails.resetPassword({ to: found.email, name: found.name, token });
}
