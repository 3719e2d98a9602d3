import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import type { CheckedAnswer } from "./answer-checker.ts";

type Example = { body?: unknown; answers: Record<string, unknown> };

const FILE = path.resolve(import.meta.dirname, "../../app/api/openapi/examples.json");
const TIME = "2026-01-15T06:00:00.000Z";
const LONGEST_LIST = 2;
/** Fields whose values are replaced by these. */
const SECRETS: Readonly<Record<string, string>> = {
  password: "a long password",
  oldPassword: "a long password",
  newPassword: "another long password",
  token: "a-short-lived-token",
};

/** Numbers that differ each time. */
const NUMBERS: Readonly<Record<string, number>> = { uploaded_unix: 1_768_456_800, ms: 12 };

/**
 * Records calls and their answers as the examples of the OpenAPI document: the first of each call and status. Ids,
 * times, secrets and addresses are replaced, so that a new recording differs only in what has changed.
 */
export function exampleRecorder() {
  const recorded: Record<string, Example> = {};
  const ids = new Map<string, string>();

  function cleaned(value: unknown, name = ""): unknown {
    if (Array.isArray(value))
      return value.slice(0, name === "" ? 1 : LONGEST_LIST).map((each) => cleaned(each, name || "item"));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner, key)]));
    if (typeof value === "number" && NUMBERS[name] !== undefined) return NUMBERS[name];
    return typeof value === "string" ? cleanedText(value, name) : value;
  }

  function cleanedText(text: string, name: string): string {
    if (SECRETS[name] !== undefined) return SECRETS[name];
    return text
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://api.example.com")
      .replace(/127\.0\.0\.1:\d+|127\.0\.0\.1/g, "api.example.com")
      .replace(/_[0-9a-f]{8}\b/g, "_1a2b3c4d")
      .replace(/trib_\w{4}…\w{4}/g, "trib_1a2b…7y8z")
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, "Thu, 15 Jan 2026 06:00:00 GMT")
      .replace(/trib_[\w-]{20,}/g, "trib_your-key")
      .replace(/http:\/\/localhost:\d+/g, "https://tributary.example.org")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) => (time.startsWith("2999") ? time : TIME))
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        const known = ids.get(id) ?? `0198d5a0-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
        ids.set(id, known);
        return known;
      });
  }

  return {
    record(name: string, body: unknown, { status, json, headers }: CheckedAnswer): void {
      if (status >= 300 || headers.get("content-type")?.startsWith("application/json") !== true) return;
      const example = (recorded[name] ??= { answers: {} });
      if (typeof body === "object" && body !== null && !(body instanceof FormData) && Object.keys(body).length > 0)
        example.body ??= cleaned(body);
      example.answers[status] ??= name.startsWith("GET /api/openapi")
        ? { openapi: (json as { openapi: string }).openapi }
        : cleaned(json);
    },
    /** Writes what was recorded; calls that were not made keep their examples. */
    async write(): Promise<void> {
      const before = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Example>;
      const all = Object.entries({ ...before, ...recorded }).sort(([one], [other]) => (one < other ? -1 : 1));
      writeFileSync(FILE, await format(JSON.stringify(Object.fromEntries(all)), { parser: "json", printWidth: 120 }));
    },
  };
}
