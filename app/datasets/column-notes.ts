import { z } from "zod";
import { aggregate } from "#domain/core/aggregate.ts";
import { type ColumnNote, type ColumnNotes, noteOf } from "#domain/dataset/card-details.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { asSeen } from "./dataset-calls.ts";
import { line } from "#domain/core/text/text-schemas.ts";
import { unfitLine } from "#domain/core/text/unfit-text.ts";
import { onOneLine } from "#domain/core/text/lines.ts";

/** What may be said about a column. What is left out stays as it is; an empty text takes it away. */
export const NOTE_LIMITS = { label: 200, description: 1_000, unit: 50 } as const;
export const columnNote = z.strictObject({
  name: line(200),
  label: line(NOTE_LIMITS.label).optional(),
  description: line(NOTE_LIMITS.description).optional(),
  unit: line(NOTE_LIMITS.unit).optional(),
});
export type GivenNote = z.output<typeof columnNote>;

/** A column with what is said about it. */
export type DescribedColumn = DatasetItem["columns"][number] & {
  readonly description: string;
  readonly unit: string;
};

/** The columns of a dataset with what its owner says about them; a label of the owner's replaces that of the file. */
export function described(columns: DatasetItem["columns"], notes: ColumnNotes): readonly DescribedColumn[] {
  return columns.map(({ name, label, type }) => {
    const note = noteOf(notes, name);
    return {
      name,
      label: onOneLine(note.label) || label,
      type,
      description: onOneLine(note.description),
      unit: onOneLine(note.unit),
    };
  });
}

/** Says what columns of a dataset of the viewer's mean. */
export async function describe(
  platform: Platform,
  datasetId: string,
  given: readonly GivenNote[],
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  const { catalogue } = platform.queries;
  const item = await catalogue.dataset(datasetId, viewer.id);
  if (!item) return NOT_FOUND;
  const known = new Map(item.columns.map(({ name, label }) => [name, label]));
  const unknown = given.find(({ name }) => !known.has(name));
  if (unknown !== undefined) return refuse("column-unknown", { column: unknown.name });
  for (const { name, ...words } of given)
    for (const [field, text = ""] of Object.entries(words)) {
      const unfit = unfitLine(text.trim(), `${field}.${name}`);
      if (unfit) return refuse(unfit.code, unfit);
    }
  const { columnNotes } = await catalogue.datasetTexts(datasetId);
  const columns = given.map((note) => written(note, noteOf(columnNotes, note.name), known.get(note.name)));
  const done = await toCallResult(
    platform,
    await aggregate(platform.ports.log, dataset).handle(
      datasetId,
      { type: "describe-columns", by: viewer.id, columns },
      step(cause, "describe-columns"),
    ),
  );
  return asSeen(platform, datasetId, viewer, done);
}

/** `heading`: of the file; as a label it says nothing new. */
function written(
  { name, label, description, unit }: GivenNote,
  before: ColumnNote,
  heading: string | undefined,
): ColumnNote {
  const given = label?.trim() ?? before.label;
  return {
    name,
    label: given === heading ? "" : given,
    description: description?.trim() ?? before.description,
    unit: unit?.trim() ?? before.unit,
  };
}
