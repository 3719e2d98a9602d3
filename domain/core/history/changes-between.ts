import type { JsonObject, JsonValue } from "../values/json.ts";

/** What is different at a place of two JSON values; null: nothing was or is there. */
export type Change = { readonly path: string; readonly before: JsonValue; readonly after: JsonValue };

/** Fields by which the items of a list are matched. */
const IDENTITIES = ["id", "key", "name"];

/**
 * The places at which two JSON values differ, in their order. The items of a list are matched by their `id`, `key` or
 * `name` if all have one, else by their place.
 */
export function changesBetween(before: JsonValue, after: JsonValue, path = ""): readonly Change[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  if (!old || !now || old.isList !== now.isList)
    return same(before, after) ? [] : [{ path: path === "" ? "value" : path, before, after }];
  const names = [...new Set([...old.parts.keys(), ...now.parts.keys()])];
  return names.flatMap((name) => {
    const place = old.isList ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    return changesBetween(old.parts.get(name) ?? null, now.parts.get(name) ?? null, place);
  });
}

function partsOf(value: JsonValue): { isList: boolean; parts: ReadonlyMap<string, JsonValue> } | null {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const ids = items.map(identityOf);
    const unique = ids.every((id) => id !== null) && new Set(ids).size === ids.length;
    return { isList: true, parts: new Map(items.map((item, at) => [unique ? ids[at]! : String(at), item])) };
  }
  if (value === null || typeof value !== "object") return null;
  const fields = Object.entries(value as JsonObject).filter(
    (field): field is [string, JsonValue] => field[1] !== undefined,
  );
  return { isList: false, parts: new Map(fields) };
}

function identityOf(item: JsonValue): string | null {
  if (typeof item === "string") return item;
  if (item === null || typeof item !== "object" || Array.isArray(item)) return null;
  const name = IDENTITIES.find((each) => typeof (item as JsonObject)[each] === "string");
  return name === undefined ? null : String((item as JsonObject)[name]);
}

function same(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
