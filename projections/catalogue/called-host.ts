import type { JsonObject } from "#domain/core/values/json.ts";

/** The host that the first operation of a definition calls, as it is written: it may have placeholders. */
export function calledHost(definition: JsonObject): string {
  const operations = definition["operations"];
  const first: unknown = Array.isArray(operations) ? operations[0] : null;
  const url = typeof first === "object" && first !== null && "url" in first ? String(first.url) : "";
  const base = definition["base_url"];
  const whole = /^https?:/i.test(url) || typeof base !== "string" ? url : base;
  return /^https?:\/\/(?:[^/@?#]*@)?([^/?#]+)/i.exec(whole)?.[1] ?? "REST API";
}
