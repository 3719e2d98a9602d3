import type { JsonObject, JsonValue } from "../values/json.ts";
import { cutText } from "./text.ts";

/** What one event's data may be at most, written as JSON. EventStoreDB refuses appends over 1 MiB unless it is told otherwise. */
export const MAX_EVENT_BYTES = 2_000_000;
export const MAX_EVENT_DEPTH = 64;

/** What no text of ours may hold because neither jsonb nor a text column of Postgres can, as the end of a sentence; null when it is fit. */
export function textFault(text: string): "NUL characters" | "broken Unicode" | null {
  if (text.includes("\0")) return "NUL characters";
  return text.isWellFormed() ? null : "broken Unicode";
}

/** The same text with a replacement character in place of each thing that no text of ours may hold. */
export function storableText(text: string): string {
  return textFault(text) === null ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** The same value, with what no text of ours may hold replaced in its texts and names; the value itself when all of it is fit. */
export function storableValue<T extends JsonValue>(value: T): T {
  if (typeof value === "string") return storableText(value) as T;
  if (typeof value !== "object" || value === null) return value;
  let changed = false;
  const entries = Object.entries(value as JsonObject).map(([key, inner]) => {
    const entry = [storableText(key), storableValue(inner)] as const;
    changed ||= entry[0] !== key || entry[1] !== inner;
    return entry;
  });
  if (!changed) return value;
  return (Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as JsonValue as T;
}

/** A sentence that others had a hand in (an API, a file), as an event may hold it. */
export function storableSentence(text: string): string {
  return storableText(cutText(text, 5_000));
}

/**
 * Why a value could be appended to the log and then stop every model that reads it: NUL, lone surrogates, numbers that JSON does not have, more
 * depth or bytes than there may be. Names the place, never the value, since errors are logged; null for a value that is fit.
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
