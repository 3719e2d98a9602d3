import { z } from "zod";
import { loadFailureSentence } from "../http/refusals/load-failures.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";

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

/** A dataset as the API tells it. */
export const datasetBody = z
  .strictObject({
    _type: z.literal("dataset"),
    type: z.literal("dataset"),
    id: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    price: z.number(),
    image: z.null(),
    is_public: z.boolean(),
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
    license: z.string(),
    file_name: z.string().nullable(),
    source: sourceBody,
    rows_at: z.string().nullable(),
    columns: z.array(columnBody),
    rows: z.number().nullable(),
    rejected: z.number(),
    keywords: z.array(z.string()),
    accessible: z.boolean(),
    load_error: z.string().nullable(),
    dsl: z.null(),
    api_doc_url: z.null(),
  })
  .meta({ id: "Dataset" });

/** A dataset as the API tells it. */
export function datasetShape(item: DatasetItem) {
  return {
    _type: item._type,
    type: item.type,
    id: item.id,
    title: item.title,
    description: item.description,
    category: item.category,
    price: item.price,
    image: item.image,
    is_public: item.is_public,
    is_visible: item.is_visible,
    visibility: item.visibility,
    user_id: item.user_id,
    author_name: item.author_name,
    status: item.status,
    uploaded_unix: item.uploaded_unix,
    created_at: item.created_at,
    updated_at: item.updated_at,
    subscriber_count: item.subscriber_count,
    table_name: item.table_name,
    license: item.license,
    file_name: item.file_name,
    source: item.source,
    rows_at: item.rows_at,
    columns: item.columns,
    rows: item.rows,
    rejected: item.rejected,
    keywords: item.keywords,
    accessible: item.owned || item.granted,
    load_error: item.owned && item.load_failure !== null ? loadFailureSentence(item.load_failure) : null,
    dsl: null,
    api_doc_url: null,
  };
}
