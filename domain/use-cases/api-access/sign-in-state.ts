import type { Ports } from "../ports.ts";
import { instanceTokens, type TokenPorts } from "./instance-tokens.ts";
import { signInTargetOf } from "./sign-in-target.ts";

/** The state of an instance's sign-in to its API; null if it has none. `since`: when it last signed in or renewed. */
export async function signInState(
  ports: Pick<Ports, "log"> & TokenPorts,
  { instanceId, by }: { readonly instanceId: string; readonly by: string },
) {
  const target = await signInTargetOf(ports, instanceId, by);
  if (target === null) return null;
  const kept = await instanceTokens(ports, target).read();
  const status = kept === null ? ("missing" as const) : kept.ended ? ("ended" as const) : ("signed-in" as const);
  return {
    instanceId,
    connectorId: target.connectorId,
    host: target.host,
    scopes: [target.auth.written.scopes ?? []].flat(),
    status,
    since: kept?.since ?? null,
  };
}
