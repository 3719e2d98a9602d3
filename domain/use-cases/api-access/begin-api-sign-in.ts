import { accept, refuse, type Result } from "../../core/result.ts";
import type { Ports } from "../ports.ts";
import { bindingOf } from "./instance-tokens.ts";
import { type ApiSignInRefusal, type AtBrowser, signInTargetOf } from "./sign-in-target.ts";

const STATE_LIFETIME_MS = 10 * 60_000;

/**
 * Begins a sign-in: its state can be used once, within ten minutes, by this session, while the
 * connection has the same hosts and credentials. `instance-unknown` also for an
 * instance whose auth has no sign-in page.
 */
export async function beginApiSignIn(
  ports: Pick<Ports, "log" | "vault" | "tokens">,
  { instanceId, by, sid }: AtBrowser & { readonly instanceId: string },
): Promise<Result<{ readonly state: string }, ApiSignInRefusal>> {
  const target = await signInTargetOf(ports, instanceId, by);
  if (target === null) return refuse({ code: "instance-unknown" });
  if (target.stopped !== null) return refuse({ code: "connection-stopped", stopped: target.stopped });
  const about = { instanceId, sid, binding: await bindingOf(ports, target) };
  return accept({ state: await ports.tokens.issue("api-sign-in", by, about, STATE_LIFETIME_MS) });
}
