import { z } from "zod";
import { type ColumnEvidence, MAX_NAMED_MISFITS } from "#domain/dataset/column-evidence.ts";
import { evidenceSentence } from "./evidence-sentence.ts";
import { loadReportSchema, type LoadReport } from "#domain/dataset/load-report.ts";
import { FILE_FORMATS } from "#domain/dataset/load-settings.ts";
import { loadReportSentences } from "./load-report-sentences.ts";

const facts = loadReportSchema.shape;
const names = {
  names: z.array(z.string()).describe("The first of their names."),
  count: z.number().describe("How many there are."),
};
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

/** What a file is, and which part of it is read. */
export const fileBody = z.strictObject({
  format: z.enum(FILE_FORMATS).describe("What the file is: csv is text with cells in lines, whatever divides them."),
  unpacked: facts.unpacked.describe("From what else than gzip the file was unpacked, the outermost first."),
  entry: z.string().optional().describe("The file within a ZIP file that was read."),
  sheet: z.string().optional().describe("The sheet of a workbook that was read."),
  list: z.string().optional().describe("The list in a JSON text that was read: the keys that lead to it."),
  other_parts: z
    .strictObject(names)
    .optional()
    .describe("Other sheets, lists or files in the ZIP file, which were not read."),
  other_fields: z
    .strictObject(names)
    .optional()
    .describe("Fields of a JSON text beside its lists, which are in no row."),
  emptied: facts.emptied.describe("Cells that have no value in the table, and the first row with one."),
});

/** What the cells of a column show of how it may be read. */
export const evidenceBody = z
  .strictObject({
    column: z.string(),
    reading: z.string().describe("The reading that fits most of its cells."),
    cells: z.number().describe("Cells with a value that were looked at."),
    fits: z.number().describe("How many of them fit."),
    misfits: z
      .array(z.strictObject({ line: z.number(), text }))
      .describe(`The first cells that do not, at most ${MAX_NAMED_MISFITS}.`),
    empty: z
      .array(z.string())
      .optional()
      .describe("Words that are the only misfits: they may mean that a cell is empty."),
    runner_up: z.string().optional().describe("Another reading that fits nearly as many, with other values."),
    sentence: z.string().describe("The same in words."),
  })
  .meta({ id: "ColumnEvidence" });

/** Gives the evidence of a column as the API has it. */
export function evidenceShape({ runnerUp, misfits, empty, ...facts }: ColumnEvidence): z.infer<typeof evidenceBody> {
  return {
    ...facts,
    misfits: [...misfits],
    ...(empty ? { empty: [...empty] } : {}),
    ...(runnerUp ? { runner_up: runnerUp } : {}),
    sentence: evidenceSentence({ ...facts, misfits, ...(empty ? { empty } : {}), ...(runnerUp ? { runnerUp } : {}) }),
  };
}

/** What a load decided about a file and changed in it. */
export const loadReportBody = z
  .strictObject({
    encoding: z.string(),
    encoding_by: facts.encodingBy,
    other_encoding: otherEncodingBody,
    gzip: z.boolean(),
    ...fileBody.shape,
    delimiter: z.string().nullable().describe("null: the file has one column, or `divided_by` says how it is divided."),
    divided_by: facts.divided.unwrap().shape.by.optional().describe("How lines are divided that no delimiter divides."),
    divided_between: z.string().optional().describe("The text between cells, if they are divided by one."),
    other_delimiter: z.string().optional().describe("Another delimiter that divides the file nearly as well."),
    marks: facts.marks.describe("What is written in cells and is no part of their values."),
    quote: z.string(),
    escape: facts.escape,
    spaces_before_quotes: z.boolean(),
    header: z.boolean().describe("The first row has the names of the columns."),
    header_doubt: facts.doubt.describe("Why the names may belong to other columns, or to none."),
    skipped_lines: z.number().describe("Lines before the table."),
    skipped: z.array(z.strictObject({ line: z.number(), text })).describe("The first of them that are not empty."),
    rejected: z.number(),
    repeated_headers: z.number().optional().describe("Rejected rows that are the header again."),
    cut_rows: z.number().optional().describe("Rows with empty cells behind the last column, which were left out."),
    filled_rows: z.number().optional().describe("Rows that end before the last column: the cells that lack are empty."),
    empty_rows: z.number(),
    empty_columns: z.number(),
    dropped_columns: z.array(z.number()).describe("Positions of columns without name and value, from 1."),
    nul_bytes: z.number().describe("NUL bytes that were removed."),
    file_marks: z.number().describe("Byte order marks at the beginning of later lines, and Ctrl-Z, that were removed."),
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
    evidence: z
      .array(evidenceBody)
      .describe("Columns that are not read as most of their cells are, or that may be something else, at most 100."),
    chosen: z.array(z.strictObject({ column: z.string(), reading: z.string() })),
    unknown_columns: z.array(z.string()).describe("Names in `types` and `empty` that no column has."),
    on_misfit: z.string().describe("What happened to cells that are not what their columns are read as."),
    sentences: z.array(z.string()).describe("The same in words."),
  })
  .meta({ id: "LoadReport" });

/** A load report in the API. */
export function loadReportShape(report: LoadReport): z.infer<typeof loadReportBody> {
  const { encoding, gzip, delimiter, quote, escape, header, rejected, replaced } = report;
  return {
    ...{ encoding, encoding_by: report.encodingBy, gzip, delimiter, quote, escape, header, rejected, replaced },
    other_encoding: otherEncodingShape(report.rival),
    ...fileShape(report),
    ...optionalShape(report),
    spaces_before_quotes: report.padded,
    skipped_lines: report.skippedLines,
    skipped: [...report.skipped],
    empty_rows: report.emptyRows,
    empty_columns: report.emptyColumns,
    dropped_columns: report.dropped,
    nul_bytes: report.nulBytes,
    file_marks: report.fileMarks ?? 0,
    replaced_lines: report.replacedLines,
    text_columns: report.textColumns.map(({ suggestions, ...column }) => ({
      ...column,
      ...(suggestions ? { suggestions: [...suggestions] } : {}),
    })),
    evidence: (report.evidence ?? []).map(evidenceShape),
    chosen: report.chosen,
    unknown_columns: report.unknownColumns ?? [],
    on_misfit: report.onMisfit ?? "set-aside",
    sentences: loadReportSentences(report),
  };
}

/** Gives what a file is and which part of it was read, as the API has it. */
export function fileShape({ format = "csv", unpacked, part, emptied }: FileFacts) {
  const { others = [], count = 0, fields, ...named } = part ?? {};
  return {
    format,
    ...(unpacked ? { unpacked: [...unpacked] } : {}),
    ...named,
    ...(count > 0 ? { other_parts: { names: [...others], count } } : {}),
    ...(fields ? { other_fields: { names: [...fields.names], count: fields.count } } : {}),
    ...(emptied ? { emptied: [...emptied] } : {}),
  };
}

type FileFacts = Pick<LoadReport, "format" | "unpacked" | "part" | "emptied">;

/** The fields of what few files have. */
function optionalShape({ divided, otherDelimiter, marks, doubt, repeatedHeaders, filledRows, cutRows }: LoadReport) {
  return {
    ...(divided ? { divided_by: divided.by } : {}),
    ...(divided?.between === undefined ? {} : { divided_between: divided.between }),
    ...(otherDelimiter ? { other_delimiter: otherDelimiter } : {}),
    ...(marks ? { marks } : {}),
    ...(doubt ? { header_doubt: doubt } : {}),
    ...(repeatedHeaders === undefined ? {} : { repeated_headers: repeatedHeaders }),
    ...(filledRows === undefined ? {} : { filled_rows: filledRows }),
    ...(cutRows === undefined ? {} : { cut_rows: cutRows }),
  };
}
