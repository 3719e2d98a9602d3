import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JOB_NAMES } from "#domain/core/ports/work-ports.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createAgendaTables } from "../jobs/agenda-tables.ts";
import { COUNT_JOBS, postgresJobStore } from "../jobs/postgres-job-store.ts";
import { COUNT_MAILS, countMails } from "../mail/count-mails.ts";
import { mailMigrations } from "../mail/migrations.ts";
import { migrate } from "../postgres/migrations.ts";
import { COUNT_DELIVERIES, countDeliveries } from "../webhooks/count-deliveries.ts";
import { webhookMigrations } from "../webhooks/webhook-migrations.ts";
import { MOST_COUNTED } from "./installation-metrics.ts";

/** What is counted at each scrape costs a bounded part of an index, however much there is. */
let db: FreshDatabase;
let pool: Pool;
const ROWS = MOST_COUNTED + 20_000;

beforeAll(async () => {
  db = await testDatabase();
  pool = db.pool;
  await createAgendaTables(pool);
  await migrate(pool, [...mailMigrations, ...webhookMigrations]);
  await pool.query(`
    insert into agenda_jobs (name, next_run_at, data) select 'measure-table', now() - interval '1 hour', jsonb_build_object('id', n) from generate_series(1, ${ROWS}) n;
    insert into agenda_jobs (name, failed_at, data) select 'pull', now(), jsonb_build_object('id', n) from generate_series(1, 3) n;
    insert into agenda_jobs (name, next_run_at, locked_at, data) values ('load-dataset', now(), now(), '{"id":"one"}'), ('load-dataset', null, now() - interval '1 day', '{"id":"dead"}');
    insert into agenda_jobs (name, type, next_run_at) values ('clean-up', 'single', now() + interval '1 hour');
    insert into mail.queue (id, sealed, created) select gen_random_uuid(), '', now() - interval '2 hours' from generate_series(1, ${ROWS});
    insert into mail.queue (id, failed) select gen_random_uuid(), now() from generate_series(1, 2);
    insert into webhooks.deliveries (webhook_id, user_id, message_id, kind, about_id, body, status)
      select 'w', 'u', n::text, 'k', 'a', '', case when n <= ${ROWS} then 'delivered' else 'failed' end from generate_series(1, ${ROWS + 4}) n;
    insert into webhooks.deliveries (webhook_id, user_id, message_id, kind, about_id, body) values ('w', 'u', 'waits', 'k', 'a', '')`);
  await pool.query("vacuum analyze agenda_jobs, mail.queue, webhooks.deliveries");
});
afterAll(async () => db?.drop());

test("jobs of every kind, also of one that has none", async () => {
  const counted = await postgresJobStore(pool).counts(MOST_COUNTED);
  expect(counted.map(({ name }) => name)).toEqual([...JOB_NAMES].sort());
  const of = (name: string) => counted.find((each) => each.name === name)!;
  expect(of("measure-table")).toMatchObject({ waiting: MOST_COUNTED, running: 0, failed: 0 });
  expect(Date.now() - of("measure-table").dueAt!.getTime()).toBeGreaterThan(3_500_000);
  expect(of("pull")).toMatchObject({ waiting: 0, running: 0, failed: 3, dueAt: null });
  // What a dead process had begun waits for another.
  expect(of("load-dataset")).toMatchObject({ waiting: 1, running: 1, failed: 0 });
  expect(of("clean-up")).toMatchObject({ waiting: 1, running: 0 });
  expect(of("erase-account")).toMatchObject({ waiting: 0, running: 0, failed: 0, dueAt: null });
});

test("mails and messages to webhooks", async () => {
  const mails = await countMails(pool);
  expect(mails).toMatchObject({ waiting: MOST_COUNTED, failed: 2 });
  expect(Date.now() - mails.oldest!.getTime()).toBeGreaterThan(7_000_000);
  expect(await countDeliveries(pool)).toMatchObject({ waiting: 1, failed: 4, oldest: expect.any(Date) as Date });
});

type Plan = { readonly "Node Type": string; readonly "Relation Name"?: string; readonly Plans?: readonly Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test.each<readonly [string, string, readonly unknown[]]>([
  ["jobs", COUNT_JOBS, [JOB_NAMES, MOST_COUNTED]],
  ["mails", COUNT_MAILS, []],
  ["messages to webhooks", COUNT_DELIVERIES, []],
])("%s are counted without reading the whole table", async (_name, sql, values) => {
  const client = await pool.connect();
  // Where most rows are wanted, reading the table up to the limit may seem as good: what counts is that an index will do.
  await client.query("SET enable_seqscan = off");
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${sql}`, [...values]);
  client.release(true);
  const scans = nodesOf(rows[0]!["QUERY PLAN"][0].Plan).filter((node) => node["Relation Name"] !== undefined);
  expect(scans.length).toBeGreaterThan(1);
  expect(scans.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
});
