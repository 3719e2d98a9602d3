import { faultPath } from "../definition/describe-fault.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { definitionSchema } from "../definition/schema.ts";
import type { WrittenDefinition } from "../definition/schema.ts";

/** A part of a definition that is removed before further checks; `unknown`: a key that the language does not have. */
export type LostPart = { readonly path: readonly PropertyKey[]; readonly unknown: boolean };

/** Replaces a URL that cannot be read, so that the rest can be checked. */
const ANY_URL = "https://example.invalid/";

/**
 * A definition without its faulty parts, so that rules between the other keys can be checked; null if nothing is left.
 */
export function soundPart(written: Json, lost: readonly LostPart[]): WrittenDefinition | null {
  const part = structuredClone(written);
  for (const { path } of lost) {
    const key = path.at(-1);
    const holder = valueAtPath(part, path.slice(0, -1));
    if (typeof key !== "string" || !isJsonObject(holder as Json)) return null;
    const within = holder as Record<string, Json>;
    if (key === "protocol" && path.length === 1) within[key] = "rest";
    else if (key === "url" && path.length === 3 && path[0] === "operations") within[key] = ANY_URL;
    else if (Object.hasOwn(within, key)) delete within[key];
    else return null;
  }
  const read = definitionSchema.safeParse(part);
  return read.success ? read.data : null;
}

/** Whether a fault may result from a removed part: it is in that part, or beside it in the same small object. */
export function followsFrom({ path: at }: Fault, lost: readonly LostPart[]): boolean {
  return lost.some(({ path, unknown }) => {
    if (unknown) return false;
    const holder = path.slice(0, -1);
    const isWide = holder.length === 0 || (holder.length === 2 && holder[0] === "operations");
    return isWithin(at, faultPath(isWide ? path : holder));
  });
}

function isWithin(at: string, whole: string): boolean {
  return at === whole || at.startsWith(`${whole}.`) || at.startsWith(`${whole}[`);
}

const DECLARING = new Set<PropertyKey>(["auth", "params_fields", "fields", "for_each", "incremental"]);

/** Whether a removed part may have declared names. */
export function mayDeclareNames(written: Json, { path }: LostPart): boolean {
  const value = valueAtPath(written, path);
  return path.some((step) => DECLARING.has(step)) || (typeof value === "object" && value !== null);
}

/** The value at a path, or undefined. */
export function valueAtPath(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
