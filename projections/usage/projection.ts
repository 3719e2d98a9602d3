import { projection } from "../projection.ts";
import { type DatabaseOf, integer, table, text } from "../table.ts";

const tables = {
  places: table(
    { userId: text(), kind: text<"connector" | "dataset">(), itemId: text() },
    { key: ["userId", "kind", "itemId"] },
  ),
  /** Runs of a week that the log counts, which versions before claims did; `scheduled`: those that schedules have started. */
  weeks: table({ userId: text(), week: text(), runs: integer(), scheduled: integer() }, { key: ["userId", "week"] }),
};
export type UsageTables = DatabaseOf<typeof tables>;

/** Each user's use of the plan. */
export const usage = projection({
  name: "usage",
  version: 4,
  tables,
  on: {
    PlaceTaken: (rows, { data: { userId, kind, itemId } }) => rows.places.put({ userId, kind, itemId }),
    PlaceReleased: (rows, { data: { userId, kind, itemId } }) => rows.places.remove({ userId, kind, itemId }),
    /** The log counts a run once in a week, so a number is enough. */
    RunCounted(rows, { data: { userId, week, scheduled } }) {
      const before = rows.weeks.get(userId, week) ?? { runs: 0, scheduled: 0 };
      rows.weeks.put({ userId, week, runs: before.runs + 1, scheduled: before.scheduled + (scheduled ? 1 : 0) });
    },
  },
});
