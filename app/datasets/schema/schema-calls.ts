import { z } from "zod";
import { line } from "#domain/core/text/text-schemas.ts";
import {
  FILE_DELIMITERS,
  FILE_ENCODINGS,
  FILE_QUOTES,
  type LoadSettings,
  MAX_EMPTY_WORDS,
  MISFIT_CHOICES,
  MOST_SKIPPED_LINES,
} from "#domain/dataset/load-settings.ts";
import { changeSchema, datasetSchema, type SchemaShown } from "#domain/use-cases/datasets/dataset-schema.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../../http/call-result.ts";
import type { Platform } from "../../platform.ts";
import { asSeen, ownersOnly } from "../dataset-calls.ts";
import { emptyWords, fieldBody, fieldShape, filled, readingOfField } from "./table-schema.ts";

const MAX_FIELDS = 2_000;
const dialectBody = z.strictObject({
  delimiter: z
    .enum(FILE_DELIMITERS)
    .nullable()
    .optional()
    .describe("The character between cells; null: the file has one column."),
  quoteChar: z.enum(FILE_QUOTES).optional().describe("The character around cells; empty: no cell is quoted."),
  header: z.boolean().optional().describe("The first row has the names of the columns."),
  encoding: z.enum(FILE_ENCODINGS).optional().describe("Such as utf-8 or windows-1252."),
  skipLines: z.number().int().min(0).max(MOST_SKIPPED_LINES).optional().describe("Lines before the table."),
});

/** A Frictionless Table Schema with the dialect of the files. */
export const schemaBody = z.strictObject({
  fields: z.array(fieldBody).max(MAX_FIELDS).describe("Columns; those that are not named are read as before."),
  missingValues: emptyWords
    .optional()
    .describe("Words that mean an empty cell in all columns; an empty cell always does."),
  primaryKey: z.array(line(200)).max(20).optional().describe("Columns that identify a row."),
  dialect: dialectBody.optional().describe("How the files are divided into cells."),
  on_misfit: z.enum(MISFIT_CHOICES).optional().describe("What happens to cells that are not what their columns are."),
});
export type SchemaBody = z.infer<typeof schemaBody>;

/** Tells how the files of a dataset are read, to those who may read its rows. */
export async function schemaOf(
  platform: Platform,
  id: string,
  viewer: UserRow | null,
): Promise<CallResult<SchemaBody>> {
  const found = await platform.queries.tables.find(id, viewer?.id ?? null);
  if (found?.table.kind !== "dataset") return NOT_FOUND;
  if (found.access !== "full") return refuse("dataset-not-connected");
  const { current } = found.table;
  const report = current && (await platform.uploads.report(current.physical));
  const schema = await datasetSchema(platform.ports, id);
  const columns = schema?.columns ?? current?.columns;
  if (!columns) return refuse("rows-loading");
  const settings = schema?.settings ?? {};
  const { empty = [] } = settings;
  const dialect = report && {
    ...{ delimiter: report.delimiter, quoteChar: report.quote, header: report.header },
    ...{ encoding: knownEncoding(report.encoding), skipLines: report.skippedLines },
  };
  return {
    ok: true,
    value: {
      fields: columns.map((column) => fieldShape(column, Array.isArray(empty) ? [] : wordsFor(empty, column.name))),
      missingValues: ["", ...(Array.isArray(empty) ? empty : [])],
      primaryKey: [...(schema?.key ?? [])],
      ...(dialect ? { dialect: { ...dialect, ...dialectOf(settings) } } : {}),
      on_misfit: MISFIT_CHOICES.find((choice) => choice === settings.onMisfit) ?? "set-aside",
    },
  };
}

function wordsFor(empty: NonNullable<LoadSettings["empty"]>, column: string): readonly string[] {
  return (Object.hasOwn(empty, column) ? (empty as Readonly<Record<string, string[]>>)[column] : undefined) ?? [];
}

function knownEncoding(encoding: string) {
  return FILE_ENCODINGS.find((one) => one === encoding);
}

/** The dialect as it was decided. */
function dialectOf({ delimiter, quote, header, encoding, skipLines }: SchemaShown["settings"]) {
  return {
    ...(delimiter === undefined ? {} : { delimiter: FILE_DELIMITERS.find((one) => one === delimiter) ?? null }),
    ...(quote === undefined ? {} : { quoteChar: FILE_QUOTES.find((one) => one === quote) ?? '"' }),
    ...(header === undefined ? {} : { header }),
    ...(encoding === undefined ? {} : { encoding: knownEncoding(encoding) }),
    ...(skipLines === undefined ? {} : { skipLines }),
  } as const;
}

type Asked = {
  readonly datasetId: string;
  readonly body: SchemaBody;
  readonly onlyAfter: readonly number[] | null;
};

/** Loads the file of a dataset of the viewer's again, read as the schema says. */
export async function changeSchemaOf(
  platform: Platform,
  { datasetId, body, onlyAfter }: Asked,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly uploadId: string; readonly isNew: boolean }>> {
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  const refused = item ? await ownersOnly(platform, datasetId, viewer) : NOT_FOUND;
  if (refused || !item) return refused ?? NOT_FOUND;
  const schema = await datasetSchema(platform.ports, datasetId);
  if (!schema && item.source.kind === "upload") return refuse("rows-loading");
  const settings = settingsOf(body, schema);
  if (!settings.ok) return settings;
  const uploadId = platform.ports.ids.derive(cause.commandId, "version");
  const { keepOriginalAgain, removeVersion } = platform.uploads;
  const changed = await toCallResult(
    platform,
    await changeSchema(
      { ...platform.ports, keepOriginalAgain, removeFile: removeVersion },
      {
        ...{ datasetId, uploadId, by: viewer.id, settings: settings.value, onlyAfter },
        ...{ key: body.primaryKey ?? [], fileName: item.fileName ?? "upload.csv" },
      },
      cause,
    ),
  );
  return changed.ok
    ? { ok: true, value: { uploadId, isNew: changed.value.isNew } }
    : asSeen(platform, datasetId, viewer, changed);
}

/** What a schema decides about a file. */
function settingsOf(
  { fields, missingValues, dialect, on_misfit: onMisfit }: SchemaBody,
  schema: SchemaShown | null,
): CallResult<LoadSettings> {
  const readings: Record<string, string> = {};
  const own: Record<string, string[]> = {};
  for (const field of fields) {
    const before = schema?.columns.find(({ name }) => name === field.name);
    if (!before) return refuse("schema-column-unknown", { column: field.name });
    const reading = readingOfField(field, before);
    if (reading === null) return refuse("schema-field-unclear", { column: field.name });
    readings[field.name] = reading;
    if (!field.missingValues) continue;
    const both = filled([...field.missingValues, ...(missingValues ?? [])]);
    if (both.length > MAX_EMPTY_WORDS) return refuse("schema-empty-words");
    own[field.name] = both;
  }
  const all = missingValues && filled(missingValues);
  const isByColumn = Object.keys(own).length > 0;
  // Words of all columns are those of each, where some have words of their own.
  for (const { name } of isByColumn ? (schema?.columns ?? []) : []) own[name] ??= all ?? [];
  const empty = isByColumn ? { empty: own } : all ? { empty: all } : {};
  return {
    ok: true,
    value: { columns: readings, ...empty, ...(onMisfit ? { onMisfit } : {}), ...dialectSettings(dialect ?? {}) },
  };
}

function dialectSettings({ delimiter, quoteChar, ...same }: NonNullable<SchemaBody["dialect"]>): LoadSettings {
  return {
    ...(Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)) as LoadSettings),
    ...(delimiter ? { delimiter } : {}),
    ...(quoteChar === undefined ? {} : { quote: quoteChar }),
  };
}
