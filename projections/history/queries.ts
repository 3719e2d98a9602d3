import { type Kysely, sql } from "kysely";
import { descending } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { pageOf } from "../list-page.ts";
import type { HistoryTables } from "./tables.ts";

export type HistoryEntry = HistoryTables["entries"];
/** Where an event is in the log. */
export type EventPlace = Pick<HistoryEntry, "stream" | "revision">;

/** Which events of a subject a list has; null: all. `person`: who did it, or whom it is about. Times in ISO 8601. */
export type HistoryFilter = {
  readonly types: readonly string[] | null;
  readonly person: string | null;
  readonly from: string | null;
  /** Up to and with this time. */
  readonly to: string | null;
};

/** The latest event first, as the log has them. */
export const LATEST_EVENTS = descending({ position: "text" });

/** Reads of the histories; `db` is bound to the model's schema. Rights are the caller's to check. */
export function historyQueries(db: Kysely<HistoryTables>) {
  return {
    /** A page of the events about a subject, the latest first. */
    async page(
      subject: string,
      { types, person, from, to }: HistoryFilter,
      range: ListRange,
    ): Promise<CursorPage<HistoryEntry>> {
      const found = db
        .selectFrom("entries")
        .selectAll()
        .where("subject", "=", subject)
        .$if(types !== null, (some) => some.where("type", "=", anyOf(types ?? [])))
        .$if(person !== null, (some) =>
          some.where(({ eb, or }) => or([eb("actorId", "=", person), eb("aboutId", "=", person)])),
        )
        .$if(from !== null, (some) => some.where(sql<boolean>`recorded_at >= ${from}::timestamptz`))
        .$if(to !== null, (some) => some.where(sql<boolean>`recorded_at <= ${to}::timestamptz`));
      return pageOf(found, LATEST_EVENTS, range);
    },

    /** Of each of these events of a subject, by its position: the latest before it in its stream that is of these types. */
    async before(
      subject: string,
      positions: readonly string[],
      types: readonly string[],
    ): Promise<ReadonlyMap<string, EventPlace>> {
      if (positions.length === 0) return new Map();
      const rows = await db
        .selectFrom("entries as shown")
        .innerJoinLateral(
          ({ selectFrom }) =>
            selectFrom("entries")
              .select(["entries.stream", "entries.revision"])
              .where("entries.subject", "=", subject)
              .whereRef("entries.position", "<", "shown.position")
              .whereRef("entries.stream", "=", "shown.stream")
              .where("entries.type", "=", anyOf(types))
              .orderBy("entries.position", "desc")
              .limit(1)
              .as("earlier"),
          (join) => join.onTrue(),
        )
        .select(["shown.position", "earlier.stream", "earlier.revision"])
        .where("shown.subject", "=", subject)
        .where("shown.position", "=", anyOf(positions))
        .execute();
      return new Map(rows.map(({ position, ...place }) => [position, place]));
    },
  };
}
