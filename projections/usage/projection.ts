import { projection } from "../projection.ts";
import { boolean, type DatabaseOf, table, text } from "../table.ts";

const tables = {
  places: table(
    { userId: text(), kind: text<"connector" | "dataset">(), itemId: text() },
    { key: ["userId", "kind", "itemId"] },
  ),
  // A run claimed as one week ended may have been counted in the next one too.
  runs: table(
    { runId: text(), userId: text(), week: text(), scheduled: boolean() },
    { key: ["userId", "week", "runId"] },
  ),
};
export type UsageTables = DatabaseOf<typeof tables>;

/** Each user's use of the plan. */
export const usage = projection({
  name: "usage",
  version: 3,
  tables,
  on: {
    PlaceTaken: (rows, { data: { userId, kind, itemId } }) => rows.places.put({ userId, kind, itemId }),
    PlaceReleased: (rows, { data: { userId, kind, itemId } }) => rows.places.remove({ userId, kind, itemId }),
    RunCounted: (rows, { data: { runId, userId, week, scheduled } }) =>
      rows.runs.put({ runId, userId, week, scheduled }),
  },
});
