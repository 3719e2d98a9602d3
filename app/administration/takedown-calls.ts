import { withoutEnd } from "#domain/core/text/text.ts";
import { restore, takeDown } from "#domain/use-cases/administration/take-down.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { AnyItem } from "#projections/catalogue/queries.ts";
import { type CallResult, NOT_FOUND, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** Hides an item from everybody but its owner and admins. `about`: its id, or the address of its profile. */
export async function takeItemDown(
  platform: Platform,
  { about, reason }: { readonly about: string; readonly reason: string },
  cause: Cause,
): Promise<CallResult<AnyItem>> {
  const item = await platform.queries.catalogue.anyItem(idIn(about));
  if (!item) return NOT_FOUND;
  const done = await toCallResult(platform, await takeDown(platform.ports, { item, reason }, cause));
  return done.ok ? { ok: true, value: item } : done;
}

/** Shows an item again to those who saw it before. */
export async function restoreItem(platform: Platform, id: string, cause: Cause): Promise<CallResult<AnyItem>> {
  const item = await platform.queries.catalogue.anyItem(id);
  if (!item) return NOT_FOUND;
  const done = await toCallResult(platform, await restore(platform.ports, { item }, cause));
  return done.ok ? { ok: true, value: item } : done;
}

/** The last part of the path of an address. */
function idIn(about: string): string {
  const path = withoutEnd(about.trim().replace(/[?#].*$/s, ""), "/");
  return path.slice(path.lastIndexOf("/") + 1);
}
