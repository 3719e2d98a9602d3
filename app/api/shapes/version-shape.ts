import { z } from "zod";
import type { Comparison } from "#domain/core/ports/tables/table-versions.ts";
import { VERSION_MODES } from "#domain/dataset/events.ts";
import type { VersionShown } from "../../versions/version-calls.ts";
import { columnBody } from "./dataset-shape.ts";

/** A version of a dataset in the API. */
export const versionBody = z
  .strictObject({
    version: z.number(),
    at: z.string().describe("Since when readers saw it."),
    mode: z.enum([...VERSION_MODES, "restore", "run"]).describe("What made it of the version before."),
    rows: z.number(),
    columns: z.number(),
    rejected: z.number(),
    file: z
      .strictObject({ name: z.string(), sha256: z.string().nullable(), bytes: z.number().nullable() })
      .nullable()
      .describe("The file that its newest rows came in."),
    by: z.string().nullable().describe("Who made it, for the owner only."),
    restored_from: z.number().nullable(),
    run_id: z.string().nullable().describe("The run that read the rows, for the owner only."),
    connector_version: z.number().nullable(),
    current: z.boolean(),
    kept: z.boolean().describe("Whether its rows can be read with version=."),
  })
  .meta({ id: "DatasetVersion" });

export function versionShape(shown: VersionShown) {
  const { version, at, mode, rows, rejected, by } = shown;
  const file = shown.fileName === null ? null : { name: shown.fileName, sha256: shown.sha256, bytes: shown.bytes };
  return {
    ...{ version, at, mode, rows, columns: shown.columnCount, rejected, file, by },
    ...{ restored_from: shown.restoredFrom, run_id: shown.runId, connector_version: shown.connectorVersion },
    ...{ current: shown.isCurrent, kept: shown.isKept },
  };
}

const row = z.record(z.string(), z.unknown());

/** What is different between two versions, in the API. */
export const comparisonBody = z.strictObject({
  columns: z.strictObject({
    added: z.array(columnBody),
    removed: z.array(columnBody),
    retyped: z.array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() })),
  }),
  key: z
    .array(z.string())
    .describe("The columns that rows were matched by. Empty: whole rows were compared, and none counts as changed."),
  rows: z.strictObject({
    added: z.number(),
    removed: z.number(),
    changed: z.number(),
    unchanged: z.number(),
  }),
  samples: z
    .strictObject({
      added: z.array(row),
      removed: z.array(row),
      changed: z.array(
        z.strictObject({
          row,
          cells: z.array(z.strictObject({ column: z.string(), before: z.unknown(), after: z.unknown() })),
        }),
      ),
    })
    .describe("The first 20 of each; long cells are cut."),
});

export function comparisonShape({ columns, key, counts: rows, samples }: Comparison) {
  return { columns, key, rows, samples };
}
