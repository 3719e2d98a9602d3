import { type Kysely, sql } from "kysely";
import { descending } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { pageOf } from "../list-page.ts";
import { subjectQueries } from "./subject-queries.ts";
import type { HistoryTables } from "./tables.ts";

export type HistoryEntry = Omit<HistoryTables["entries"], "stream" | "run"> & { readonly stream: string };
/** Where an event is in the log. */
export type EventPlace = Pick<HistoryEntry, "stream" | "revision">;

/** The columns by which the stream of an entry is known. */
type OfStream = Pick<HistoryTables["entries"], "subject" | "stream" | "run">;

/** The stream in which the event of an entry is. */
function streamOf({ subject, stream, run }: OfStream): string {
  if (stream !== null) return stream;
  return run === null ? subject.replace("/", "-") : subject.replace("instance/", "run-") + `-${run}`;
}

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
    ...subjectQueries(db),

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
      const { items, ...page } = await pageOf(found, LATEST_EVENTS, range, count);
      return { ...page, items: items.map(({ run, ...entry }) => ({ ...entry, stream: streamOf({ ...entry, run }) })) };
    },

    /** Of each of these events of a subject, by its position: where the one is that it is compared with. */
    async before(
      subject: string,
      positions: readonly string[],
    ): Promise<readonly (EventPlace & { readonly position: string })[]> {
      if (positions.length === 0) return [];
      const rows = await db
        .selectFrom("entries as shown")
        .innerJoinLateral(
          ({ selectFrom }) =>
            selectFrom("entries as each")
              .select(["each.stream", "each.run", "each.revision"])
              .where("each.subject", "=", subject)
              .whereRef("each.compared", "=", "shown.compared")
              .whereRef("each.position", "<", "shown.position")
              .orderBy("each.position", "desc")
              .limit(1)
              .as("earlier"),
          (join) => join.onTrue(),
        )
        .select(["shown.position", "earlier.stream", "earlier.run", "earlier.revision"])
        .where("shown.subject", "=", subject)
        .where("shown.position", "=", anyOf(positions))
        .execute();
      return rows.map(({ position, revision, ...of }) => ({
        position,
        revision,
        stream: streamOf({ subject, ...of }),
      }));
    },
  };
}
