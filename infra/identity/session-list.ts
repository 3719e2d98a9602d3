import type { Pool } from "pg";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";

/** An open session as its user sees it. `device`: null for one from before devices were stored. */
export type ListedSession = {
  readonly sid: string;
  readonly device: string | null;
  readonly created: Date;
  readonly lastSeen: Date;
};

/** A page of a user's open sessions, the one seen last first. */
export async function sessionsOf(
  pool: Pick<Pool, "query">,
  userId: string,
  { limit, offset }: ListRange,
): Promise<ListPage<ListedSession>> {
  const open = `from identity.sessions where user_id = $1 and expires > now() and not replaced`;
  const seen = `coalesce(last_seen, created)`;
  const [{ rows: items }, { rows: counted }] = await Promise.all([
    pool.query<ListedSession>(
      `select sid, device, created, ${seen} as "lastSeen" ${open} order by ${seen} desc, sid limit $2 offset $3`,
      [userId, limit, offset],
    ),
    pool.query<{ total: number }>(`select count(*)::int as total ${open}`, [userId]),
  ]);
  return { items, total: counted[0]?.total ?? 0 };
}
