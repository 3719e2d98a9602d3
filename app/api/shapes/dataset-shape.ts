import { z } from "zod";
import { imageHref } from "../../images/image-href.ts";
import { loadFailureSentence } from "../../http/refusals/load-failures.ts";
import { definitionShown } from "../../connectors/definition-of.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import { isUpdateFrequency, UPDATE_FREQUENCIES } from "#domain/dataset/update-frequencies.ts";
import type { DatasetItem, DatasetTexts } from "#projections/catalogue/dataset-queries.ts";
import { described } from "../../datasets/column-notes.ts";

/** A column of a table. */
export const columnBody = z.strictObject({ name: z.string(), label: z.string(), type: z.string() });

const sourceBody = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("upload") }),
  z.strictObject({
    kind: z.literal("connection"),
    connector: z.strictObject({ id: z.string(), title: z.string(), version: z.number() }).nullable(),
    live: z.boolean(),
    stopped_at: z.string().nullable(),
    refresh_interval: z.number().nullable(),
  }),
]);

/** A dataset in the API. */
export const datasetBody = z
  .strictObject({
    _type: z.literal("dataset"),
    type: z.literal("dataset"),
    id: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    price: z.number(),
    image: z.string().nullable().describe("The path of its image."),
    is_public: z.boolean(),
    on_request: z.boolean(),
    is_visible: z.boolean(),
    visibility: z.enum(["public", "private"]),
    user_id: z.string(),
    author_name: z.string(),
    status: z.enum(["loading", "ready", "failed", "hidden"]),
    uploaded_unix: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
    subscriber_count: z.number(),
    table_name: z.string(),
    license: z.string().describe("The SPDX identifier of a licence, `other` or `none`."),
    license_terms: z.string(),
    row_meaning: z.string().describe("What one row is; empty: not said."),
    update_frequency: z.enum(["", ...UPDATE_FREQUENCIES]),
    source_url: z.string(),
    read_me: z.string().nullable().describe("Markdown; null in lists."),
    dictionary: z
      .array(columnBody.extend({ description: z.string(), unit: z.string() }))
      .nullable()
      .describe("The columns with what the owner says about them; null in lists."),
    file_name: z.string().nullable(),
    source: sourceBody,
    rows_at: z.string().nullable(),
    version: z.number().describe("The number of the version that readers see; 0 before the first."),
    loading_version: z.number().nullable().describe("The number of the version that is being loaded; null: none."),
    columns: z.array(columnBody),
    rows: z.number().nullable(),
    rejected: z.number(),
    keywords: z.array(z.string()),
    accessible: z.boolean(),
    accessible_until: z.string().nullable(),
    load_error: z.string().nullable(),
    taken_down: z.string().nullable().describe("Why an admin has hidden it from others; null: none has."),
    dsl: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("The definition of the connector that its rows come from; null in lists, or if you may not see it."),
    api_doc_url: z.string().nullable().describe("The documentation of that connector's API; null as for dsl."),
  })
  .meta({ id: "Dataset" });

/** A dataset in the API. */
export function datasetShape(item: DatasetItem) {
  return {
    _type: item.kind,
    type: item.kind,
    id: item.id,
    title: item.title,
    description: item.description,
    category: item.category,
    price: item.price,
    taken_down: item.takenDown,
    image: imageHref(item.id, item.image),
    is_public: item.isPublic,
    on_request: item.onRequest,
    is_visible: item.status !== "hidden",
    visibility: item.isPublic ? ("public" as const) : ("private" as const),
    user_id: item.ownerId,
    author_name: item.author,
    status: item.status,
    uploaded_unix: Math.floor(Date.parse(item.createdAt) / 1000),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    subscriber_count: item.subscriberCount,
    table_name: item.tableName,
    license: item.license,
    license_terms: item.licenseTerms,
    row_meaning: item.rowMeaning,
    update_frequency: isUpdateFrequency(item.updateFrequency) ? item.updateFrequency : ("" as const),
    source_url: item.sourceUrl,
    read_me: null,
    dictionary: null,
    file_name: item.fileName,
    source: sourceShape(item.source),
    rows_at: item.rowsAt,
    version: item.version,
    loading_version: item.loadingVersion,
    columns: item.columns,
    rows: item.rows,
    rejected: item.rejected,
    keywords: item.keywords,
    accessible: item.owned || item.granted,
    accessible_until: item.granted ? item.grantedUntil : null,
    load_error: item.owned && item.loadFailure !== null ? loadFailureSentence(item.loadFailure) : null,
    dsl: null,
    api_doc_url: null,
  };
}

/** The same with what only its own answer has: its long texts, and the connector behind a published output. */
export function wholeDatasetShape(
  item: DatasetItem,
  { connector, texts }: { readonly connector: ConnectorItem | null; readonly texts: DatasetTexts },
) {
  return {
    ...datasetShape(item),
    read_me: texts.readMe,
    dictionary: described(item.columns, texts.columnNotes),
    dsl: connector && definitionShown(connector),
    api_doc_url: connector?.apiDocUrl ?? null,
  };
}

function sourceShape(source: DatasetItem["source"]) {
  if (source.kind === "upload") return { kind: source.kind };
  const { kind, connector, live, stoppedAt: stopped_at, refreshInterval: refresh_interval } = source;
  return { kind, connector, live, stopped_at, refresh_interval };
}
