import type { Pool, PoolClient } from "pg";
import { DEFAULT_CHOICES, type NoticeFacts, type NoticeKind } from "#domain/core/notices.ts";
import { mailedNoticesSql, noticeAudienceSql, type UserRow, userRowSql } from "#projections/all.ts";
import { noticeMail } from "../mail/texts/mail-texts.ts";
import type { MailQueue } from "../mail/mail-queue.ts";
import { renderMail } from "../mail/texts/render-mail.ts";
import { deriveId } from "../platform/ids.ts";

/** Mails of one round. The queue is emptied in order, and a link to set a password must not wait behind thousands. */
const MAILS_PER_ROUND = 40;
/** Notices of one round, of which most may have nobody who wants a mail. */
const NOTICES_PER_ROUND = 50;
/** The other kinds are mailed by the use cases that cause them. */
const MAILED: readonly NoticeKind[] = ["keys", "schema", "version", "webhooks"];

type Progress = { readonly position: string; readonly notice_id: string; readonly after_user: string | null };
type Due = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly facts: Extract<NoticeFacts, { what: "key-expires" | "schema" | "version" | "rows" | "webhook-off" }>;
  readonly position: string;
  readonly about_id: string;
  /** The one user whom it concerns; null: all who use what it is about. */
  readonly user_id: string | null;
  readonly caused_by: string | null;
};

/** Queues the mails of a notice to the next users, with two statements; `next`: the last of them if there may be more. */
type QueueTo = (
  client: PoolClient,
  due: Due,
  after: string,
  limit: number,
) => Promise<{ readonly count: number; readonly next: string | null }>;

/** SQL: whether a user wants mails of the kind $1; $2: without a choice. */
const wantsMailSql = (userId: string) =>
  `coalesce((SELECT c.mail FROM notices.choices c WHERE c.user_id = ${userId} AND c.kind = $1), $2)`;

const OF_ONE = `SELECT one.user_id, ${userRowSql("one.user_id")} AS person
  FROM (SELECT $4::text AS user_id) one WHERE one.user_id > $3 AND ${wantsMailSql("one.user_id")}`;
const OF_ALL = `SELECT next.user_id, ${userRowSql("next.user_id")} AS person
  FROM ${noticeAudienceSql({
    ...{ aboutId: "$4", position: "$5", causedBy: "$6::text", after: "$3", limit: "$7", wants: wantsMailSql },
  })} next ORDER BY next.user_id`;

/** The next users whom a notice concerns and who want a mail of it. */
async function audience(
  client: PoolClient,
  { kind, user_id: one, about_id: aboutId, position, caused_by: causedBy }: Due,
  after: string,
  limit: number,
) {
  const start = [kind, DEFAULT_CHOICES[kind].mail, after];
  const { rows } = await client.query<{ user_id: string; person: UserRow | null }>(
    one === null ? OF_ALL : OF_ONE,
    one === null ? [...start, aboutId, position, causedBy, limit] : [...start, one],
  );
  return rows;
}

/** Mails notices to those who want them so, in the order of the log, some in each round of the job that sends mails. */
export function createNoticeMails(options: {
  readonly pool: Pick<Pool, "connect">;
  readonly sealed: MailQueue["sealed"];
  readonly appUrl: string;
  readonly unsubscribeUrl: (userId: string, kind: NoticeKind) => string;
}) {
  const { pool, sealed, appUrl, unsubscribeUrl } = options;

  const queueTo: QueueTo = async (client, due, after, limit) => {
    const { id, kind, facts, position } = due;
    const rows = await audience(client, due, after, limit);
    const mails = rows.flatMap(({ user_id: userId, person }) => {
      if (!person?.verified) return [];
      const mailId = deriveId("mail", `notice/${id}/${position}/${userId}`);
      const unsubscribe = unsubscribeUrl(userId, kind);
      const content = { ...noticeMail(facts, appUrl), unsubscribe };
      const mail = { to: person.email, subject: String(content.title), ...renderMail(content), unsubscribe };
      return [{ mailId, row: sealed(mailId, mail) }];
    });
    if (mails.length > 0)
      await client.query(
        `INSERT INTO mail.queue (id, sealed) SELECT * FROM unnest($1::uuid[], $2::bytea[]) ON CONFLICT (id) DO NOTHING`,
        [mails.map(({ mailId }) => mailId), mails.map(({ row }) => row)],
      );
    return { count: rows.length, next: rows.length === limit ? (rows.at(-1)?.user_id ?? null) : null };
  };

  return {
    /** Queues the mails of one round. A process that finds another one at it does nothing. */
    async queueSome(): Promise<void> {
      const client = await pool.connect();
      let usable = false;
      try {
        await client.query("BEGIN");
        await client.query("INSERT INTO notices.mailed (position, notice_id) VALUES ('', '') ON CONFLICT DO NOTHING");
        const { rows } = await client.query<Progress>("SELECT * FROM notices.mailed FOR UPDATE SKIP LOCKED");
        const [begun] = rows;
        const reached = begun && (await round(client, begun, queueTo));
        if (reached && reached !== begun) {
          const { position, notice_id, after_user } = reached;
          await client.query("UPDATE notices.mailed SET position = $1, notice_id = $2, after_user = $3", [
            ...[position, notice_id],
            after_user,
          ]);
        }
        await client.query("COMMIT");
        usable = true;
      } finally {
        // A connection in an unknown state is closed: the server rolls back its transaction.
        client.release(!usable);
      }
    },
  };
}

async function round(client: PoolClient, begun: Progress, queueTo: QueueTo): Promise<Progress> {
  let progress = begun;
  let room = MAILS_PER_ROUND;
  for (let count = 0; count < NOTICES_PER_ROUND && room > 0; count += 1) {
    const at = [progress.position, progress.notice_id];
    const { rows } =
      progress.after_user === null
        ? await client.query<Due>(mailedNoticesSql.next, [...at, MAILED])
        : await client.query<Due>(mailedNoticesSql.same, at);
    const [due] = rows;
    if (due) {
      const { count: queued, next } = await queueTo(client, due, progress.after_user ?? "", room);
      room -= queued;
      progress = { position: due.position, notice_id: due.id, after_user: next };
    } else if (progress.after_user === null) {
      return newest(client, progress);
    } else progress = { ...progress, after_user: null };
  }
  return progress;
}

/** The end of the notices, so that the next round need not pass the other kinds again. */
async function newest(client: PoolClient, otherwise: Progress): Promise<Progress> {
  const { rows } = await client.query<{ position: string; id: string }>(mailedNoticesSql.newest);
  const [last] = rows;
  if (!last || (last.position === otherwise.position && last.id === otherwise.notice_id)) return otherwise;
  return { position: last.position, notice_id: last.id, after_user: null };
}
