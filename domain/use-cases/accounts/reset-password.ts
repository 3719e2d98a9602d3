import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user } from "../../user/decider.ts";
import { type PasswordFault, passwordFits } from "../../user/personal-text.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type EndedPrograms, endPrograms, NOTHING_ENDED } from "../api-keys/end-programs.ts";
import type { PasswordsBusy } from "./sign-up-attempts.ts";

export type ResetRefusal =
  { readonly code: "link-invalid" } | { readonly code: `password-${PasswordFault}` } | PasswordsBusy;

/**
 * Sets a new password with a mailed link, once; every session of the user ends, and unless they are kept all keys and
 * webhooks too: whoever had the account may have made them.
 */
export async function resetPassword(
  ports: Pick<Ports, "log" | "vault" | "passwords" | "tokens" | "sessions" | "mails" | "accessKeys">,
  input: {
    readonly token: string;
    readonly password: string;
    readonly client: string;
    readonly keepKeys: boolean;
  },
  cause: Cause,
): Promise<Result<EndedPrograms, ResetRefusal>> {
  const fits = passwordFits(input.password);
  if (fits !== "fits") return refuse({ code: `password-${fits}` });
  // Hashing is expensive, so the link is checked first.
  if ((await ports.tokens.peek("reset-password", input.token)) === null) return refuse({ code: "link-invalid" });
  const hash = await ports.passwords.hash(input.password, input.client);
  if (hash === null) return refuse({ code: "passwords-busy" });
  const redeemed = await ports.tokens.redeem("reset-password", input.token);
  if (!redeemed) return refuse({ code: "link-invalid" });
  const { userId } = redeemed;
  const users = aggregate(ports.log, user);
  const found = await users.load(userId);
  if (found.status === "absent") return refuse({ code: "link-invalid" });
  const ended = input.keepKeys ? NOTHING_ENDED : await endPrograms(ports, userId, cause);
  await ports.vault.put(userId, "password", hash);
  await ports.tokens.revokeAll(userId);
  await ports.sessions.endAll(userId);
  const set = await users.handle(
    userId,
    { type: "set-password", userId, reason: "reset" },
    step(cause, "set-password"),
  );
  await ports.mails.passwordChanged({ to: found.email, name: found.name, ended });
  return accept(ended, set.ok ? set.position : null);
}
