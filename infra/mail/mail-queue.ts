import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Mailer } from "#domain/core/ports/ports.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import type { Delivery, MailTransport, OutgoingMail } from "./mail-transport.ts";
import { deriveId } from "../platform/ids.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import { type MailSeal, mailSeal } from "./sealed-mail.ts";
import { onOneLine } from "#domain/core/text/lines.ts";

/** How many mails were delivered, must wait, and have failed for good. */
export interface DeliveryRound {
  readonly delivered: number;
  readonly postponed: number;
  readonly failed: number;
}

export type MailToQueue = Pick<OutgoingMail, "to" | "subject" | "text" | "html" | "unsubscribe">;

export interface MailQueue extends Mailer {
  /**
   * Queues a mail; durable once it resolves. `to` is one address. Mails with one `key` are the same mail: one at a
   * time, one Message-ID. `unasked`: people other than the recipient can cause it, so it counts against the recipient's
   * address, and beyond the limit it is dropped silently: the answer must not reveal who gets mail.
   */
  send(mail: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html?: string;
    readonly unsubscribe?: string;
    readonly key?: string;
    readonly unasked?: boolean;
  }): Promise<void>;
  /** What the row of a mail holds, for who adds many of them in one statement. */
  sealed(id: string, mail: MailToQueue): Buffer;
  /** Removes the waiting mails to an address. */
  removeTo(address: string): Promise<void>;
  /** Removes the reasons of mails that were given up a month ago. */
  sweep(until: AbortSignal): Promise<Swept>;
  /** Delivers due mails, at most `limit`; any number of processes may do so at once. For a job every few seconds. */
  deliverDue(limit?: number): Promise<DeliveryRound>;
}

/** While one process delivers a mail, no other takes it for this long; longer than any transport needs. */
const LEASE_INTERVAL = "2 minutes";
/** After this the links in a mail have expired. */
const GIVE_UP_AFTER = "24 hours";

/**
 * The durable queue of mails. A mail is retried after half a minute, then after twice that each time, up to an hour.
 * The row of a delivered mail is deleted; of a failed one only the reason is kept, for a month. A crash between
 * delivery and record sends a mail again, with the same Message-ID.
 */
export function mailQueue(options: {
  readonly pool: Pick<Pool, "query">;
  readonly secrets: readonly [Secret, ...Secret[]];
  readonly transport: MailTransport;
  /** Counts one more unasked mail to an address; false if its limit is reached. */
  readonly mayReceive?: (address: string) => Promise<boolean>;
  /** Called after a mail was queued, so that it is delivered before the next round. */
  readonly wake?: () => void;
  /** Called for each mail that could not be delivered; the reason is a code without personal data. */
  readonly onFailure?: (failure: { readonly id: string; readonly reason: string; readonly final: boolean }) => void;
}): MailQueue {
  const { pool, transport, mayReceive, wake, onFailure } = options;
  const seal = mailSeal(options.secrets);

  const attempt = async ({ id, sealed, created }: Claimed): Promise<Delivery> => {
    const text = seal.open(id, sealed);
    if (text === null) return { ok: false, why: "rejected", reason: "unreadable" };
    const mail = JSON.parse(text) as Omit<OutgoingMail, "id" | "created">;
    try {
      return await transport.deliver({ ...mail, id, created });
    } catch (error) {
      return { ok: false, why: "unreachable", reason: (error as NodeJS.ErrnoException).code ?? "unknown" };
    }
  };

  const sealed = (id: string, mail: MailToQueue) =>
    seal.seal(id, JSON.stringify({ ...mail, subject: onOneLine(mail.subject) }));

  return {
    sealed,
    async send({ key, unasked, ...mail }) {
      const { to } = mail;
      if (/[\s\0<>,;]/.test(to)) throw new Error("A mail goes to one address without blanks");
      if (unasked === true && mayReceive && !(await mayReceive(to))) return;
      const id = key === undefined ? randomUUID() : deriveId("mail", key);
      await pool.query(`insert into mail.queue (id, sealed) values ($1, $2) on conflict (id) do nothing`, [
        id,
        sealed(id, mail),
      ]);
      wake?.();
    },
    removeTo: (address) => removeTo(pool, seal, address),
    sweep: (until) => deleteRows(pool, { table: "mail.queue", where: "failed < now() - interval '30 days'" }, until),
    async deliverDue(limit = 50) {
      const round = { delivered: 0, postponed: 0, failed: 0 };
      while (round.delivered + round.postponed + round.failed < limit) {
        const mail = await claim(pool);
        if (!mail) break;
        const delivery = await attempt(mail);
        if (delivery.ok) {
          await pool.query(`delete from mail.queue where id = $1`, [mail.id]);
          round.delivered += 1;
          continue;
        }
        const final = delivery.why === "rejected" || mail.expired;
        await pool.query(final ? GIVEN_UP : POSTPONED, [mail.id, delivery.reason]);
        onFailure?.({ id: mail.id, reason: delivery.reason, final });
        round[final ? "failed" : "postponed"] += 1;
        if (delivery.why === "unreachable") break;
      }
      return round;
    },
  };
}

const MAILS_AT_ONCE = 100;

/** Each mail has to be opened: nothing outside says to whom it goes. */
async function removeTo(pool: Pick<Pool, "query">, seal: MailSeal, address: string): Promise<void> {
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { id: string; sealed: Buffer }[] } = await pool.query(
      `select id, sealed from mail.queue where sealed is not null and ($1::uuid is null or id > $1) order by id limit ${MAILS_AT_ONCE}`,
      [after],
    );
    const theirs = rows.filter(({ id, sealed }) => recipient(seal.open(id, sealed)) === address);
    await pool.query("delete from mail.queue where id = any($1)", [theirs.map(({ id }) => id)]);
    if (rows.length < MAILS_AT_ONCE) return;
    after = rows.at(-1)?.id ?? null;
  }
}

function recipient(text: string | null): string | null {
  return text === null ? null : (JSON.parse(text) as { to: string }).to.toLowerCase();
}

interface Claimed {
  readonly id: string;
  readonly sealed: Buffer;
  readonly created: Date;
  readonly expired: boolean;
}

const GIVEN_UP = `update mail.queue set failed = now(), sealed = null, last_error = $2 where id = $1`;
const POSTPONED = `
  update mail.queue set last_error = $2, next_attempt = now() + least(interval '30 seconds' * power(2, least(attempts, 12) - 1), interval '1 hour')
  where id = $1`;

async function claim(pool: Pick<Pool, "query">): Promise<Claimed | undefined> {
  const { rows } = await pool.query<Claimed>(`
    update mail.queue set attempts = attempts + 1, next_attempt = now() + interval '${LEASE_INTERVAL}'
    where id = (
      select id from mail.queue where failed is null and next_attempt <= now() order by next_attempt limit 1 for update skip locked
    )
    returning id, sealed, created, created < now() - interval '${GIVE_UP_AFTER}' as expired`);
  return rows[0];
}
