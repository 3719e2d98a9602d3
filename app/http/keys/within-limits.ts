import { refuse, type Refused } from "../call-result.ts";
import type { EndpointFacts, Thing } from "../json-api/endpoint.ts";
import type { RequestKey } from "../../platform.ts";
import { reaches } from "./key-reach.ts";

type Given = {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

/**
 * Why a limited key may not make a call; null if it may. A call must name the things that it is about, and all of them
 * must be chosen ones; an endpoint that does not say how it treats limited keys is closed to them.
 */
export function beyondLimits(
  { path, about, names = {}, limitedKeys }: Pick<EndpointFacts, "path" | "about" | "names" | "limitedKeys">,
  key: RequestKey | null,
  { params, body }: Given,
): Refused | null {
  const reach = key?.reach ?? null;
  if (reach === null || limitedKeys !== undefined) return null;
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const [, param] = /\{(\w+)\}/.exec(path) ?? [];
  const named: (readonly [Thing, unknown])[] = [
    ...(about !== undefined && param !== undefined ? [[about, params[param]] as const] : []),
    ...Object.entries(names).map(([field, kind]) => [kind, fields[field]] as const),
  ].filter(([, id]) => id !== undefined);
  const open = named.length > 0 && named.every(([kind, id]) => typeof id === "string" && reaches(reach, kind, id));
  return open ? null : refuse("key-limited");
}
