import { z } from "zod";
import { loadReportSchema, type LoadReport } from "#domain/dataset/load-report.ts";
import { loadReportSentences } from "./load-report-sentences.ts";

const facts = loadReportSchema.shape;
const text = z.string().optional().describe("The text in the file, or its beginning.");

/** An encoding that a file may be in instead of the one that was detected. */
export const otherEncodingBody = z
  .strictObject({
    encoding: z.string(),
    letters: z
      .array(z.strictObject({ read: z.string(), instead: z.string() }))
      .describe("Characters that differ, at most 10: as they were read, and in this encoding."),
  })
  .nullable()
  .describe("An encoding that the file may be in instead; null: the one that was found is certain.");

/** Gives an encoding that a file may be in as the API has it. */
export function otherEncodingShape(rival: LoadReport["rival"]): z.infer<typeof otherEncodingBody> {
  return rival ? { encoding: rival.encoding, letters: [...(rival.letters ?? [])] } : null;
}

/** What a load decided about a file and changed in it. */
export const loadReportBody = z
  .strictObject({
    encoding: z.string(),
    encoding_by: facts.encodingBy,
    other_encoding: otherEncodingBody,
    gzip: z.boolean(),
    delimiter: z.string().nullable().describe("null: the file has one column."),
    quote: z.string(),
    escape: facts.escape,
    spaces_before_quotes: z.boolean(),
    header: z.boolean().describe("The first row has the names of the columns."),
    skipped_lines: z.number().describe("Lines before the table."),
    skipped: z.array(z.strictObject({ line: z.number(), text })).describe("The first of them that are not empty."),
    rejected: z.number(),
    empty_rows: z.number(),
    empty_columns: z.number(),
    dropped_columns: z.array(z.number()).describe("Positions of columns without name and value, from 1."),
    nul_bytes: z.number().describe("NUL bytes that were removed."),
    marks: z.number().describe("Byte order marks at the beginning of later lines, and Ctrl-Z, that were removed."),
    replaced: z.number().describe("Characters U+FFFD for bytes that are none of the encoding."),
    replaced_lines: z.array(z.number()).describe("The first lines with any."),
    text_columns: z.array(
      z.strictObject({
        column: z.string(),
        reason: facts.textColumns.element.shape.reason,
        line: z.number().optional(),
        text,
        suggestions: z.array(z.string()).optional().describe("Readings that fit every cell that was looked at."),
      }),
    ),
    chosen: z.array(z.strictObject({ column: z.string(), reading: z.string() })),
    sentences: z.array(z.string()).describe("The same in words."),
  })
  .meta({ id: "LoadReport" });

/** A load report in the API. */
export function loadReportShape(report: LoadReport): z.infer<typeof loadReportBody> {
  const { encoding, gzip, delimiter, quote, escape, header, rejected, replaced } = report;
  return {
    ...{ encoding, encoding_by: report.encodingBy, gzip, delimiter, quote, escape, header, rejected, replaced },
    other_encoding: otherEncodingShape(report.rival),
    spaces_before_quotes: report.padded,
    skipped_lines: report.skippedLines,
    skipped: [...report.skipped],
    empty_rows: report.emptyRows,
    empty_columns: report.emptyColumns,
    dropped_columns: report.dropped,
    nul_bytes: report.nulBytes,
    marks: report.marks ?? 0,
    replaced_lines: report.replacedLines,
    text_columns: report.textColumns.map(({ suggestions, ...column }) => ({
      ...column,
      ...(suggestions ? { suggestions: [...suggestions] } : {}),
    })),
    chosen: report.chosen,
    sentences: loadReportSentences(report),
  };
}
