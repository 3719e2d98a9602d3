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
    /** A page of the events about a subject, the latest first; `count`: another way to the number of all. */
    async page(
      subject: string,
      { types, person, from, to }: HistoryFilter,
      range: ListRange,
      count?: () => Promise<number>,
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
      return pageOf(found, LATEST_EVENTS, range, count);
    },

    /** Those of these users who did something to a subject, or whom something about it concerns. */
    async mentionedAmong(subject: string, ids: readonly string[]): Promise<readonly string[]> {
      if (ids.length === 0) return [];
      const found = await db
        .selectFrom("entries")
        .select(["actorId", "aboutId"])
        .distinct()
        .where("subject", "=", subject)
        .where(({ eb, or }) => or([eb("actorId", "=", anyOf(ids)), eb("aboutId", "=", anyOf(ids))]))
        .execute();
      const known = new Set(found.flatMap(({ actorId, aboutId }) => [actorId, aboutId]));
      return ids.filter((id) => known.has(id));
    },

    /** When the first of the latest events of a subject was, as many as `limit`; null: it has none. */
    async firstOf(subject: string, limit: number): Promise<string | null> {
      const of = db.selectFrom("entries").select("recordedAt").where("subject", "=", subject);
      const first =
        (await of
          .orderBy("position", "desc")
          .offset(limit - 1)
          .limit(1)
          .executeTakeFirst()) ?? (await of.orderBy("position").limit(1).executeTakeFirst());
      return first?.recordedAt ?? null;
    },

    /** How many of the latest events of a subject, as many as `limit`, there were of each type in each unit of time (UTC). */
    async counts(
      subject: string,
      { person, to }: Pick<HistoryFilter, "person" | "to">,
      { unit, limit }: { readonly unit: string; readonly limit: number },
    ): Promise<readonly { readonly at: string; readonly type: string; readonly count: number }[]> {
      const latest = db
        .selectFrom("entries")
        .select(["type", "recordedAt"])
        .where("subject", "=", subject)
        .$if(person !== null, (some) =>
          some.where(({ eb, or }) => or([eb("actorId", "=", person), eb("aboutId", "=", person)])),
        )
        .$if(to !== null, (some) => some.where(sql<boolean>`recorded_at <= ${to}::timestamptz`))
        .orderBy("position", "desc")
        .limit(limit)
        .as("latest");
      return db
        .selectFrom(latest)
        .select([
          sql<string>`date_trunc(${sql.lit(unit)}, recorded_at, 'UTC')`.as("at"),
          "type",
          sql<number>`count(*)::int`.as("count"),
        ])
        .groupBy(["at", "type"])
        .execute();
    },

    /** Of each of these events of a subject, by its position: where the one is that it is compared with. */
    async before(
      subject: string,
      positions: readonly string[],
    ): Promise<readonly (EventPlace & { readonly position: string })[]> {
      if (positions.length === 0) return [];
      return db
        .selectFrom("entries as shown")
        .innerJoinLateral(
          ({ selectFrom }) =>
            selectFrom("entries as each")
              .select(["each.stream", "each.revision"])
              .where("each.subject", "=", subject)
              .whereRef("each.compared", "=", "shown.compared")
              .whereRef("each.position", "<", "shown.position")
              .orderBy("each.position", "desc")
              .limit(1)
              .as("earlier"),
          (join) => join.onTrue(),
        )
        .select(["shown.position", "earlier.stream", "earlier.revision"])
        .where("shown.subject", "=", subject)
        .where("shown.position", "=", anyOf(positions))
        .execute();
    },
  };
}
