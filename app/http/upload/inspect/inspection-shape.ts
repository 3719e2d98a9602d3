import type { Inspection } from "#domain/dataset/inspection.ts";
import { evidenceShape, fileShape, otherEncodingShape } from "../../../datasets/loads/load-report-shape.ts";
import { DELIMITER_WORDS, QUOTE_WORDS } from "../settings/load-settings-fields.ts";

/** What was found in a file, as calls and pages have it. */
export function inspectionShape({ whole, found, columns, rows, setAside }: Extract<Inspection, { ok: true }>) {
  return {
    whole,
    settings: {
      encoding: found.encoding,
      encoding_by: found.encodingBy,
      gzip: found.gzip,
      delimiter: wordOf(DELIMITER_WORDS, found.delimiter),
      format: found.format ?? "csv",
      quote: wordOf(QUOTE_WORDS, found.quote),
      header: found.header ? "yes" : "no",
      skip_lines: found.skippedLines,
    },
    file: fileShape(found),
    other_encoding: otherEncodingShape(found.rival),
    skipped: found.skipped,
    columns: columns.map(({ evidence, ...column }) => ({ ...column, evidence: evidence && evidenceShape(evidence) })),
    rows,
    set_aside: setAside,
  };
}

function wordOf(words: Readonly<Record<string, string>>, value: string | null): string | null {
  return Object.keys(words).find((word) => words[word] === value) ?? null;
}
