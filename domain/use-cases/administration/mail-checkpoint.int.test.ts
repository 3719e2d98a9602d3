import { afterAll, beforeAll, expect, test } from "vitest";
import { createNoticeBox } from "#infra/beside-log/notice-box.ts";
import { noticeMigrations } from "#infra/beside-log/notice-migrations.ts";
import { userMails } from "#infra/mail/user-mails.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createSignedCheckpoints } from "#infra/transparency/signed-checkpoints.ts";
import { transparencyMigrations } from "#infra/transparency/transparency-migrations.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { mailCheckpoint } from "./mail-checkpoint.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...noticeMigrations, ...transparencyMigrations]);
});
afterAll(() => db.drop());

test("the log checkpoint goes to admins once a day, if there is a new one and they want it", async () => {
  const sent: { to: string; subject: string; text: string; key?: string }[] = [];
  const box = createNoticeBox(db.pool);
  const signed = createSignedCheckpoints(db.pool);
  const mails = userMails({ send: async (mail) => void sent.push(mail) }, "https://data.example.org", {
    wantsMail: box.wantsMail,
    unsubscribeUrl: (userId, kind) => `https://data.example.org/unsubscribe/${kind}/${userId}`,
  });
  const admins = async () => ["ana", "ben"].map((id) => ({ id, email: `${id}@example.org` }));
  const round = () => mailCheckpoint({ mails, signed, admins });
  const nextDay = () => db.pool.query("UPDATE transparency.tree SET mailed_on = current_date - 1");
  const note = (size: number) =>
    `data.example.org/log\n${size}\n${"A".repeat(43)}=\n\n— data.example.org/log ${"B".repeat(90)}\n`;
  const sign = (before: number | null, size: number) =>
    signed.replace(before, { origin: "data.example.org/log", size, root: new Uint8Array(32), note: note(size) });
  await box.choose("ben", { log: { page: false, mail: false } });

  await sign(null, 5);
  await round();
  expect(sent).toEqual([]);
  await nextDay();
  await Promise.all([round(), round()]);
  expect(sent.map(({ to }) => to)).toEqual(["ana@example.org"]);
  expect(sent[0]!.subject).toMatch(/^Log checkpoint of \d{4}-\d\d-\d\d$/);
  // Line by line, so that it can be saved as a file.
  expect(sent[0]!.text).toContain(note(5));
  expect(sent[0]!.text).toContain("https://data.example.org/unsubscribe/log/ana");

  await nextDay();
  await round();
  expect(sent).toHaveLength(1);
  await sign(5, 6);
  await round();
  await round();
  expect(sent).toHaveLength(2);
});
