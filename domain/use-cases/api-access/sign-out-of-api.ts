import { aggregate } from "../../core/aggregate.ts";
import { refuse, type Result } from "../../core/result.ts";
import { instance } from "../../instance/decider.ts";
import type { InstanceEvent } from "../../instance/events.ts";
import { type Cause, step } from "../step.ts";
import { instanceTokens, dropTokens, type TokenPorts } from "./instance-tokens.ts";
import { type ApiSignInRefusal, SIGN_IN_BUSY, signInTargetOf } from "./sign-in-target.ts";

/** Removes the tokens of a sign-in; the instance stays. */
export async function signOutOfApi(
  ports: TokenPorts,
  { instanceId, by }: { readonly instanceId: string; readonly by: string },
  cause: Cause,
): Promise<Result<readonly InstanceEvent[], ApiSignInRefusal>> {
  const target = await signInTargetOf(ports, instanceId, by);
  if (target === null) return refuse({ code: "instance-unknown" });
  const gone = await instanceTokens(ports, target).runExclusively(() => dropTokens(ports, target));
  if (gone === "busy") return refuse({ code: "sign-in-failed", instanceId, reason: SIGN_IN_BUSY });
  return aggregate(ports.log, instance).handle(instanceId, { type: "sign-out", by }, step(cause, "sign-out"));
}
