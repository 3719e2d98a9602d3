import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { unknownFinding } from "../core/findings/finding.ts";
import type { JsonObject } from "../core/values/json.ts";
import { ownerSchema } from "../core/values/owner.ts";
import {
  countSchema,
  idSchema,
  imageNameSchema,
  lineSchema,
  proseSchema,
  tableVersionSchema,
  timeSchema,
} from "../core/values/schemas.ts";
import { cardDetails, columnNoteSchema } from "./card-details.ts";
import { loadFailureSchema } from "./load-failure.ts";
import { loadReportSchema } from "./load-report.ts";
import { loadSettingsSchema } from "./load-settings.ts";
import { NO_LICENSE } from "./licenses.ts";

const datasetId = idSchema;
const card = {
  title: lineSchema,
  description: proseSchema,
  category: lineSchema,
  keywords: z.array(lineSchema).max(100),
  isPublic: z.boolean(),
  /** Of a public dataset: its owner decides on each request for access. */
  onRequest: z.boolean(),
  /** The id of a licence, or one of licenses.ts. */
  license: lineSchema,
  ...cardDetails,
};
export const CARD_FIELDS = Object.keys(card) as (keyof typeof card)[];
const source = z.strictObject({ instanceId: idSchema, operation: lineSchema });
/** The bytes of a file as they were uploaded. */
const file = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number().int().nonnegative() });
/** What the uploader decided about the file. Absent: nothing. */
const loadSettings = loadSettingsSchema.optional();
/** The owner confirmed on a page that they have the right to share the rows. Absent: not asked. */
const rightsConfirmed = z.literal(true).optional();
const withLicense = (data: JsonObject) => ({ ...data, license: NO_LICENSE });
const openToAll = (data: JsonObject) => ({ ...data, onRequest: false });

/** What the rows of a file do to those of the version before. */
export const VERSION_MODES = ["replace", "append", "upsert"] as const;
export type VersionMode = (typeof VERSION_MODES)[number];
/** What asked for a refresh: the owner, or the interval that they have set. */
export const REFRESH_TRIGGERS = ["manual", "schedule"] as const;
/** Most columns of a key. */
export const MAX_KEY_COLUMNS = 20;

/** Stream name of one dataset. */
export function datasetStream(id: string): string {
  return `dataset-${id}`;
}

/** Streams `dataset-<id>`. `tableName` is the public name of its table, generated and never changed. */
export const datasetEvents = {
  DatasetCreated: event({
    version: 3,
    schema: z.strictObject({
      datasetId,
      owner: ownerSchema,
      ...card,
      price: z.number().nonnegative(),
      tableName: idSchema,
      fileName: lineSchema,
      /** Absent: uploaded before it was noted, or a file of our own. */
      file: file.optional(),
      settings: loadSettings,
    }),
    upcasts: { 1: withLicense, 2: openToAll },
  }),
  /**
   * The output table of an instance as a dataset. Its rows follow from the events of the instance's runs: the newest
   * complete pull before this event, then each later one until the instance is removed or the dataset hidden.
   */
  DatasetPublishedFromConnection: event({
    version: 2,
    schema: z.strictObject({
      datasetId,
      owner: ownerSchema,
      ...card,
      price: z.number().nonnegative(),
      tableName: idSchema,
      source,
      rightsConfirmed,
    }),
    upcasts: { 1: openToAll },
  }),
  /**
   * A file for the next version was received. Readers see the version before until its rows are loaded: one
   * DatasetLoaded or DatasetLoadFailed ends the load. `replace`: its rows take the place of all earlier ones; `append`:
   * they come after them; `upsert`: they take the place of rows with the same key, and the others come at the end.
   */
  DatasetVersionRequested: event({
    version: 2,
    schema: z.strictObject({
      datasetId,
      version: countSchema.min(1),
      uploadId: idSchema,
      mode: z.enum(VERSION_MODES),
      /** Names of the columns that identify a row, for an upsert. It is the key of the dataset from then on. */
      key: z.array(lineSchema).max(MAX_KEY_COLUMNS),
      fileName: lineSchema,
      file,
      by: idSchema,
      mayChangeColumns: z.boolean(),
      settings: loadSettings,
    }),
    upcasts: { 1: (data) => ({ ...data, key: [] }) },
  }),
  /**
   * The files of the dataset come from this host. The address is in the vault of the owner under the name `addressRef`:
   * it may hold a secret.
   */
  DatasetSourceSet: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      owner: ownerSchema,
      host: lineSchema,
      addressRef: idSchema,
      fileName: lineSchema,
    }),
  }),
  /** Minutes between two refreshes; 0: only by hand. */
  DatasetRefreshIntervalSet: event({ version: 1, schema: z.strictObject({ datasetId, minutes: countSchema }) }),
  /**
   * The file at the address is wanted as the next version, in place of all rows. It is fetched (DatasetFileFetched) and
   * loaded, or has not changed (DatasetRefreshUnchanged), or there is a DatasetLoadFailed.
   */
  DatasetRefreshRequested: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      version: countSchema.min(1),
      uploadId: idSchema,
      fileName: lineSchema,
      trigger: z.enum(REFRESH_TRIGGERS),
      by: idSchema,
      mayChangeColumns: z.boolean(),
    }),
  }),
  /** The file of the first version, or of the one that was asked for, was fetched and is stored. */
  DatasetFileFetched: event({ version: 1, schema: z.strictObject({ datasetId, file }) }),
  /** The file at the address is the one that the rows were made from. */
  DatasetRefreshUnchanged: event({ version: 1, schema: z.strictObject({ datasetId }) }),
  /** The rows of version `from` are those of the newest version again. */
  DatasetVersionRestored: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      version: countSchema.min(1),
      from: countSchema.min(1),
      table: tableVersionSchema,
      /** Of the older version: the name of its file and the rows of it that did not fit. */
      fileName: lineSchema.nullable(),
      rejected: countSchema,
      by: idSchema,
    }),
  }),
  /** A version that readers see from now on: the first, or the one requested. */
  DatasetLoaded: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      version: countSchema.min(1),
      table: tableVersionSchema,
      rejected: countSchema,
      /** What the load decided about the file and changed in it. Absent: loaded before it was noted. */
      report: loadReportSchema.optional(),
    }),
  }),
  /** The first file, or that of the requested version. Versions 1 and 2 stored the sentence, version 3 that of a call. */
  DatasetLoadFailed: event({
    version: 4,
    schema: loadFailureSchema({ datasetId }),
    upcasts: {
      1: (data) => ({ ...data, code: "unknown" }),
      2: ({ datasetId: id, reason }) => ({
        datasetId: id as string,
        code: "unknown",
        facts: { sentence: reason as string },
      }),
      3: (data) =>
        data["code"] === "source"
          ? { ...data, facts: { finding: unknownFinding((data["facts"] as JsonObject)["message"]) } }
          : data,
    },
  }),
  /**
   * The owner wants the file whose load has failed to be loaded again; null: the first file. `attempt`: its number among
   * the loads of this file.
   */
  DatasetLoadRetried: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      uploadId: idSchema.nullable(),
      attempt: countSchema.min(2),
      by: idSchema,
      mayChangeColumns: z.boolean(),
    }),
  }),
  DatasetEdited: event({
    version: 3,
    schema: z.strictObject({ datasetId, ...card }),
    upcasts: { 1: withLicense, 2: openToAll },
  }),
  /** What the owner says about columns, each as a whole. */
  ColumnsDescribed: event({
    version: 1,
    schema: z.strictObject({ datasetId, columns: z.array(columnNoteSchema).max(2_000) }),
  }),
  /** `image`: the name of its file; null: it has none any more. */
  DatasetImageChanged: event({ version: 1, schema: z.strictObject({ datasetId, image: imageNameSchema.nullable() }) }),
  /**
   * `by` is the user who got access, or the owner who shared it. `until`: when the access ends; absent: it does not. For
   * a user who has access already: its end has changed.
   */
  AccessGranted: event({
    version: 1,
    schema: z.strictObject({
      datasetId,
      userId: idSchema,
      by: idSchema,
      rightsConfirmed,
      until: timeSchema.optional(),
    }),
  }),
  AccessRemoved: event({ version: 1, schema: z.strictObject({ datasetId, userId: idSchema, by: idSchema }) }),
  /** The access has reached its end. Nobody could read by it since then, also before this event. */
  AccessExpired: event({ version: 1, schema: z.strictObject({ datasetId, userId: idSchema, until: timeSchema }) }),
  /**
   * The owner deleted it while others had access: no other user sees it, and it is deleted when the last one leaves.
   */
  DatasetHidden: event({ version: 1, schema: z.strictObject({ datasetId }) }),
  /** An admin has hidden it from all others, for this reason, and has shown it again. */
  DatasetTakenDown: event({ version: 1, schema: z.strictObject({ datasetId, reason: proseSchema.min(1) }) }),
  DatasetRestored: event({ version: 1, schema: z.strictObject({ datasetId }) }),
  DatasetDeleted: event({ version: 1, schema: z.strictObject({ datasetId }) }),
};
export type { DatasetFailure } from "./load-failure.ts";
export type DatasetEvent = EventOf<typeof datasetEvents>;
/** Size and hash of an uploaded file. */
export type UploadedFile = Readonly<z.infer<typeof file>>;
/** The output table of one operation of an instance. */
export type DatasetSource = Readonly<z.infer<typeof source>>;
export { type ColumnNote, type ColumnNotes, detailsOf, withNotes } from "./card-details.ts";
type Card = z.infer<z.ZodObject<typeof card>>;
/** What the owner says about a dataset. */
export type DatasetCard = Readonly<Omit<Card, "keywords">> & { readonly keywords: readonly string[] };
