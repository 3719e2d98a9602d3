import type { JsonObject, JsonValue } from "#domain/core/json.ts";

/** A definition as others may see it: what its author wrote into private fields as a default stays with the author. */
export function publicDefinition(definition: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(definition).map(([key, value]) => [key, key === "auth" ? withoutDefaults(value, true) : withoutDefaults(value, false)]),
  );
}

function withoutDefaults(value: JsonValue, secret: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((inner: JsonValue) => withoutDefaults(inner, secret));
  if (typeof value !== "object" || value === null) return value;
  const object = value as JsonObject;
  const hides = typeof object["key"] === "string" && (object["private"] === true || (secret && object["private"] !== false));
  return Object.fromEntries(
    Object.entries(object)
      .filter(([key]) => !(hides && key === "default"))
      .map(([key, inner]) => [key, withoutDefaults(inner, secret)]),
  );
}
