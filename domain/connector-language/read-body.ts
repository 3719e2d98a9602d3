import type { Operation } from "./definition.ts";
import { emptyObject, parseJson } from "./json.ts";
import type { Json } from "./json.ts";
import { parseCsv } from "./csv.ts";

export type Body = { kind: "empty" } | { kind: "value"; json: Json } | { kind: "unreadable"; message: string };

/** Reads an answer's bytes by the operation's response format. No bytes, or only white space, is an empty answer. */
export function readBody(bytes: Uint8Array, operation: Pick<Operation, "responseFormat" | "delimiter">, contentType: string | null): Body {
  const text = decode(bytes, contentType);
  if (text.trim() === "") return { kind: "empty" };
  switch (operation.responseFormat) {
    case "json": {
      const parsed = parseJson(text);
      return parsed.ok ? { kind: "value", json: parsed.value } : { kind: "unreadable", message: notReadable("JSON", parsed.fault === "depth" ? parsed.message : null, text) };
    }
    case "ndjson":
      return readLines(text);
    case "csv":
      return readCsv(text, operation.delimiter);
    case "xml":
      return { kind: "unreadable", message: "Answers in XML cannot be read yet." };
  }
}

/** UTF-8 unless the Content-Type names another charset that is known here. */
function decode(bytes: Uint8Array, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder().decode(bytes);
  }
}

function notReadable(format: string, reason: string | null, text: string): string {
  const start = text.trim().slice(0, 60).replace(/\s+/g, " ");
  return `The answer is not ${format}${reason === null ? "" : ` that can be read (${reason.replace(/\.$/, "")})`}; it starts with "${start}".`;
}

function readLines(text: string): Body {
  const rows: Json[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    if (!parsed.ok) return { kind: "unreadable", message: `Line ${index + 1} of the answer is not JSON.` };
    rows.push(parsed.value);
  }
  return { kind: "value", json: rows };
}

function readCsv(text: string, delimiter: string): Body {
  const parsed = parseCsv(text, delimiter);
  if (!parsed.ok) return { kind: "unreadable", message: parsed.message };
  const [header, ...lines] = parsed.rows;
  if (header === undefined) return { kind: "empty" };
  const rows: Json[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.length > header.length) return { kind: "unreadable", message: `Record ${index + 2} of the CSV has ${line.length} cells for ${header.length} columns.` };
    const row = emptyObject();
    header.forEach((name, at) => {
      const cell = line[at] ?? "";
      row[name] = cell === "" ? null : cell;
    });
    rows.push(row);
  }
  return { kind: "value", json: rows };
}
