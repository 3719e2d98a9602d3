import { z } from "zod";
import { findingSchema } from "../core/findings/finding-schema.ts";
import { columnsSchema, failureSchema, lineSchema, proseSchema } from "../core/values/schemas.ts";
import { FILE_FORMATS } from "./load-settings.ts";

/** What a file turned out to be in place of a table. */
const FILE_KINDS = [
  "zip",
  "old-office",
  /** A workbook with a password. */
  "locked-office",
  "open-document",
  "office-document",
  "binary-workbook",
  "pdf",
  "media",
  "parquet",
  "sqlite",
  "packed",
  "program",
  "markup",
  "json",
  "binary",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** What of a file has a limit of its own: `entries` of a ZIP file, `times` that it is larger when unpacked, and so on. */
const FILE_LIMITS = [
  "entries",
  "times",
  "packings",
  "shared-texts",
  "styles",
  "sheets",
  "sheet-columns",
  "depth",
  "record-bytes",
  "values",
  "lists",
  "group-bytes",
  "group-values",
  "metadata-bytes",
  "preview-bytes",
  /** Of the thread that reads it. */
  "memory",
] as const;
export type FileLimit = (typeof FILE_LIMITS)[number];
/** Most names of sheets or entries in one failure. */
export const MAX_LISTED_PARTS = 100;
const partNames = z.array(lineSchema).max(MAX_LISTED_PARTS);

/** Which rows lack a key. */
const keyedRows = z.enum(["file", "dataset"]);
const number = z.number().int().nonnegative();

/** Why the rows of a file were not loaded: a code and the facts of its sentence, with these fields beside them. */
export function loadFailureSchema<S extends z.ZodRawShape>(fields: S) {
  const failure = <C extends string, F extends z.ZodRawShape>(code: C, facts: F) =>
    failureSchema(code, facts).extend(fields);
  return z.discriminatedUnion("code", [
    failure("empty", {}),
    failure("no-rows", {}),
    failure("not-a-table", { kind: z.enum(FILE_KINDS) }),
    failure("no-fitting-row", { columns: number }),
    failure("bad-encoding", {}),
    failure("bad-gzip", {}),
    /** The file is of this format, and damaged or cut off. `line`: of a JSON text. */
    failure("file-damaged", { format: z.enum([...FILE_FORMATS, "zip"]), line: number.optional() }),
    /** It is not of the format that was chosen. */
    failure("other-format", { format: z.enum(FILE_FORMATS) }),
    failure("over-file-limit", { what: z.enum(FILE_LIMITS), limit: number }),
    /** A ZIP file with several files, of which none was chosen; the first of their names. */
    failure("entry-unnamed", { entries: partNames, count: number }),
    failure("entry-missing", { entry: lineSchema, entries: partNames, count: number }),
    failure("entry-locked", { entry: lineSchema }),
    failure("sheet-missing", { sheet: lineSchema, sheets: partNames, count: number }),
    failure("unclosed-quote", { line: number }),
    failure("too-large", { maxBytes: number }),
    failure("too-many-columns", { columns: number, maxColumns: number }),
    /** With their names and labels the log would take more at once than it may. */
    failure("columns-too-long", { maxBytes: number }),
    failure("first-row-too-large", { maxBytes: number }),
    failure("cell-too-large", { line: number, maxBytes: number }),
    /** A cell is not what its column is read as, and the file was to be refused then. */
    failure("cell-misfit", { line: number, column: lineSchema, reading: lineSchema }),
    /** Of a new version whose columns had to stay the same. */
    failure("columns-changed", { oldColumns: columnsSchema, newColumns: columnsSchema }),
    /** Of rows that are merged by a key: the first row without a value in it, by its number in the file or the dataset. */
    failure("key-empty", { where: keyedRows, row: number, key: z.array(lineSchema) }),
    /** The first key that occurs twice. */
    failure("key-twice", { where: keyedRows, key: z.array(lineSchema), value: z.array(lineSchema) }),
    /** Why no file came from the address of the dataset; it names the host only. */
    failure("source", { finding: findingSchema }),
    failure("source-status", { host: lineSchema, status: number }),
    failure("quota", {}),
    failure("no-room", {}),
    /** By the owner. */
    failure("cancelled", {}),
    /** A fault of ours. */
    failure("fault", {}),
    /** Stored before failures had codes and facts: the sentence of that time. */
    failure("unknown", { sentence: proseSchema }),
  ]);
}

export type StoredLoadFailure = z.infer<ReturnType<typeof loadFailureSchema<Record<never, never>>>>;
/** Why the rows of a file are not loaded now. */
export type LoadFailure = Exclude<StoredLoadFailure, { readonly code: "unknown" }>;

/**
 * Failures after which the same file may be loaded again, and so is kept: their cause is not in the file. `columns`:
 * only if its columns are taken in place of those of the version before. All others are faults of the file.
 */
const RETRYABLE: Readonly<Partial<Record<StoredLoadFailure["code"], Retry>>> = {
  fault: "same",
  "no-room": "same",
  quota: "same",
  "columns-changed": "columns",
};

/** How a failed load may be tried again with the file that is kept. */
export type Retry = "same" | "columns";

/**
 * How the load of this file may be tried again after this failure; null: not at all. Rows that are added never change
 * the columns, and a file that was never fetched is not kept.
 */
export function retryOf(
  code: DatasetFailure["code"],
  { mode, toFetch = false }: { readonly mode: "replace" | "append" | "upsert"; readonly toFetch?: boolean },
): Retry | null {
  const retry = code === "instance-removed" || toFetch ? undefined : RETRYABLE[code];
  return retry === undefined || (retry === "columns" && mode !== "replace") ? null : retry;
}

/** How long the file of a later version is kept after it was received, to be loaded again. */
export const KEPT_FOR_RETRY_MS = 86_400_000;

/** Why a dataset has no rows; `instance-removed`: its connection was removed before there were any. */
export type DatasetFailure =
  StoredLoadFailure | { readonly code: "instance-removed"; readonly facts: Readonly<Record<string, never>> };
