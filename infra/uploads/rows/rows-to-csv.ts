import { cutText } from "#domain/core/text/text.ts";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import type { RowsAsCsv, RowsFault } from "#domain/core/ports/uploads.ts";

/** Most rows that are sent as JSON at once. */
const MAX_ROWS = 100_000;
/** Rows times columns: of a row with no field each column is a comma. */
const MAX_CELLS = 2_000_000;

type NamedColumn = { readonly name: string; readonly label: string };

/**
 * JSON rows as the CSV of a dataset's columns, with its labels in the header. `text`: an array of objects, or one object
 * in each line. Keys are names or labels of columns.
 */
export function rowsToCsv(text: string, isLines: boolean, columns: readonly NamedColumn[]): RowsAsCsv {
  const rows = isLines ? parsedLines(text) : parsed(text);
  if (!Array.isArray(rows)) return fault({ code: "rows-not-json" });
  if (rows.length === 0) return fault({ code: "rows-missing" });
  const limit = Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
  if (rows.length > limit) return fault({ code: "rows-too-many", limit });
  const places = new Map(columns.flatMap(({ name, label }, at) => [[label, at] as const, [name, at] as const]));
  const lines = [columns.map(({ label }) => quoted(label)).join(",")];
  for (const [at, row] of rows.entries()) {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      return fault({ code: "row-not-object", row: at + 1 });
    const cells = new Array<string>(columns.length).fill("");
    for (const [key, value] of Object.entries(row as JsonObject)) {
      const place = places.get(key);
      if (place === undefined) return fault({ code: "row-column-unknown", row: at + 1, column: cutText(key, 80) });
      cells[place] = quoted(cellText(value));
    }
    lines.push(cells.join(","));
  }
  return { ok: true, csv: `${lines.join("\n")}\n` };
}

const fault = (found: RowsFault): RowsAsCsv => ({ ok: false, fault: found });

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
