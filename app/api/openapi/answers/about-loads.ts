/** What the fields of answers are about the loading of files. */
export const ABOUT_LOADS: Readonly<Record<string, string>> = {
  encoding: "The encoding of the file, such as utf-8 or windows-1252.",
  encoding_by:
    "How that is known. mark: by the byte order mark; valid: all bytes are valid in it; detected: it is the most likely one; chosen: by who uploaded the file.",
  "other_encoding.letters.read": "The character as it was read.",
  "other_encoding.letters.instead": "The character that it would be.",
  gzip: "Whether the file is compressed by gzip.",
  rejected: "Rows of the file that do not fit its columns and were set aside.",
  "skipped.line": "The number of the line in the file, from 1.",

  "LoadReport.quote": "The character around cells: a double or a single quote; empty: no cell has quotes.",
  "LoadReport.escape": "How a quote within quotes is written: twice, or after a backslash.",
  "LoadReport.spaces_before_quotes": "Whether spaces before cells, and before quotes, were skipped.",
  "LoadReport.empty_rows": "Rows without a value, which were left out.",
  "LoadReport.empty_columns": "Columns without name and value, which were left out.",
  "LoadReport.text_columns": "Columns that are text because of some of their cells, at most 100.",
  "LoadReport.text_columns.reason":
    "Why it is text. other-cell: a cell is of another type; leading-zeros: a number begins with 0; too-many-digits: a number is too long; quoted-numbers: its numbers are in quotes, others are not; mixed-kinds: its cells are of several types; versions: its numbers are spelled as those of versions or sections, such as 1.10; durations: it has hours beyond a day; notation: its cells are in a notation that is only read if it is chosen.",
  "LoadReport.text_columns.line": "The line of such a cell in the file, from 1; absent: it is about the whole column.",
  "LoadReport.chosen":
    "Columns whose reading was chosen: by who uploaded the file, by the schema of the dataset, or as the only one that fits.",
  "LoadReport.chosen.reading": "How its cells were read, such as text or decimal-comma.",
  "ColumnEvidence.column": "The name of the column.",
  "misfits.line": "The line of the cell in the file, from 1.",

  job: "The path of the page that shows how far the load is.",
  "/api/assets id": "The id of the dataset.",
  "/api/assets redirectUrl": "The path of the page of the dataset.",
  "/api/assets/preview id": "The id of the file while it is looked at. It is not yet that of a dataset.",

  "/api/assets/inspect settings": "What was found, in the words that a load takes.",
  "settings.quote": "What encloses text: double, single or none.",
  "settings.header": "yes: the first row has the names of the columns; no: it does not.",
  "settings.skip_lines": "Lines before the table.",
  "/api/assets/inspect skipped": "The first lines before the table that are not empty.",
  "/api/assets/inspect skipped.text": "The text of the line, or its beginning.",
  "/api/assets/inspect rows":
    "The first rows that fit, at most 20: texts as they would be stored, in the order of columns; null: an empty cell.",
  "set_aside.count": "How many of the rows that were looked at would be set aside.",
  "set_aside.rows": "The first of them, at most 20.",
  "set_aside.rows.line": "The line of the row in the file, from 1.",
  "set_aside.rows.record": "The number of the row, from 1, without the header and empty rows.",
  "set_aside.rows.reason": "Why it does not fit, in words.",
  "set_aside.rows.text": "The row as it is in the file, or its beginning.",
};
