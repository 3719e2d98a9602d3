import { aggregate } from "../../core/aggregate.ts";
import { refuse, type Result } from "../../core/result.ts";
import type { Column } from "../../core/values/table.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { UploadedFile } from "../../dataset/events.ts";
import type { LoadSettings } from "../../dataset/load-settings.ts";
import { type DatasetSchema, type ExpectedColumn, expectedColumns, settingsUnder } from "../../dataset/schema.ts";
import type { Ports } from "../ports.ts";
import type { Cause } from "../step.ts";
import { uploadVersion, type UploadVersionPorts } from "./upload-version.ts";

/** How the files of a dataset are read. */
export type SchemaShown = {
  readonly columns: readonly ExpectedColumn[];
  readonly settings: DatasetSchema["settings"];
  readonly key: readonly string[];
};

/** Tells how the files of a dataset are read; null: it has no rows of a file. Rights are checked before. */
export async function datasetSchema({ log }: Pick<Ports, "log">, datasetId: string): Promise<SchemaShown | null> {
  const state = await aggregate(log, dataset).load(datasetId);
  if (!("current" in state) || !state.current) return null;
  const { current, schema, key } = state;
  return { columns: expectedColumns(current.columns, schema), settings: schema.settings, key };
}

/** Tells how rows are read that are added to a dataset without a file of its dialect. */
export async function settingsOfAddedRows(
  { log }: Pick<Ports, "log">,
  datasetId: string,
  before: readonly Column[],
): Promise<LoadSettings> {
  const state = await aggregate(log, dataset).load(datasetId);
  return "schema" in state ? settingsUnder(state.schema, before, { ownDialect: true }, false) : {};
}

type SchemaPorts = Omit<UploadVersionPorts, "keepFile"> & {
  /** Keeps the file that a table was made from for the next version too; null: it is gone. */
  readonly keepOriginalAgain: (
    datasetId: string,
    of: { readonly physical: string; readonly version: number; readonly sha256: string | null },
    uploadId: string,
  ) => Promise<UploadedFile | null>;
};

/** What the owner decides about the files of a dataset. Columns that are not named are read as before. */
export type NewSchema = {
  readonly datasetId: string;
  readonly by: string;
  readonly uploadId: string;
  readonly fileName: string;
  readonly settings: LoadSettings;
  /** Empty: it stays. */
  readonly key: readonly string[];
  readonly onlyAfter: readonly number[] | null;
};

/** Loads the file of a dataset again as its next version, read as is decided now. */
export async function changeSchema(
  ports: SchemaPorts,
  { datasetId, settings, key, ...asked }: NewSchema,
  cause: Cause,
): Promise<Result<{ readonly isNew: boolean }, DatasetRefusal>> {
  const state = await aggregate(ports.log, dataset).load(datasetId);
  if (!("current" in state)) return refuse({ code: "dataset-unknown" });
  const { current, tables, schema } = state;
  if (state.isFromConnection) return refuse({ code: "dataset-from-connection" });
  if (!current) return refuse({ code: "dataset-unknown" });
  if (current.mode !== "replace") return refuse({ code: "schema-of-several-files" });
  const column = Object.keys(settings.columns ?? {}).find((name) => !current.columns.some((one) => one.name === name));
  if (column !== undefined) return refuse({ code: "schema-column-unknown", column });
  const version = tables.find(({ physical }) => physical === current.physical)?.version ?? state.versions;
  const of = { physical: current.physical, version, sha256: current.sha256 };
  const file = await ports.keepOriginalAgain(datasetId, of, asked.uploadId);
  if (!file) return refuse({ code: "schema-file-gone" });
  const { columns } = settingsUnder(schema, current.columns, settings, false);
  const changed = await uploadVersion(
    { ...ports, keepFile: () => Promise.resolve() },
    {
      ...{ ...asked, datasetId, file, key, mode: "replace", setsKey: true, mayChangeColumns: true },
      // The file was that of this version: another one that comes meanwhile is not to be replaced by it.
      onlyAfter: asked.onlyAfter ?? [state.versions],
      settings: { ...current.dialect, ...settings, ...(columns ? { columns } : {}) },
    },
    cause,
  );
  // A load of this call that has failed may be tried again with its file.
  const isOfLoad = [state.pending, state.failed].some((load) => load?.uploadId === asked.uploadId);
  if (!changed.ok && !isOfLoad) await ports.removeFile(datasetId, asked.uploadId);
  return changed;
}
