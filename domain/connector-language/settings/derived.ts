import type { Definition } from "../definition/definition.ts";
import type { WrittenDerived } from "../definition/schema.ts";
import { scalarText } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { isUnset } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";

/**
 * The values with those that the definition derives from them; whatever else had such a name is replaced. No derived
 * value is made of another, or of a secret.
 */
export function withDerived({ derived }: Pick<Definition, "derived">, values: Values): Map<string, Json> {
  return new Map([...values, ...[...derived].map(([name, plan]) => [name, derivedValue(plan, values)] as const)]);
}

function derivedValue({ from, map, join, default: otherwise = null }: WrittenDerived, values: Values): Json {
  const value = values.get(from) ?? null;
  if (join !== undefined) {
    const texts = [value].flat().flatMap((each) => (isUnset(each) ? [] : (scalarText(each) ?? [])));
    return texts.length === 0 ? otherwise : texts.join(join);
  }
  const mapped = (each: Json): Json => {
    const text = scalarText(each);
    return text !== null && map !== undefined && Object.hasOwn(map, text) ? (map[text] ?? null) : otherwise;
  };
  return Array.isArray(value) ? value.map(mapped) : mapped(value);
}

/** The settings behind names: of one that is derived, the field that it is made of. */
export function settingsBehind({ derived }: Pick<Definition, "derived">, names: Iterable<string>): Set<string> {
  return new Set([...names].map((name) => derived.get(name)?.from ?? name));
}
