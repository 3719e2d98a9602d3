import type { Pool } from "pg";
import { cutText } from "#domain/core/text/text.ts";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { Migration } from "../../postgres/migrations.ts";
import { type BatchedCountsOptions, createBatchedCounts } from "./batched-counts.ts";

export const emptySearchMigrations: readonly Migration[] = [
  {
    id: "empty-searches-001",
    sql: `
      create schema search;
      create table search.empty_searches (
        day date not null,
        phrase text not null,
        searches integer not null,
        primary key (day, phrase)
      )`,
  },
];

const PHRASE_CHARACTERS = 100;
/** So many phrases of a day are counted, so that the table stays small whatever is searched for. */
const PHRASES_PER_DAY = 1_000;
const DAYS = 30;

const WRITE = `with over as (delete from search.empty_searches where day <= current_date - ${DAYS}),
    given as (
      select phrase, searches, row_number() over (order by phrase)
          + (select count(*) from search.empty_searches where day = current_date) as place,
        exists (select from search.empty_searches known where day = current_date and known.phrase = asked.phrase) as known
      from unnest($1::text[], $2::integer[]) as asked (phrase, searches)
    )
  insert into search.empty_searches (day, phrase, searches)
    select current_date, phrase, searches from given where known or place <= ${PHRASES_PER_DAY}
    on conflict (day, phrase) do update set searches = empty_searches.searches + excluded.searches`;

/** What people searched for in the last 30 days and found nothing: how often, and when last. Nobody is named. */
export type EmptySearch = { readonly phrase: string; readonly searches: number; readonly lastDay: string };

/** Counts searches without a result beside the log: they are nobody's, and needed for some weeks only. */
export function createEmptySearches(pool: Pick<Pool, "query">, options: BatchedCountsOptions = {}) {
  const counts = createBatchedCounts((phrases, searches) => pool.query(WRITE, [phrases, searches]), options);
  return {
    count(text: string): void {
      const phrase = cutText(text.toLowerCase().replace(/\s+/g, " ").trim(), PHRASE_CHARACTERS);
      if (phrase !== "") counts.add(phrase);
    },
    /** The most frequent first. */
    async page({ limit, offset }: ListRange): Promise<ListPage<EmptySearch>> {
      const { rows } = await pool.query<EmptySearch & { total: number }>(
        `select phrase, sum(searches)::integer as searches, max(day)::text as "lastDay", count(*) over ()::integer as total
         from search.empty_searches where day > current_date - ${DAYS}
         group by phrase order by 2 desc, phrase limit $1 offset $2`,
        [limit, offset],
      );
      return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
    },
    /** Writes what waits. */
    close: counts.flush,
  };
}
