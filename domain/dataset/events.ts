import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { ownerSchema } from "../core/owner.ts";
import { tableVersionSchema } from "../core/schemas.ts";

const datasetId = z.string();

/** Streams `dataset-<id>`. `tableName` is the public name of its table, made by the server and kept for life. */
export const datasetEvents = {
  DatasetCreated: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      owner: ownerSchema,
      title: z.string(),
      description: z.string(),
      category: z.string(),
      keywords: z.array(z.string()),
      price: z.number().nonnegative(),
      isPublic: z.boolean(),
      tableName: z.string(),
      fileName: z.string(),
    }),
  }),
  DatasetLoaded: event({
    version: 1,
    schema: z.strictObject({ datasetId, version: z.number().int().min(1), table: tableVersionSchema, rejected: z.number().int().nonnegative() }),
  }),
  DatasetLoadFailed: event({ version: 1, schema: z.strictObject({ datasetId, reason: z.string() }) }),
  DatasetEdited: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      title: z.string(),
      description: z.string(),
      category: z.string(),
      keywords: z.array(z.string()),
      isPublic: z.boolean(),
    }),
  }),
  /** `by` is the user who took it, or the owner who shared it. */
  AccessGranted: event({ version: 1, schema: z.strictObject({ datasetId, userId: z.string(), by: z.string() }) }),
  AccessRemoved: event({ version: 1, schema: z.strictObject({ datasetId, userId: z.string(), by: z.string() }) }),
  /** The owner deleted it while others had access: nobody new sees it, and the last one to leave deletes it. */
  DatasetHidden: event({ version: 1, schema: z.strictObject({ datasetId }) }),
  DatasetDeleted: event({ version: 1, schema: z.strictObject({ datasetId }) }),
};
export type DatasetEvent = EventOf<typeof datasetEvents>;
