import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runClaimMigrations } from "#infra/beside-log/runs/run-claim-migrations.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { type Filling, fillTables } from "#testing/plans/fill-tables.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { allProjections, openQueries, type Queries } from "./all.ts";

const ROWS = 100_000;
/** A table of so many rows has some thousand pages. */
const MAX_PAGES = 300;

/** 20,000 users with five of everything each; one instance has 10,000 runs; few runs go on or are due. */
const FILLING: Filling = {
  "model_users.users": {
    id: "'u' || n",
    name: "'User ' || n",
    email: "md5(n::text) || '@example.org'",
    plan: "1",
    roles: "case when n % 50000 = 0 then array['admin'] else '{}' end",
    verified: "true",
    created_at: "now()",
  },
  "model_users.api_keys": {
    id: "'k' || n",
    user_id: "'u' || n % 20000",
    name: "'Key 1'",
    prefix: "'trib_0000'",
    last_four: "'0000'",
    scopes: "array['read']",
    created_at: "now()",
  },
  "model_requests.requests": {
    dataset_id: "case when n <= 10000 then 'ds77' else 'ds' || n end",
    user_id: "'u' || n % 20000",
    owner_id: "'u' || n % 1000",
    status: "case when n % 100 = 0 then 'open' else 'approved' end",
    reason: "'A study'",
    requested_at: "now() - n * interval '1 minute'",
  },
  "model_history.entries": {
    subject: "case when n <= 10000 then 'dataset/ds77' else 'dataset/ds' || n end",
    position: "lpad(n::text, 16, '0')",
    revision: "n",
    type: "case when n % 100 = 0 then 'DatasetEdited' else 'AccessGranted' end",
    recorded_at: "now() - n * interval '1 minute'",
    actor_id: "'u' || n % 1000",
    compared: "case when n % 100 = 0 then 'card' end",
  },
  "model_drafts.drafts": {
    id: "'d' || n",
    owner_id: "'u' || n % 20000",
    root_id: "'r' || n",
    content: "'{}'",
    text_hash: "md5(n::text)",
    created_at: "now()",
    updated_at: "now() - n * interval '1 minute'",
  },
  "model_instances.instances": {
    id: "'i' || n",
    owner_id: "'u' || n % 20000",
    root_id: "'r' || n % 1000",
    connector_id: "'r' || n % 1000 || '-1'",
    table_name: "'table_' || n",
    setup: "'{}'",
    consent: "'{}'",
    created_at: "now() - n * interval '1 minute'",
    checked: "n % 1000 <> 0",
    exposed: "case when n % 1000 = 0 then 'start-value' end",
    exposed_at: "case when n % 1000 = 0 then now() - n * interval '1 minute' end",
  },
  "model_instances.runs": {
    instance_id: "case when n <= 10000 then 'i1' else 'i' || 2 + n % 20000 end",
    number: "case when n <= 10000 then n else n / 20000 + 1 end",
    trigger: "'schedule'",
    status: "case when n % 10000 = 0 then 'running' when n % 20 = 0 then 'failed' else 'success' end",
    deadline: "now()",
    started_at: "now() - n * interval '1 minute'",
    failures: "case when n % 20 = 0 then n / 20 % 5 else 0 end",
    failures_reported: "n % 5000 <> 60",
  },
  /** Few of them go on. */
  "runs.claims": {
    ...{ instance_id: "'i' || n", number: "10001", owner_id: "'u' || n % 20000", start: "'{}'" },
    ...{ at: "now()", deadline: "now()", correlation_id: "'i' || n", ended: "n % 5000 <> 0" },
  },
  "runs.weeks": { user_id: "'u' || n % 20000", week: "'2026-W' || 18 + n / 20000", runs: "7", scheduled: "3" },
  "model_schedules.schedules": {
    instance_id: "'i' || n",
    owner_id: "'u' || n % 20000",
    connector_id: "'r1-1'",
    refresh_interval: "case when n % 2 = 0 then 60 else 0 end",
    running: "case when n % 10000 = 0 then 'schedule' end",
    last_number: "1",
    seen_until: "now()",
    due_at: "case when n % 2 = 0 then now() + (n - 100) * interval '1 second' end",
  },
  "model_schedules.refreshes": {
    dataset_id: "'ds' || n",
    owner_id: "'u' || n % 20000",
    host: "'example.org'",
    address_ref: "'dataset-source/ds' || n || '/1'",
    refresh_interval: "case when n % 2 = 0 then 60 else 0 end",
    due_at: "case when n % 2 = 0 then now() + (n - 100) * interval '1 second' end",
  },
  "model_users.deletions": { user_id: "'u' || n", deleted_at: "now() - n * interval '1 second'" },
  "model_usage.places": { user_id: "'u' || n % 20000", kind: "'dataset'", item_id: "'ds' || n" },
  "model_usage.weeks": {
    user_id: "'u' || n % 20000",
    week: "'2026-W' || 18 + n / 20000",
    runs: "7",
    scheduled: "3",
  },
  "model_posts.posts": {
    id: "'po' || n",
    slug: "'slug-' || n",
    title: "'Title ' || n",
    type: "case when n % 3 = 0 then 'update' else 'use_case' end",
    summary: "'Summary'",
    html: "'<p>Text</p>'",
    status: "case when n % 10 = 0 then 'draft' else 'published' end",
    created_at: "now()",
    shown_at: "now() - n * interval '1 minute'",
    updated_at: "now()",
    likes: "1",
    searched: "'title ' || md5(n::text)",
  },
  "model_webhooks.webhooks": {
    ...{ id: "'w' || n", user_id: "'u' || n % 20000", url: "'https://example.org/'", kinds: "'{run.failed}'" },
    ...{ secret_id: "'s' || n", enabled: "true", created_at: "now()" },
  },
  "model_posts.old_slugs": { slug: "'old-' || n", post_id: "'po' || n" },
  "model_posts.likes": { post_id: "'po' || n % 1000", user_id: "'u' || n" },
  "model_tables.tables": {
    item_id: "'i' || n",
    instance_id: "'i' || n",
    name: "'table_' || n",
    kind: "case when n % 2 = 0 then 'output' else 'dataset' end",
    title: "'Title ' || n",
    owner_id: "'u' || n % 20000",
    is_public: "n % 3 = 0",
    taken_down: "n % 1000 = 0",
    current: "json_build_object('physical', 't_' || n)",
    version: "3",
    updated_at: "now()",
  },
  "model_tables.readers": { item_id: "'i' || n", user_id: "'u' || (n + 7) % 20000" },
  "model_tables.versions": {
    ...{ physical: "'t_' || lpad(n::text, 9, '0')", item_id: "'i' || n / 2", version: "n % 2", at: "now()" },
    ...{ mode: "'replace'", rows: "1", column_count: "1", rejected: "0" },
  },
  "model_tables.version_files": {
    ...{ item_id: "'i' || n", mode: "'replace'", file_name: "'f.csv'", by: "'u' || n" },
    ...{ merged_by: "'{}'", key: "'{}'" },
  },
  "model_tables.whole_outputs": {
    instance_id: "'i' || n / 2",
    operation: "'op' || n % 2",
    table_name: "'table_' || n",
    physical: "'t_' || n",
    current: "'{}'",
    brought_at: "now()",
  },
  "model_tables.followers": { dataset_id: "'ds' || n", instance_id: "'i' || n / 2", operation: "'op1'" },
};

const numbers = (count: number) => Array.from({ length: count }, (_, at) => 1 + at * 300);
const ids = (prefix: string, count = 30) => numbers(count).map((n) => `${prefix}${n}`);
const page = { limit: 100, offset: 0 };

/** A call of each query. A new one does not compile without a line here. */
const CALLS: {
  readonly [Model in Exclude<keyof Queries, "catalogue">]: {
    readonly [Query in keyof Queries[Model]]: (queries: Queries[Model]) => Promise<unknown>;
  };
} = {
  users: {
    byId: (users) => users.byId("u77"),
    byIds: (users) => users.byIds(ids("u")),
    plansOf: (users) => users.plansOf(ids("u")),
    unerased: (users) => users.unerased(100),
    withRole: (users) => users.withRole("admin"),
    apiKeysOf: (users) => users.apiKeysOf("u77", page),
    apiKeyById: (users) => users.apiKeyById("u77", "k77"),
    page: async (users) => {
      await users.page({ search: "", role: null }, { limit: 50, offset: 0 });
      await users.page({ search: "", role: "admin" }, { limit: 50, offset: 0 });
      const { items } = await users.page({ search: "D79C878808", role: null }, { limit: 50, offset: 0 });
      expect(items.map(({ id }) => id)).toEqual(["u7777"]);
    },
  },
  webhooks: {
    pageOf: (webhooks) => webhooks.pageOf("u77", page),
    byId: (webhooks) => webhooks.byId("u77", "w77"),
  },
  requests: {
    requestOf: (requests) => requests.requestOf("ds77", "u77"),
    openPage: (requests) => requests.openPage("ds77", page),
    openIdsOf: (requests) => requests.openIdsOf("u77", "ds1"),
    ownPage: (requests) => requests.ownPage("u77", page),
  },
  history: {
    page: (history) =>
      history.page(
        "dataset/ds77",
        { types: null, person: null, from: null, to: null },
        { ...page, after: ["0000000000005000"] },
      ),
    mentionedAmong: (history) => history.mentionedAmong("dataset/ds77", ids("u")),
    firstOf: (history) => history.firstOf("dataset/ds77", 100),
    counts: (history) => history.counts("dataset/ds77", { person: null, to: null }, { unit: "day", limit: 100 }),
    before: (history) =>
      history.before(
        "dataset/ds77",
        numbers(30).map((n) => String(n).padStart(16, "0")),
      ),
  },
  drafts: {
    idsOf: (drafts) => drafts.idsOf("u77", "d1"),
    ofOwner: (drafts) => drafts.ofOwner("u77"),
    pageOfOwner: (drafts) =>
      drafts.pageOfOwner("u77", { limit: 100, offset: 0, after: ["2030-01-01T00:00:00.000000Z", "d77"] }),
    countOf: (drafts) => drafts.countOf("u77"),
    textsHeld: (drafts) => drafts.textsHeld(ids("none"), "u77"),
    byId: (drafts) => drafts.byId("d77", "u77"),
    ofLineage: (drafts) => drafts.ofLineage("r77", "u77"),
  },
  instances: {
    idsOf: (instances) => instances.idsOf("u77", "i1"),
    ofOwner: (instances) => instances.ofOwner("u77"),
    pageOfOwner: (instances) => instances.pageOfOwner("u77", page),
    chosen: (instances) => instances.chosen("u77", ids("i")),
    byId: (instances) => instances.byId("i77"),
    ofOwnerAndRoot: (instances) => instances.ofOwnerAndRoot("u77", "r77"),
    existing: (instances) => instances.existing(ids("i")),
    uncheckedAfter: (instances) => instances.uncheckedAfter("i1"),
    exposedPage: (instances) => instances.exposedPage({ limit: 50, offset: 0 }),
    run: (instances) => instances.run("i1-77"),
    ownerOfRun: (instances) => instances.ownerOfRun("i1-77"),
    runsById: (instances) => instances.runsById(numbers(30).map((n) => `i1-${n}`)),
    runsOf: async (instances) => {
      const numbers = (await instances.runsOf("i1", 20, 9_000)).map(({ number }) => number);
      expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([20, 1_000, 981]);
    },
    runsPage: async (instances) => {
      const { items } = await instances.runsPage("i1", { limit: 20, offset: 0, after: [1_001] });
      expect([items.length, items[0]?.number, items.at(-1)?.number]).toEqual([20, 1_000, 981]);
      expect((await instances.runsPage("i1", { limit: 2, offset: 10 })).items[0]?.number).toBe(9_990);
    },
    runCount: async (instances) => expect(await instances.runCount("i1")).toBe(10_000),
    lastRuns: (instances) => instances.lastRuns(["i1", ...ids("i")]),
    openRuns: (instances) => instances.openRuns(),
    unreportedFailures: (instances) => instances.unreportedFailures(3),
  },
  schedules: {
    ofInstances: (schedules) => schedules.ofInstances(ids("i")),
    due: (schedules) => schedules.due(new Date()),
    openByOwner: (schedules) => schedules.openByOwner(),
    dueRefreshes: (schedules) => schedules.dueRefreshes(new Date(), 200),
    refreshOf: (schedules) => schedules.refreshOf("ds77"),
    withAddress: (schedules) => schedules.withAddress(ids("ds")),
    totals: (schedules) => schedules.totals(),
  },
  usage: {
    runsOfUsers: (usage) => usage.runsOfUsers(ids("u"), "2026-W20"),
    ofUser: (usage) => usage.ofUser("u77", "2026-W20"),
  },
  posts: {
    // A blog has some hundred posts, so the matches of a page number are counted: here few match.
    list: (posts) => posts.list({ search: "28dd2c7955ce", type: "update", drafts: false }, { limit: 12, offset: 0 }),
    byOldSlug: (posts) => posts.byOldSlug("old-77", { drafts: false }),
    bySlug: (posts) => posts.bySlug("slug-77", { drafts: true }),
    likedIdsOf: (posts) => posts.likedIdsOf("u77", "po1"),
    likesOf: (posts) => posts.likesOf("po77", "u77"),
  },
  tables: {
    find: (tables) => tables.find("table_77", "u5"),
    readablePage: (tables) => tables.readablePage("u77", { only: null, withRows: true }, page),
    readableAfter: (tables) => tables.readableAfter("u77", { only: null, after: "t", limit: 100 }),
    physicalOf: (tables) => tables.physicalOf("i77", 3),
    named: (tables) => tables.named(["table_77", "i77"], ids("i")),
    outputsOf: (tables) => tables.outputsOf(ids("i"), "u77"),
    existing: (tables) => tables.existing(ids("i")),
    wholeOutputs: (tables) => tables.wholeOutputs("i77", "u77"),
    storedOutput: (tables) => tables.storedOutput("i77", "t_000000154"),
    originOf: (tables) => tables.originOf("i77", "t_000000154"),
    keyOf: (tables) => tables.keyOf("i77"),
    versionsOf: (tables) => tables.versionsOf("i77", { limit: 20, offset: 0, after: [2] }),
    versionOf: (tables) => tables.versionOf("i77", { asOf: "2026-11-01T00:00:00Z" }),
    needs: (tables) =>
      tables.needs(
        numbers(30).map((n) => `t_${String(n).padStart(9, "0")}`),
        { dataset: 2, output: 2 },
      ),
  },
};

let db: FreshDatabase;
let recorder: ReturnType<typeof statementRecorder>;
let queries: Queries;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...runClaimMigrations, ...modelMigrations]);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
  await prepareModels(kysely, allProjections);
  await fillTables(db.pool, FILLING, ROWS);
  // Autovacuum would bring what waits beside an inverted index into it.
  await db.pool.query("vacuum model_users.users");
  recorder = statementRecorder(db.url);
  queries = openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: recorder.pool }) }));
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
});

for (const [model, calls] of Object.entries(CALLS))
  describe(model, () => {
    for (const [query, call] of Object.entries(calls) as [string, (of: object) => Promise<unknown>][])
      test(`${query} reads few pages of ${ROWS} rows`, async () => {
        const costs = await recorder.costsOf(() => call(queries[model as keyof Queries]));
        expect(costs.length).toBeGreaterThan(0);
        for (const { text, pages, scanned } of costs) {
          expect(
            scanned.filter((table) => isFilled(table)),
            text,
          ).toEqual([]);
          expect(pages, text).toBeLessThanOrEqual(MAX_PAGES);
        }
      });
  });

function isFilled(table: string): boolean {
  return Object.keys(FILLING).some((filled) => filled.endsWith(`.${table}`));
}
