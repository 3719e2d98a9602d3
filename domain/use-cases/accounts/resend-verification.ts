import type { Ports } from "../ports.ts";
import { type ReservationPorts, userByEmail } from "./reservations.ts";
import { attemptsOf, sendVerification } from "./sign-up-attempts.ts";

/** Mails the link of the latest sign-up again to an unverified address; for any other address nothing happens and the answer is the same. */
export async function resendVerification(
  ports: ReservationPorts & Pick<Ports, "tokens" | "mails">,
  email: string,
): Promise<void> {
  const found = await userByEmail(ports, email);
  if (found?.status !== "unverified") return;
  const { id: userId, name } = found;
  const attempt = (await attemptsOf(ports, userId)).at(-1) ?? "";
  await sendVerification(ports, { userId, email: found.email, name, attempt });
}
