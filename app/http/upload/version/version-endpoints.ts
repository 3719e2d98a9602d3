import { z } from "zod";
import { VERSION_MODES } from "#domain/dataset/events.ts";
import { loadReportBody } from "../../../datasets/loads/load-report-shape.ts";
import type { EndpointFacts } from "../../json-api/endpoint.ts";
import { NO_PARAMETERS } from "../../json-api/query.ts";
import { loadSettingsFields } from "../settings/load-settings-fields.ts";
import { line } from "#domain/core/text/text-schemas.ts";

const text = line().optional();
const loadReport = loadReportBody.nullable().describe("What was decided about the file and changed in it.");

export const columnsQuery = z
  .enum(["same", "change"])
  .optional()
  .describe("change: the columns may differ from those of the version before; otherwise that is refused.");

export const versionAnswers = {
  200: {
    body: z.strictObject({
      id: z.string(),
      version: z.number().describe("The number of the version that readers see now."),
      unchanged: z.boolean().describe("true: it was made from the same bytes before, and nothing was loaded."),
      table_name: z.string(),
      rowCount: z.number(),
      columns: z.array(z.strictObject({ name: z.string(), label: z.string(), type: z.string() })),
      rejected: z.number(),
      redirectUrl: z.string(),
      load_report: loadReport,
    }),
    about: "once the rows can be read, with the ETag of the version",
  },
  202: {
    body: z.strictObject({ id: z.string(), job: z.string(), redirectUrl: z.string(), status_url: z.string() }),
    about: "while rows load; readers see the version before; status_url is where to wait for the rows",
  },
} as const;

const modeQuery = z
  .enum(VERSION_MODES, "mode must be replace, append or upsert.")
  .optional()
  .describe(
    "What the rows do: replace all rows (as without it), append to them, or upsert: replace those with the same key and add the others.",
  );
const keyQuery = text.describe(
  "For upsert: the columns that identify a row, separated by commas. Absent: those of the last upsert.",
);

/** What the texts of an upload say about the version that it makes. */
export const versionWords = z.object({ columns: columnsQuery, mode: modeQuery, key: keyQuery });

export const newVersionEndpoint = {
  method: "PUT",
  path: "/api/assets/{id}/data",
  who: "owner",
  about: "dataset",
  summary:
    "Replaces the rows of a dataset by those of a file, or adds them: its next version. With If-Match only if the version is still the one of that ETag.",
  query: z.strictObject({ columns: columnsQuery, mode: modeQuery, key: keyQuery, ...loadSettingsFields }),
  types: ["text/csv", "application/octet-stream"],
  isMultipart: true,
  body: z.strictObject({
    columns: columnsQuery,
    mode: modeQuery,
    key: keyQuery,
    ...loadSettingsFields,
    file: z.file(),
  }),
  answers: versionAnswers,
} as const satisfies EndpointFacts;

export const newVersionFormEndpoint = {
  method: "POST",
  path: "/api/assets/{id}/versions",
  who: "owner",
  about: "dataset",
  summary: "The same for a form, which cannot PUT.",
  query: NO_PARAMETERS,
  isMultipart: true,
  body: z.strictObject({
    columns: columnsQuery,
    mode: modeQuery,
    key: keyQuery,
    version: text.describe("The number of the version that is replaced; another one is refused."),
    rows: text.describe("Rows as text, in place of a file: CSV, or cells copied from a spreadsheet."),
    ...loadSettingsFields,
    file: z.file().optional(),
  }),
  answers: versionAnswers,
} as const satisfies EndpointFacts;

export const addRowsEndpoint = {
  method: "POST",
  path: "/api/assets/{id}/rows",
  who: "owner",
  about: "dataset",
  summary: "Adds rows to a dataset: its next version. With If-Match only if the version is still the one of that ETag.",
  query: z.strictObject({
    mode: z.enum(["append", "upsert"]).optional().describe("append, as without it, or upsert."),
    key: keyQuery,
  }),
  types: ["application/json", "application/x-ndjson", "text/csv", "text/tab-separated-values"],
  body: null,
  answers: versionAnswers,
} as const satisfies EndpointFacts;
