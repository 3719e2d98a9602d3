import { z } from "zod";
import { evidenceBody, fileBody, loadReportBody, otherEncodingBody } from "../../datasets/loads/load-report-shape.ts";
import { versionQuery } from "../../versions/version-asked.ts";
import { cardFields } from "../../datasets/card-fields.ts";
import { loadSettingsFields } from "../upload/settings/load-settings-fields.ts";
import { addRowsEndpoint, newVersionEndpoint, newVersionFormEndpoint } from "../upload/version/version-endpoints.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { STREAM_FORMATS } from "#domain/core/ports/stream-query.ts";
import { TABLES_BY_TITLE } from "#projections/tables/queries.ts";
import { exactNumbersQuery, listQuery, NO_PARAMETERS } from "../json-api/query.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";

/**
 * The endpoints that transfer bytes. Express answers them before Remix (server/web/web.ts mounts them); these are their
 * entries in the table of all endpoints.
 */
const text = z.string().optional();

/** The parameters of a stream that occur once; any other name is a filter, and a column may have several. */
const streamQuery = z.strictObject({
  table: text,
  format: z.enum(STREAM_FORMATS).optional(),
  columns: text,
  limit: text,
  offset: text,
  order: text,
  count: z.enum(["exact"]).optional(),
  ...exactNumbersQuery,
  ...versionQuery,
  api_key: text,
  token: text,
});
export const STREAM_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(streamQuery.shape));

/** The parameters of the list of tables that a key can read. */
export const streamListQuery = listQuery(TABLES_BY_TITLE, { table: text, api_key: text, token: text });

const { table: _, format: __, ...shortFormQuery } = streamQuery.shape;
const FILTERS = "filters";
const PARQUET = "application/vnd.apache.parquet";
const ROW_TYPES = [
  "application/json",
  "application/x-ndjson",
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  PARQUET,
] as const;
/** Only the whole Parquet file of a version is sent in parts. */
const PART = { 206: { types: [PARQUET], about: "the part of the Parquet file that Range asks for" } } as const;

const word = line().optional();
const MULTI_LINE: ReadonlySet<string> = new Set(["description", "license_terms", "read_me"]);
/** A form has texts only. */
const cardTexts = Object.fromEntries(
  Object.keys(cardFields).map((name) => [name, MULTI_LINE.has(name) ? prose().optional() : word]),
) as Readonly<Record<keyof typeof cardFields, typeof word>>;

const loadReport = loadReportBody.nullable().describe("What was decided about the file and changed in it.");

export const uploadEndpoint = {
  method: "POST",
  path: "/api/assets/upload-csv",
  who: "user",
  summary:
    "Uploads a CSV, Excel (.xlsx), JSON or Parquet file as a dataset, also one that is packed by gzip, zstd or ZIP.",
  query: NO_PARAMETERS,
  isMultipart: true,
  body: z.strictObject({
    ...cardTexts,
    title: line(),
    price: word,
    ...loadSettingsFields,
    file: z.file(),
  }),
  answers: {
    201: {
      body: z.strictObject({
        id: z.string(),
        table_name: z.string(),
        rowCount: z.number(),
        columns: z.array(z.strictObject({ name: z.string(), label: z.string(), type: z.string() })),
        rejected: z.number(),
        redirectUrl: z.string(),
        load_report: loadReport,
      }),
    },
    202: {
      body: z.strictObject({ id: z.string(), job: z.string(), redirectUrl: z.string(), status_url: z.string() }),
      about: "while rows load; status_url is where to wait for them",
    },
  },
} as const satisfies EndpointFacts;

/** A file that is looked at on a page before it is published. */
export const previewEndpoint = {
  method: "POST",
  path: "/api/assets/preview",
  who: "user",
  scope: "session",
  skipIdempotency: true,
  summary:
    "Receives a file for the page where its columns are shown and can be changed before it is published. It is kept for a day and counts as an upload.",
  query: NO_PARAMETERS,
  isMultipart: true,
  body: uploadEndpoint.body.partial({ title: true }),
  answers: {
    201: {
      body: z.strictObject({ id: z.string(), redirectUrl: z.string().describe("The page.") }),
      location: ({ redirectUrl }: { redirectUrl: string }) => redirectUrl,
    },
  },
} as const satisfies EndpointFacts & { readonly skipIdempotency: boolean };

/** What a load would make of a file. */
export const inspectEndpoint = {
  method: "POST",
  path: "/api/assets/inspect",
  who: "user",
  limitedKeys: "all",
  skipIdempotency: true,
  summary:
    "Tells what a load would make of a file, from its first megabyte after unpacking; workbooks, ZIP and Parquet files are needed as a whole, up to 32 MB: settings, columns, and readings that fit its cells. Nothing is kept.",
  query: z.strictObject(loadSettingsFields),
  types: ["text/csv", "application/octet-stream"],
  isMultipart: true,
  body: z.strictObject({ ...loadSettingsFields, file: z.file() }),
  answers: {
    200: {
      body: z.strictObject({
        whole: z.boolean().describe("Every row of the file was looked at."),
        settings: z.strictObject({
          encoding: z.string(),
          encoding_by: z.string(),
          gzip: z.boolean(),
          format: z.string().describe("csv, xlsx, json, ndjson or parquet."),
          delimiter: z.string().nullable().describe("null: the file has one column."),
          quote: z.string().nullable(),
          header: z.string(),
          skip_lines: z.number(),
        }),
        file: fileBody.describe("What the file is, and which part of it was read."),
        other_encoding: otherEncodingBody,
        skipped: z.array(z.strictObject({ line: z.number(), text: z.string().optional() })),
        columns: z.array(
          z.strictObject({
            name: z.string(),
            label: z.string(),
            type: z.string(),
            reading: z.string().nullable().describe("How it is read, if that was chosen."),
            suggestions: z.array(z.string()).describe("Readings that would convert every cell."),
            evidence: evidenceBody.nullable().describe("What most of its cells are, or what else they may be."),
          }),
        ),
        rows: z.array(z.array(z.string().nullable())),
        set_aside: z
          .strictObject({
            count: z.number(),
            rows: z.array(
              z.strictObject({ line: z.number(), record: z.number(), reason: z.string(), text: z.string() }),
            ),
          })
          .describe("Rows among those that were looked at that would be set aside, and the first of them."),
      }),
      about: "what was found",
    },
  },
} as const satisfies EndpointFacts & { readonly skipIdempotency: boolean };

export const originalEndpoint = {
  method: "GET",
  path: "/api/assets/{id}/original",
  who: "reader",
  about: "dataset",
  summary: "The file behind a dataset.",
  query: z.strictObject(versionQuery),
  body: null,
  answers: {
    200: { types: ["application/octet-stream"], about: "the file as it was uploaded" },
    206: { types: ["application/octet-stream"], about: "the part of it that Range asks for" },
  },
} as const satisfies EndpointFacts;

export const rejectedEndpoint = {
  method: "GET",
  path: "/api/assets/{id}/rejected",
  who: "reader",
  about: "dataset",
  summary: "The rows of a file that were set aside.",
  query: z.strictObject(versionQuery),
  body: null,
  answers: {
    200: {
      types: ["application/x-ndjson"],
      about:
        "the rows that were set aside, one JSON object a line: { line, record, reason, text }; nothing when there are none; 409 while rows load",
    },
    206: { types: ["application/x-ndjson"], about: "the part of them that Range asks for" },
  },
} as const satisfies EndpointFacts;

const list = z.array(z.unknown());
const exportBody = z.strictObject({
  account: z.strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: z.number(),
    roles: z.array(z.string()),
  }),
  datasets: list.describe("with the addresses of their rows and original files"),
  connectors: list.describe("every version"),
  connections: list.describe("with their settings"),
  drafts: list,
  data_apps: list,
  api_keys: list,
  webhooks: list,
  access: list.describe("datasets that you may read"),
  access_requests: list,
  liked_posts: list,
  sessions: list,
  notices: list,
  history: list.describe("what happened to your account"),
});

export const exportEndpoint = {
  method: "GET",
  path: "/api/users/me/export",
  who: "user",
  scope: "session",
  isSecret: true,
  summary: "All that is known of you, as one file.",
  query: NO_PARAMETERS,
  body: null,
  answers: {
    200: { body: exportBody, about: "as a file, without secrets" },
  },
} as const satisfies EndpointFacts;

export const streamEndpoint = {
  method: "GET",
  path: "/api/stream/data",
  who: "key",
  about: "table",
  summary: "The rows of a table, or without table what the key can read.",
  query: z.strictObject({ ...streamQuery.shape, page: text }),
  openQuery: FILTERS,
  body: null,
  answers: {
    200: {
      types: ROW_TYPES,
      about:
        "rows, CSV cells exactly as they are; without table a list of what the key can read: { id, connection_id, table, title, kind, rows, columns, url }, where url is the short address of its rows as JSON; 429 and 503 with Retry-After",
    },
    ...PART,
  },
} as const satisfies EndpointFacts;

export const excelEndpoint = {
  method: "GET",
  path: "/api/stream/data/excel",
  who: "key",
  about: "table",
  summary: "The same for spreadsheets.",
  query: streamQuery,
  openQuery: FILTERS,
  body: null,
  answers: { 200: { types: ROW_TYPES, about: "rows as CSV that Excel opens as it is" }, ...PART },
} as const satisfies EndpointFacts;

export const shortFormEndpoint = {
  method: "GET",
  path: "/d/{file}",
  who: "key",
  about: "table",
  summary:
    "The rows of a table under a short address: its name with .csv, .json, .ndjson, .xlsx or .parquet; @ and a number before that ask for this version. With a spreadsheet token CSV is as Excel opens it.",
  query: z.strictObject(shortFormQuery),
  openQuery: FILTERS,
  body: null,
  answers: { 200: { types: ROW_TYPES, about: "rows" }, ...PART },
} as const satisfies EndpointFacts;

export const byteEndpoints = {
  uploadEndpoint,
  inspectEndpoint,
  previewEndpoint,
  newVersionEndpoint,
  newVersionFormEndpoint,
  addRowsEndpoint,
  originalEndpoint,
  rejectedEndpoint,
  exportEndpoint,
  streamEndpoint,
  excelEndpoint,
  shortFormEndpoint,
};
