import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNoticeBox, unreadNoticesSql } from "#infra/beside-log/notice-box.ts";
import { createNoticeMails } from "#infra/beside-log/notice-mails.ts";
import { platformMigrations } from "#infra/platform/schema.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { type Filling, fillTables } from "#testing/plans/fill-tables.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { allProjections } from "../all.ts";

/** 10,000 users use one item, about which something has happened; 100,000 notices are about other items. */
const USERS = 10_000;
const ROWS = 100_000;
const MAX_PAGES = 300;
const MAILS_PER_ROUND = 40;
const news = { id: "schema/big/1", position: "z1" };

const usersOfBig: Filling = {
  "model_users.users": {
    id: "'u' || lpad(n::text, 6, '0')",
    name: "'User ' || n",
    email: "'user' || n || '@example.org'",
    plan: "1",
    roles: "'{}'",
    verified: "true",
    created_at: "now()",
  },
  "model_notices.uses": { item_id: "'big'", user_id: "'u' || lpad(n::text, 6, '0')", since: "'a'" },
};
const others: Filling = {
  "model_notices.notices": {
    id: "'n' || n",
    kind: "case when n % 2 = 0 then 'version' else 'access' end",
    about_id: "'i' || n % 20000",
    user_id: "case when n % 2 = 1 then 'u' || lpad((n % 20000)::text, 6, '0') end",
    facts: `'{"what":"version","title":"T","version":2,"connectorId":"c"}'`,
    at: "now() - interval '1 hour'",
    position: "'p' || lpad(n::text, 9, '0')",
  },
  "notices.read_marks": { user_id: "'u' || n", notice_id: "'n' || n", position: "'p'" },
  "notices.choices": { user_id: "'x' || n", kind: "'schema'", page: "true", mail: "false" },
};

let db: FreshDatabase;
let recorder: ReturnType<typeof statementRecorder>;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...platformMigrations, ...modelMigrations]);
  await prepareModels(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) }), allProjections);
  await fillTables(db.pool, usersOfBig, USERS);
  await fillTables(
    db.pool,
    { "model_notices.uses": { item_id: "'i' || n % 20000", user_id: "'v' || n", since: "'a'" } },
    ROWS,
  );
  await fillTables(db.pool, others, ROWS);
  await db.pool.query(
    `INSERT INTO model_notices.notices (id, kind, about_id, facts, at, position) VALUES ($1, 'schema', 'big', $2, now(), $3)`,
    [news.id, { what: "schema", title: "Big", path: "/", added: ["a"], removed: [], changed: [] }, news.position],
  );
  // The others were mailed before.
  await db.pool.query("INSERT INTO notices.mailed (position, notice_id) VALUES ('q', '')");
  // One of them reads notices without mails.
  await db.pool.query("INSERT INTO notices.choices VALUES ('u000007', 'schema', true, false)");
  recorder = statementRecorder(db.url);
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
});

async function costsFewPages(call: () => Promise<unknown>): Promise<void> {
  const costs = await recorder.costsOf(call);
  expect(costs.length).toBeGreaterThan(0);
  for (const { text, pages, scanned } of costs) {
    expect(
      scanned.filter((table) => /^(notices|uses|users|read_marks|choices)$/.test(table)),
      text,
    ).toEqual([]);
    expect(pages, text).toBeLessThanOrEqual(MAX_PAGES);
  }
}

test("what concerns 10,000 users is one row, which each of them finds with few pages", async () => {
  const box = createNoticeBox(recorder.pool);
  await costsFewPages(async () => {
    const { items } = await box.page("u005001", { limit: 20, offset: 0 });
    expect(items[0]).toMatchObject({ id: news.id, isRead: false });
  });
  await costsFewPages(async () => {
    const sql = `SELECT ${unreadNoticesSql("$1")} AS unread`;
    const { rows } = await recorder.pool.query<{ unread: number }>(sql, ["u005000"]);
    expect(rows[0]?.unread).toBeGreaterThan(0);
  });
  await costsFewPages(() => box.markRead("u005001", news.id));
  expect((await box.page("u005001", { limit: 20, offset: 0 })).items[0]).toMatchObject({ id: news.id, isRead: true });
  await costsFewPages(() => box.markAllRead("u005002", news.position));
  await costsFewPages(() => box.choices("u005002"));
  await costsFewPages(() => box.choose("u005002", { version: { page: true, mail: true } }));
});

test(
  "its mails are queued 40 in a round, one for each who wants one, with few pages each",
  { timeout: 120_000 },
  async () => {
    const options = {
      sealed: () => Buffer.from("x"),
      appUrl: "https://example.org",
      unsubscribeUrl: () => "https://example.org",
    };
    const measured = createNoticeMails({ ...options, pool: recorder.pool });
    const { queueSome } = createNoticeMails({ ...options, pool: db.pool });
    const queued = async () =>
      (await db.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM mail.queue")).rows[0]!.count;
    await costsFewPages(() => measured.queueSome());
    let before = 0;
    for (let round = 0, count = await queued(); count > before; round += 1) {
      expect(count - before).toBeLessThanOrEqual(MAILS_PER_ROUND);
      before = count;
      if (round === 125) await costsFewPages(() => measured.queueSome());
      else await queueSome();
      count = await queued();
    }
    expect(before).toBe(USERS - 1);
    await costsFewPages(() => measured.queueSome());
  },
);
