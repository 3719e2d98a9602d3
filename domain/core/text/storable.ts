import type { JsonObject, JsonValue } from "../values/json.ts";

export const MAX_EVENT_DEPTH = 64;

/** What makes a text unfit for jsonb and text columns of Postgres, as the end of a sentence; null if it is fit. */
export function textFault(text: string): "NUL characters" | "broken Unicode" | null {
  if (text.includes("\0")) return "NUL characters";
  return text.isWellFormed() ? null : "broken Unicode";
}

/** The same text with replacement characters for what Postgres cannot store. */
export function storableText(text: string): string {
  return textFault(text) === null ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
}

/**
 * The same value with replacement characters in its texts and names for what Postgres cannot store; the same object if
 * all of it is fit.
 */
export function storableValue<T extends JsonValue>(value: T): T {
  return isStorable(value) ? value : (replaced(value) as T);
}

/** Makes no copies: nearly every value is fit, and every event that is read passes here. */
function isStorable(value: JsonValue): boolean {
  if (typeof value === "string") return textFault(value) === null;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  for (const name in value as JsonObject)
    if (textFault(name) !== null || !isStorable((value as JsonObject)[name]!)) return false;
  return true;
}

function replaced(value: JsonValue): JsonValue {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(replaced);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), replaced(inner)]));
}

/**
 * Why a value could be appended to the log and then halt every model that reads it: NUL, lone surrogates, numbers that
 * JSON does not have, too much depth or size. Gives the path, never the value, because errors are logged; null if the
 * value is fit.
 */
export function storableFault(value: unknown, path = "", depth = 0): string | null {
  const at = path || "data";
  if (depth > MAX_EVENT_DEPTH) return `${at} is nested deeper than ${MAX_EVENT_DEPTH} levels`;
  if (typeof value === "string") {
    const fault = textFault(value);
    return fault === null ? null : `${at} holds ${fault}`;
  }
  if (typeof value === "number") return Number.isFinite(value) ? null : `${at} is no finite number`;
  if (value === null || typeof value === "boolean") return null;
  if (typeof value !== "object") return `${at} is no JSON`;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined && !Array.isArray(value)) continue;
    const named = textFault(key);
    if (named !== null) return `a name in ${at} holds ${named}`;
    const fault = storableFault(inner, path === "" ? key : `${path}.${key}`, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}
