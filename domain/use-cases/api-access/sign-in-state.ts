import type { Ports } from "../ports.ts";
import { instanceTokens, type TokenPorts } from "./instance-tokens.ts";
import { signInTargetOf } from "./sign-in-target.ts";

/** How an instance stands with the API's own sign-in; null when it has none. `since`: when it was last signed in or renewed. */
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
