import type { KeyFault } from "#domain/core/ports/tables/table-versions.ts";
import type { VersionRefusal } from "#domain/dataset/versions.ts";
import type { SourceRefusal } from "#domain/dataset/source/source.ts";
import type { DatasetFailure } from "#domain/dataset/load-failure.ts";
import { cutText } from "#domain/core/text/text.ts";
import { loadFailureSentence } from "./load-failures.ts";
import type { AnswersOf } from "./refusal-answer.ts";

/** Refusals about datasets and the rows of their tables. */
export type DatasetRouteRefusal =
  | VersionRefusal
  | SourceRefusal
  | { readonly code: "file-address-invalid" | "file-address-private" | "interval-unclear" | "schema-empty-words" }
  | KeyFault
  | { readonly code: "schema-field-unclear"; readonly column: string }
  /** `asOf`: a time. */
  | { readonly code: "version-none-then"; readonly asOf: string }
  | {
      readonly code:
        | "version-unclear"
        | "history-without-rows"
        | "history-no-rows-then"
        | "compare-too-slow"
        | "dataset-title-missing"
        | "licence-unknown"
        | "source-url-invalid"
        | "data-app-title-missing"
        | "chart-does-not-fit"
        | "update-frequency-unknown"
        | "rights-unconfirmed"
        | "not-shared-with"
        | "email-unclear"
        | "dataset-not-connected"
        | "rows-loading"
        | "file-not-loaded"
        | "not-run-yet"
        | "no-run-with-rows"
        | "previews-busy"
        | "preview-too-slow"
        | "original-gone"
        | "rejected-rows-gone"
        | "downloads-of-user-busy"
        | "downloads-busy"
        | "access-needed"
        | "access-needed-to-stream"
        | "key-needed"
        | "streams-busy"
        | "counts-busy"
        | "count-too-slow"
        | "rows-too-slow"
        | "rows-too-large-to-sort"
        | "parquet-in-the-making";
    }
  | { readonly code: "history-rows-not-kept"; readonly version: number }
  | { readonly code: "column-unknown"; readonly column: string }
  | { readonly code: "range-beyond-end"; readonly bytes: number }
  | { readonly code: "sheet-too-long"; readonly rows: number }
  | { readonly code: "load-failed"; readonly failure: DatasetFailure }
  | { readonly code: "streams-of-user-busy"; readonly limit: number }
  | { readonly code: "said-by-address"; readonly parameter: string }
  /** `message`: from the parser of the parameters. */
  | { readonly code: "stream-query-invalid"; readonly message: string }
  | { readonly code: "odata-query-invalid" | "odata-unsupported"; readonly message: string }
  | { readonly code: "odata-option-unsupported"; readonly option: string }
  | { readonly code: "odata-format-unknown"; readonly format: string }
  | {
      readonly code:
        | "odata-version-too-old"
        | "odata-groups-too-many"
        | "odata-token-invalid"
        | "odata-key-invalid"
        | "odata-version-gone";
    };

const WHICH = { before: "older version", after: "newer rows" } as const;

export const datasetAnswers = {
  "dataset-from-connection": {
    status: 409,
    say: "The rows of this dataset come from a connection, so it takes no files.",
  },
  "dataset-without-address": { status: 409, say: "This dataset has no address from which it can be refreshed." },
  "file-address-invalid": {
    status: 400,
    say: "The address must be a whole one, such as https://example.org/data.csv, without a user name or password.",
    field: "url",
  },
  "file-address-private": {
    status: 400,
    say: "The address must begin with https:// and be on the public internet.",
    field: "url",
  },
  "interval-unclear": {
    status: 400,
    say: "Enter a whole number of minutes, at most a year.",
    field: "refresh_interval",
  },
  "version-in-progress": { status: 409, say: "Another file is being loaded into this dataset." },
  "load-over": { status: 409, say: "This load has ended." },
  "load-is-first": {
    status: 409,
    say: "This is the first file of the dataset. Delete the dataset to end its load.",
  },
  "load-not-retryable": { status: 409, say: "This load cannot be tried again. Upload the file instead." },
  "load-needs-columns": {
    status: 409,
    say: "The file has other columns than the dataset. Retry with columns=change to take them.",
  },
  "version-stale": {
    status: 412,
    say: ({ version }) => `The dataset has changed: it is at version ${version} now.`,
    facts: ({ version }) => ({ current_version: version }),
  },
  "version-key-missing": {
    status: 400,
    say: "Name the columns that identify a row: key=column, or several with commas.",
    field: "key",
  },
  "version-key-unknown": {
    status: 400,
    say: ({ column }) => `The dataset has no column ${cutText(column, 80)}, so it cannot be part of the key.`,
    field: "key",
  },
  "schema-of-several-files": { status: 409, say: "The rows come from several files. Upload one with all." },
  "schema-file-gone": { status: 410, say: "The file of these rows is no longer kept. Upload it again." },
  "schema-column-unknown": {
    status: 400,
    say: ({ column }) => `The dataset has no column ${cutText(column, 80)}.`,
    field: "fields",
  },
  "schema-field-unclear": {
    status: 400,
    say: ({ column }) => `Name the \`reading\` of ${cutText(column, 80)}: its type and format do not tell it.`,
    field: "fields",
  },
  "schema-empty-words": { status: 400, say: "Name at most 20 words for an empty cell.", field: "fields" },
  "version-unknown": { status: 404, say: ({ version }) => `There is no version ${version}.` },
  "version-not-kept": {
    status: 410,
    say: ({ version, oldest }) => `Version ${version} is no longer kept. The oldest one that can be read is ${oldest}.`,
  },
  "history-without-rows": { status: 404, say: "Only datasets and connections have rows." },
  "history-no-rows-then": { status: 404, say: "There were no rows yet at this time, or the item was deleted since." },
  "history-rows-not-kept": {
    status: 404,
    say: ({ version }) => `The rows of version ${version}, which readers saw then, are no longer kept.`,
  },
  "version-none-then": { status: 404, say: ({ asOf }) => `There was no version yet at ${asOf}.` },
  "key-column-unknown": {
    status: 400,
    say: ({ column }) => `Both versions must have the column ${cutText(column, 80)}, which is part of the key.`,
    field: "key",
  },
  "key-value-missing": {
    status: 409,
    say: ({ row, version }) => `Row ${row} of the ${WHICH[version]} has no value for the key.`,
  },
  "key-value-twice": {
    status: 409,
    say: ({ value, version }) =>
      `The key does not identify the rows of the ${WHICH[version]}: ${value.join(", ")} occurs more than once.`,
  },
  "compare-too-slow": {
    status: 503,
    say: "The versions could not be compared in time. Try again later, or compare them without a key.",
    retryAfterSeconds: 60,
  },
  "version-unclear": {
    status: 400,
    say: "Give version as a whole number from 1, or as_of as a date or a time in ISO 8601 such as 2026-11-23T08:00:00Z, not both.",
  },
  "dataset-title-missing": { status: 400, say: "Give the dataset a title.", field: "title" },
  "licence-unknown": { status: 400, say: "This licence is not in the list.", field: "license" },
  "chart-does-not-fit": {
    status: 400,
    say: "This chart does not fit the columns of the dataset: a line needs a date, a histogram and a scatter plot numbers.",
  },
  "data-app-title-missing": { status: 400, say: "Give the chart a title.", field: "title" },
  "source-url-invalid": {
    status: 400,
    say: "The source is not an address that begins with http:// or https://.",
    field: "source_url",
  },
  "update-frequency-unknown": {
    status: 400,
    say: "This update frequency is not in the list.",
    field: "update_frequency",
  },
  "column-unknown": {
    status: 400,
    say: ({ column }) => `The dataset has no column ${column}.`,
  },
  "rights-unconfirmed": {
    status: 400,
    say: "Confirm that you have the right to share this data.",
    field: "rights",
  },
  "not-shared-with": { status: 404, say: "This dataset is not shared with this address.", field: "email" },
  "email-unclear": { status: 400, say: "Name one person: by email in the address or in the body.", field: "email" },
  "dataset-not-connected": { status: 403, say: "Connect to this dataset first." },
  "rows-loading": { status: 409, say: "The rows are still being loaded." },
  "file-not-loaded": { status: 409, say: "The file could not be loaded." },
  "load-failed": {
    status: 409,
    say: ({ failure }) => `The file could not be loaded: ${loadFailureSentence(failure)}`,
  },
  "not-run-yet": { status: 409, say: "The connector has not been run yet." },
  "no-run-with-rows": { status: 409, say: "The connector has been run, but no run has brought rows yet." },
  "previews-busy": {
    status: 503,
    say: "Too many tables are being read right now. Try again in a moment.",
    retryAfterSeconds: 5,
  },
  "preview-too-slow": {
    status: 503,
    say: "The rows could not be read in time. Try again in a moment.",
    retryAfterSeconds: 60,
  },
  "range-beyond-end": {
    status: 416,
    say: ({ bytes }) => `The file has ${bytes} bytes: there is nothing in this range.`,
  },
  "original-gone": { status: 404, say: "The original file is gone." },
  "rejected-rows-gone": { status: 404, say: "The rows that were set aside are gone." },
  "downloads-of-user-busy": {
    status: 429,
    say: "You are downloading as many files as one user may at a time. Wait for one to end.",
    retryAfterSeconds: 5,
  },
  "downloads-busy": {
    status: 503,
    say: "All downloads are in use. Try again in a moment.",
    retryAfterSeconds: 10,
  },
  "access-needed": { status: 403, say: "You have no access to this dataset yet: add it in the DataStore." },
  "access-needed-to-stream": {
    status: 403,
    say: "You have no access to this dataset yet: add it in the DataStore, then stream it with the same key.",
  },
  "key-needed": {
    status: 401,
    say: "A valid key is needed: generate one under Manage, Stream Data, and send it as api_key or as a Bearer token.",
  },
  "said-by-address": { status: 400, say: ({ parameter }) => `Leave out ${parameter}: the address says it already.` },
  "stream-query-invalid": { status: 400, say: ({ message }) => message },
  "streams-of-user-busy": {
    status: 429,
    say: ({ limit }) => `At most ${limit} streams can run at a time for one user.`,
    facts: ({ limit }) => ({ limit }),
    retryAfterSeconds: 5,
  },
  "streams-busy": { status: 503, say: "All streams are in use. Try again in a moment.", retryAfterSeconds: 10 },
  "counts-busy": {
    status: 503,
    say: "Too many tables are being counted or grouped. Try again in a moment.",
    retryAfterSeconds: 5,
  },
  "count-too-slow": {
    status: 503,
    say: "The rows of this query could not be counted in time. Leave the count out, or narrow the filters.",
    retryAfterSeconds: 60,
  },
  "rows-too-slow": {
    status: 503,
    say: "The first rows did not come in time. Ask for fewer rows with filters, or leave out order and offset.",
    retryAfterSeconds: 60,
  },
  "rows-too-large-to-sort": {
    status: 400,
    say: "There are too many rows to sort. Ask for fewer rows with filters, for fewer columns, or leave out order.",
  },
  "parquet-in-the-making": {
    status: 503,
    say: "The Parquet file of this version is being made. Try again in half a minute.",
    retryAfterSeconds: 30,
  },
  "sheet-too-long": {
    status: 413,
    say: ({ rows }) =>
      `A sheet has room for 1,048,575 rows below its header, and these are ${rows.toLocaleString("en")}. Ask for csv, or for fewer rows with filters or limit.`,
  },
  "odata-query-invalid": { status: 400, say: ({ message }) => message },
  "odata-unsupported": { status: 501, say: ({ message }) => message },
  "odata-option-unsupported": { status: 501, say: ({ option }) => `The query option ${option} is not supported.` },
  "odata-format-unknown": { status: 406, say: ({ format }) => `There is no format ${format} here: use json.` },
  "odata-version-too-old": {
    status: 400,
    say: "Answers are in OData 4.0. Send OData-MaxVersion 4.0, or leave it out.",
  },
  "odata-groups-too-many": {
    status: 413,
    say: "$apply makes more groups than one answer may have: 10,000, or 8 MB. Filter the rows, or ask for fewer with $top.",
  },
  "odata-token-invalid": { status: 400, say: "This $skiptoken is not one of a nextLink." },
  "odata-key-invalid": { status: 400, say: "A row is named by its _row_id, a whole number, as in (1)." },
  "odata-version-gone": {
    status: 410,
    say: "The version of the table that this link continues is no longer kept. Read the table from its beginning.",
  },
} satisfies AnswersOf<DatasetRouteRefusal>;
