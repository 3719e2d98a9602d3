import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { HistoryTables } from "./tables.ts";

/** Reads of what a subject has as a whole: its people and its time. */
export function subjectQueries(db: Kysely<HistoryTables>) {
  return {
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

    /**
     * How many of the latest events of a subject, as many as `limit`, there were of each type in each unit of time (UTC).
     * `begins`: of runs, those that tell that one has begun.
     */
    async counts(
      subject: string,
      { person, to }: { readonly person: string | null; readonly to: string | null },
      { unit, limit }: { readonly unit: string; readonly limit: number },
    ): Promise<
      readonly { readonly at: string; readonly type: string; readonly begins: boolean; readonly count: number }[]
    > {
      const latest = db
        .selectFrom("entries")
        .select(["type", "recordedAt", sql<boolean>`run is not null and revision = 0`.as("begins")])
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
          ...(["type", "begins"] as const),
          sql<number>`count(*)::int`.as("count"),
        ])
        .groupBy(["at", "type", "begins"])
        .execute();
    },
  };
}
