import type { Pool } from "pg";
import {
  DEFAULT_CHOICES,
  type Notice,
  NOTICE_KINDS,
  type NoticeBox,
  type NoticeChannels,
  type NoticeChoices,
  type NoticeKind,
} from "#domain/core/notices.ts";
import { noticesOfSql } from "#projections/all.ts";

/** More are shown as "99+". */
const MOST_COUNTED = 100;

/** The kinds that a user sees on the page. */
const shownKinds = (userId: string) => {
  const defaults = NOTICE_KINDS.map((kind) => `('${kind}', ${DEFAULT_CHOICES[kind].page})`).join(", ");
  return `(SELECT d.kind FROM (VALUES ${defaults}) d (kind, page)
    LEFT JOIN notices.choices c ON c.user_id = ${userId} AND c.kind = d.kind WHERE coalesce(c.page, d.page))`;
};

const readUpTo = (userId: string) =>
  `coalesce((SELECT position FROM notices.read_up_to WHERE user_id = ${userId}), '')`;

const isMarked = (userId: string) => `EXISTS (
  SELECT FROM notices.read_marks k WHERE k.user_id = ${userId} AND k.notice_id = m.id AND k.position >= m.position)`;

/** SQL of the number of unread notices of a user, counted up to a hundred. `userId`: SQL of the user's id. */
export function unreadNoticesSql(userId: string): string {
  return `(SELECT count(*)::int FROM (
    SELECT FROM ${noticesOfSql(userId)} m
    WHERE m.position > ${readUpTo(userId)} AND m.kind IN ${shownKinds(userId)} AND NOT ${isMarked(userId)}
    LIMIT ${MOST_COUNTED}) unread)`;
}

const SHOWN = `${noticesOfSql("$1")} m WHERE m.kind IN ${shownKinds("$1")}`;

const pageSql = (after: boolean) => `
  SELECT m.id, m.kind, m.facts, m.at, m.position,
    m.position <= ${readUpTo("$1")} OR ${isMarked("$1")} AS "isRead", (SELECT count(*)::int FROM ${SHOWN}) AS total
  FROM ${SHOWN} ${after ? "AND (m.position, m.id) < ($4, $5)" : ""}
  ORDER BY m.position DESC, m.id DESC LIMIT $2 OFFSET $3`;

type Found = Omit<Notice, "at"> & { readonly at: Date; readonly total: number };

/** Notices with what each user has read and chosen of them. */
export function createNoticeBox(pool: Pick<Pool, "query">): NoticeBox {
  const choices = async (userId: string): Promise<NoticeChoices> => {
    const { rows } = await pool.query<NoticeChannels & { kind: NoticeKind }>(
      "SELECT kind, page, mail FROM notices.choices WHERE user_id = $1",
      [userId],
    );
    return { ...DEFAULT_CHOICES, ...Object.fromEntries(rows.map(({ kind, page, mail }) => [kind, { page, mail }])) };
  };
  return {
    choices,
    wantsMail: async (userId, kind) => (await choices(userId))[kind].mail,
    async page(userId, { limit, offset, after = null }) {
      // One more tells whether another page follows.
      const sent = after === null ? [userId, limit + 1, offset] : [userId, limit + 1, 0, ...after];
      const { rows } = await pool.query<Found>(pageSql(after !== null), sent);
      const items = rows.slice(0, limit).map(({ total: _, at, ...notice }) => ({ ...notice, at: at.toISOString() }));
      const last = rows.length > limit ? items.at(-1) : undefined;
      const total =
        rows[0]?.total ??
        (await pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${SHOWN}`, [userId])).rows[0]?.total;
      return { items, total: total ?? 0, next: last ? [last.position, last.id] : null };
    },
    async markRead(userId, noticeId) {
      await pool.query(
        `INSERT INTO notices.read_marks (user_id, notice_id, position)
         SELECT $1, m.id, m.position FROM ${noticesOfSql("$1")} m WHERE m.id = $2
         ON CONFLICT (user_id, notice_id) DO UPDATE SET position = excluded.position`,
        [userId, noticeId],
      );
    },
    async markAllRead(userId, position) {
      await pool.query(
        `WITH marked AS (
           INSERT INTO notices.read_up_to (user_id, position) VALUES ($1, $2)
           ON CONFLICT (user_id) DO UPDATE SET position = greatest(read_up_to.position, excluded.position)
           RETURNING position)
         DELETE FROM notices.read_marks USING marked
         WHERE user_id = $1 AND read_marks.position <= marked.position`,
        [userId, position],
      );
    },
    async choose(userId, chosen) {
      const rows = Object.entries(chosen);
      await pool.query(
        `INSERT INTO notices.choices (user_id, kind, page, mail)
         SELECT $1, kind, page, mail FROM unnest($2::text[], $3::boolean[], $4::boolean[]) AS c (kind, page, mail)
         ON CONFLICT (user_id, kind) DO UPDATE SET page = excluded.page, mail = excluded.mail`,
        [userId, rows.map(([kind]) => kind), rows.map(([, { page }]) => page), rows.map(([, { mail }]) => mail)],
      );
    },
  };
}
