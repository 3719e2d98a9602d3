import { CELL, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import type { HeadRecord } from "../dialect.ts";
import { type ColumnText, reasonOf, textReasonInHead } from "../head/text-reason.ts";
import type { Evidence } from "../readings/find-evidence.ts";

/**
 * Says why a column of the head is text: because of cells that differ from most, how its numbers are spelled, or a
 * notation that is not read unasked; with readings that fit all its cells. Null: it has texts.
 */
export function whyText(
  records: readonly HeadRecord[],
  column: number,
  isOfVersions: boolean,
  evidence: Evidence | null,
): ColumnText | null {
  const shown = isOfVersions ? records.find(({ cells }) => endsInZero(cells[column]?.text)) : undefined;
  if (shown) return versions(shown, column);
  const found = textReasonInHead(records, column);
  const suggestions = evidence?.suggestions ?? [];
  if (suggestions.length === 0) return found;
  return found && found.reason !== "other-cell"
    ? { ...found, suggestions }
    : { ...found, reason: "notation", suggestions };
}

/** Finds two cells of which the second counts on behind the point: 1.9 and 1.10 are versions. Null: there are none. */
export function countedOn(records: readonly HeadRecord[], column: number): ColumnText | null {
  let before: RegExpExecArray | null = null;
  for (const record of records) {
    const found: RegExpExecArray | null = /^(\d{1,9})\.(\d{1,4})$/.exec(record.cells[column]?.text.trim() ?? "");
    if (found && before && found[1] === before[1] && isNext(before[2] as string, found[2] as string))
      return versions(record, column);
    before = found;
  }
  return null;
}

function isNext(before: string, now: string): boolean {
  return now.length > before.length && Number(now) === Number(before) + 1;
}

function endsInZero(text: string | undefined): boolean {
  return text !== undefined && (cellKindOfText(text.trim()) & CELL.zeroBehind) !== 0;
}

function versions(record: HeadRecord, column: number): ColumnText {
  const { text } = reasonOf(record.cells[column]?.text ?? "", record.line);
  return { reason: "versions", line: record.line, ...(text === undefined ? {} : { text }), suggestions: ["number"] };
}
