import { type DocPage, KEY_PLACE } from "./doc-page.ts";

/** Which files become tables, and how they are read. */
export const filesPage: DocPage = {
  path: "/documentation/files",
  title: "Files",
  about: "Which files become datasets, and how each format is read.",
  sections: ({ origin }) => [
    {
      id: "formats",
      title: "Formats",
      blocks: [
        {
          list: [
            "CSV and other text (.csv, .tsv, .txt): any delimiter, also fixed columns. Encoding, delimiter, header and types are detected.",
            "Excel workbooks (.xlsx): one sheet, with the types of its cells and the last results of formulas.",
            "JSON (.json): a list of records, or the list with most records within an object.",
            "JSON in each line (.ndjson, .jsonl).",
            "Parquet (.parquet), with the types of its columns.",
          ],
        },
        "Each may be packed by gzip (.gz) or zstd (.zst), or in a ZIP file (.zip). The format is found by the bytes of the file; `format` overrides it for texts.",
        "After a load the report says how the file was read, what was set aside and which sheets or files were not read. It is on the page of the upload, and `load_report` in the API.",
      ],
    },
    {
      id: "workbooks",
      title: "Workbooks",
      blocks: [
        "Without a choice the first sheet that is shown and has cells is read; `sheet` names another one, also a hidden one. Titles above the table and notes below it are found as in CSV. Labels of groups in merged cells are joined with the labels below them.",
        "Dates and times are what the formats of their cells say, and lose no part: a date whose format hides its time keeps the time. Hours beyond a day (`[h]:mm`) are text. Numbers that were entered as text stay text. Cells with an error such as #N/A are empty, and the report counts them.",
        "Workbooks with a password, .xls, .xlsb and .ods are refused: save them as .xlsx or CSV.",
      ],
    },
    {
      id: "json",
      title: "JSON",
      blocks: [
        'Nested objects become columns such as `place__city`; lists stay JSON texts. A field that only some records have is a column of all. Numbers keep all their digits. Lists in a list, such as `[["day", "level"], ["2024-03-01", 2.4]]`, are read as rows of a sheet.',
        "A line or item that is no JSON is set aside with its number. A file that is cut off is refused.",
      ],
    },
    {
      id: "parquet",
      title: "Parquet",
      blocks: [
        "DECIMAL, DATE, TIME and TIMESTAMP keep their digits; a TIMESTAMP in UTC is a time with a zone. Nested values become JSON texts. NaN and infinities are empty, and the report counts them. All usual codecs are read.",
      ],
    },
    {
      id: "zip",
      title: "ZIP files",
      blocks: [
        "Of a ZIP file with several files one is chosen: `entry` is its name there. Without it the upload is refused with the names; the preview offers them.",
        {
          code: `curl -H "Authorization: Bearer ${KEY_PLACE}" \\
  -F title=Levels -F entry=2024/levels.xlsx -F sheet=Daily -F file=@all.zip \\
  "${origin}/api/assets/upload-csv"`,
          name: "the upload of a sheet",
        },
      ],
    },
  ],
};
