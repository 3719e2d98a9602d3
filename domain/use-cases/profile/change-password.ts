import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user, type UserRefusal } from "../../user/decider.ts";
import { type PasswordFault, passwordFits } from "../../user/personal-text.ts";
import type { PasswordsBusy } from "../accounts/sign-up-attempts.ts";
import { type EndedPrograms, endPrograms, NOTHING_ENDED } from "../api-keys/end-programs.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { isOwnPassword } from "./own-password.ts";

export type ChangePasswordRefusal =
  { readonly code: "password-wrong" } | { readonly code: `password-${PasswordFault}` } | PasswordsBusy | UserRefusal;

/**
 * Sets another password for a user who knows the present one. Every other session of the user ends, no mailed link
 * works any more, and unless they are kept all keys and webhooks end. `sid`: the session that stays.
 */
export async function changePassword(
  ports: Pick<Ports, "log" | "vault" | "passwords" | "tokens" | "sessions" | "mails" | "accessKeys">,
  input: {
    readonly userId: string;
    readonly sid: string;
    readonly oldPassword: string;
    readonly newPassword: string;
    readonly client: string;
    readonly keepKeys: boolean;
  },
  cause: Cause,
): Promise<Result<EndedPrograms, ChangePasswordRefusal>> {
  const { userId, client } = input;
  const fits = passwordFits(input.newPassword);
  if (fits !== "fits") return refuse({ code: `password-${fits}` });
  const known = await isOwnPassword(ports, { userId, password: input.oldPassword, client });
  if (known === null) return refuse({ code: "passwords-busy" });
  if (!known) return refuse({ code: "password-wrong" });
  const hash = await ports.passwords.hash(input.newPassword, client);
  if (hash === null) return refuse({ code: "passwords-busy" });
  const ended = input.keepKeys ? NOTHING_ENDED : await endPrograms(ports, userId, cause);
  await ports.vault.put(userId, "password", hash);
  await ports.tokens.revokeAll(userId);
  await ports.sessions.endAll(userId, input.sid);
  const users = aggregate(ports.log, user);
  const set = await users.handle(
    userId,
    { type: "set-password", userId, reason: "changed" },
    step(cause, "set-password"),
  );
  if (!set.ok) return set;
  const found = await users.load(userId);
  if (found.status !== "absent") await ports.mails.passwordChanged({ to: found.email, name: found.name, ended });
  return accept(ended, set.position);
}
