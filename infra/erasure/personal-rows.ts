import { rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import type { PersonalRows } from "#domain/use-cases/leaving/erase-ports.ts";
import { deleteEach } from "../clean-up/delete-rows.ts";
import { mailFolder } from "../mail/file-transport.ts";
import type { MailQueue } from "../mail/mail-queue.ts";
import { outboxNames, readOutbox } from "../mail/outbox.ts";

/** Tables beside the log that have a user in this column. Hashes of addresses are not among them: they name nobody. */
const ROWS_OF_USERS = [
  "identity.sessions",
  "identity.one_time_tokens",
  "identity.access_keys",
  "identity.excel_tokens",
  "identity.key_calls",
  "identity.last_logins",
  "notices.read_up_to",
  "notices.read_marks",
  "notices.choices",
  "webhooks.deliveries",
  "webhooks.endpoints",
  "uploads.received",
  "requests.answers",
  "runs.weeks",
] as const;

type PersonalRowsOptions = {
  readonly pool: Pick<Pool, "query">;
  readonly dataDir: string;
  readonly mail: Pick<MailQueue, "removeTo">;
  /** Which of these texts an open draft of somebody else uses. */
  readonly textsHeld: (hashes: readonly string[], exceptOwner: string) => Promise<ReadonlySet<string>>;
};

/** What the database and the data folder keep of a user beside the log. */
export function createPersonalRows({ pool, dataDir, mail, textsHeld }: PersonalRowsOptions): PersonalRows {
  return {
    async remove(userId, emails) {
      const theirs = { where: "user_id = $1", values: [userId] };
      await deleteEach(
        pool,
        ROWS_OF_USERS.map((table) => ({ table, ...theirs })),
        new AbortController().signal,
      );
      for (const email of emails) await mail.removeTo(email);
      for (const id of await outboxNames(dataDir)) {
        const found = await readOutbox(dataDir, id);
        if (found && emails.includes(found.to.toLowerCase()))
          await rm(path.join(mailFolder(dataDir), `${id}.eml`), { force: true });
      }
    },
    async removeTexts(userId, hashes) {
      const held = await textsHeld(hashes, userId);
      await pool.query("DELETE FROM texts.by_hash WHERE hash = ANY ($1)", [hashes.filter((hash) => !held.has(hash))]);
    },
  };
}
