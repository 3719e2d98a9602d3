import { cutText } from "#domain/core/text/text.ts";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import { type CallResult, refuse } from "../http/call-result.ts";

/** Most rows that are sent as JSON at once. */
const MAX_ROWS = 100_000;

type NamedColumn = { readonly name: string; readonly label: string };

/** The columns of a key as a URL or a form names them. */
export function keyOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/**
 * JSON rows as the CSV of a dataset's columns, with its labels in the header. `text`: an array of objects, or one object
 * in each line. Keys are names or labels of columns.
 */
export function rowsToCsv(text: string, isLines: boolean, columns: readonly NamedColumn[]): CallResult<string> {
  const rows = isLines ? parsedLines(text) : parsed(text);
  if (!Array.isArray(rows)) return refuse("rows-not-json");
  if (rows.length === 0) return refuse("rows-missing");
  if (rows.length > MAX_ROWS) return refuse("rows-too-many", { limit: MAX_ROWS });
  const places = new Map(columns.flatMap(({ name, label }, at) => [[label, at] as const, [name, at] as const]));
  const lines = [columns.map(({ label }) => quoted(label)).join(",")];
  for (const [at, row] of rows.entries()) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return refuse("row-not-object", { row: at + 1 });
    const cells = new Array<string>(columns.length).fill("");
    for (const [key, value] of Object.entries(row as JsonObject)) {
      const place = places.get(key);
      if (place === undefined) return refuse("row-column-unknown", { row: at + 1, column: cutText(key, 80) });
      cells[place] = quoted(cellText(value));
    }
    lines.push(cells.join(","));
  }
  return { ok: true, value: `${lines.join("\n")}\n` };
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Numbers keep the digits that they were sent with. */
const exact: Reviver = (_key, value, { source }) => (typeof value === "number" ? (source ?? String(value)) : value);

function parsed(text: string): JsonValue | null {
  try {
    // TypeScript's library does not have the third argument of the reviver (ES2026) yet.
    return (JSON.parse as (text: string, reviver: Reviver) => JsonValue)(text, exact);
  } catch {
    return null;
  }
}

function parsedLines(text: string): readonly JsonValue[] | null {
  const rows = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [parsed(line)]));
  return rows.includes(null) ? null : rows;
}

function cellText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
