import { createHash } from "node:crypto";
import { cutText, withoutEnd } from "#domain/core/text/text.ts";
import { onOneLine } from "#domain/core/text/lines.ts";

const MAX_BYTES = 63;
/** Most UTF-16 units of a label: headings of surveys are whole questions. */
export const MAX_LABEL = 500;
const DIGEST_CHARS = 8;

/** Reserved names in rows: `__proto__` is a trap in JavaScript clients. */
const TAKEN = ["_row_id", "_run_id", "__proto__"];

/**
 * Safe names for the labels of a file or an API: letters, digits and `_` of any script, at most 63 bytes of UTF-8,
 * unique without regard to case (spreadsheets compare so). An empty label becomes `column_<number>`, a repeated one
 * `name_2`.
 */
export function columnNames(labels: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set([...TAKEN, ...taken].map((name) => name.toLowerCase()));
  const wished = labels.map((label, index) => safeName(label) || `column_${index + 1}`);
  // A label that is already a valid name keeps it, even if an equal one precedes it.
  const own = new Set(wished.filter((name, index) => name === labels[index]).map((name) => name.toLowerCase()));
  // The number to go on from, for each name: 1,600 equal labels are not compared with each other again and again.
  const numbers = new Map<string, number>();
  return wished.map((name, index) => {
    const isOwn = name === labels[index];
    const isTaken = (unique: string) =>
      used.has(unique.toLowerCase()) || (!(isOwn && unique === name) && own.has(unique.toLowerCase()));
    let unique = name;
    for (let n = numbers.get(name) ?? 2; isTaken(unique); n += 1) {
      unique = `${cut(name, MAX_BYTES - `_${n}`.length)}_${n}`;
      numbers.set(name, n + 1);
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}

/** The label for people: one line, single spaces, no controls, cut to MAX_LABEL. */
export function tidyLabel(label: string): string {
  return cutText(onOneLine(label.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")), MAX_LABEL);
}

/**
 * A label that identifies a column: a long one is cut and ends in a digest of the whole, so that two of them stay
 * different.
 */
export function boundedLabel(label: string): string {
  if (label.length <= MAX_LABEL) return label;
  const digest = createHash("sha256").update(label).digest("hex").slice(0, DIGEST_CHARS);
  return `${cutText(label, MAX_LABEL - DIGEST_CHARS - 1)}~${digest}`;
}

function safeName(label: string): string {
  const name = label.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}_]+/gu, "_");
  const trimmed = /^[\p{L}\p{N}_]/u.test(label) ? name : name.replace(/^_+/, "");
  return cut(/[\p{L}\p{N}_]$/u.test(label) ? trimmed : withoutEnd(trimmed, "_"), MAX_BYTES);
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = "";
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
