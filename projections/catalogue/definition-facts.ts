import type { JsonObject } from "#domain/core/values/json.ts";

/** The host that the first operation of a definition calls, as it is written: it may have placeholders. */
export function calledHost(definition: JsonObject): string {
  const url = urlOf(firstOperation(definition)) ?? "";
  const base = definition["base_url"];
  const whole = /^https?:/i.test(url) || typeof base !== "string" ? url : base;
  return /^https?:\/\/(?:[^/@?#]*@)?([^/?#]+)/i.exec(whole)?.[1] ?? "REST API";
}

/** Method and path of the first operation. */
export function firstCall(definition: JsonObject): string | null {
  const first = firstOperation(definition);
  const url = urlOf(first);
  if (first === null || url === null) return null;
  const method = typeof first["method"] === "string" ? first["method"].toUpperCase() : "GET";
  return `${method} ${url.replace(/^https?:\/\/[^/]+/i, "").replace(/\?.*$/, "") || "/"}`;
}

/** Names and types of the columns that the first operation declares; null if runs find them. */
export function declaredColumns(definition: JsonObject): readonly (readonly [name: string, type: string])[] | null {
  const columns = firstOperation(definition)?.["columns"];
  if (!Array.isArray(columns)) return null;
  const named = columns
    .filter(isObject)
    .map(({ name, type }) => [String(name), typeof type === "string" ? type : "text"] as const);
  return named.length > 0 ? named : null;
}

/** How its calls sign in: "none", "bearer", "apikey", … */
export function authType(definition: JsonObject): string {
  const auth = definition["auth"];
  return isObject(auth) && typeof auth["type"] === "string" ? auth["type"] : "none";
}

function firstOperation(definition: JsonObject): JsonObject | null {
  const operations = definition["operations"];
  const first: unknown = Array.isArray(operations) ? operations[0] : null;
  return isObject(first) ? first : null;
}

function urlOf(operation: JsonObject | null): string | null {
  const url = operation?.["url"];
  return typeof url === "string" ? url : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
