import type { Pool } from "pg";
import type { Migration } from "../../postgres/migrations.ts";
import { type BatchedCountsOptions, createBatchedCounts } from "./batched-counts.ts";

export const postViewMigrations: readonly Migration[] = [
  {
    id: "post-views-001",
    sql: `
      create schema blog;
      create table blog.post_views (
        post_id text primary key,
        views bigint not null
      )`,
  },
];

/** A reader who opens a post again within this time is the same view, as far as the process remembers them. */
const SAME_VIEW_MS = 3_600_000;
const READERS_REMEMBERED = 10_000;

const WRITE = `insert into blog.post_views (post_id, views) select * from unnest($1::text[], $2::bigint[])
  on conflict (post_id) do update set views = post_views.views + excluded.views`;

/**
 * How often posts were opened, counted beside the log: views are many and nobody needs their history. Readers are
 * remembered in memory only.
 */
export function createPostViews(
  pool: Pick<Pool, "query">,
  { now = () => performance.now(), ...options }: BatchedCountsOptions & { readonly now?: () => number } = {},
) {
  const readers = createReaders(now);
  const counts = createBatchedCounts((posts, views) => pool.query(WRITE, [posts, views]), options);
  return {
    /** Counts that this reader (a user or an address) opened a post. */
    count(postId: string, reader: string): void {
      if (!readers.sawLately(`${postId} ${reader}`)) counts.add(postId);
    },
    /** The views of posts, with those of this process that are not written yet. */
    async of(postIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const { rows } = await pool.query<{ post_id: string; views: string }>(
        "select post_id, views from blog.post_views where post_id = any($1)",
        [postIds],
      );
      const written = new Map(rows.map(({ post_id, views }) => [post_id, Number(views)]));
      return new Map(postIds.map((id) => [id, (written.get(id) ?? 0) + counts.waiting(id)]));
    },
    /** Writes what waits. */
    close: counts.flush,
  };
}
export type PostViewStore = ReturnType<typeof createPostViews>;

/** Who opened what lately; the oldest is forgotten first. */
function createReaders(now: () => number) {
  const seen = new Map<string, number>();
  return {
    sawLately(key: string): boolean {
      const before = seen.get(key);
      if (before !== undefined && now() - before < SAME_VIEW_MS) return true;
      seen.delete(key);
      seen.set(key, now());
      const [oldest] = seen.keys();
      if (seen.size > READERS_REMEMBERED && oldest !== undefined) seen.delete(oldest);
      return false;
    },
  };
}
