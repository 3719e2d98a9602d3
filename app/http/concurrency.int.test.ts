import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let author: Person;
/** Answers of the upstream wait for this. */
let held: Promise<void> = Promise.resolve();

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer(
    (_request, response) =>
      void held.then(() => response.setHeader("content-type", "application/json").end('[{"id":1},{"id":2}]')),
  );
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  author = await product.person("Author", 3);
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

const definition = (path = "/rows") => ({
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}${path}`, records: "$" }],
});
const times = <T>(count: number, ask: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
const publish = async (title: string) =>
  (await author.post("/api/connectors/upload", { title, is_public: true, dsl: definition() })).json.id as string;
/** Few uploads of a person run at once; the others are to come again. */
const pastLimit = (call: () => Promise<Answer>) =>
  eventually(
    async () => {
      const answer = await call();
      return answer.status !== 429 && answer;
    },
    30_000,
    "The limit was never free",
  );
const eventCount = async (type: string, user: string) =>
  Number(
    (
      await db.pool.query(
        "SELECT count(*) FROM log.events WHERE type = $1 AND (actor->>'id' = $2 OR data->>'ownerId' = $2)",
        [type, user],
      )
    ).rows[0].count,
  );

test("one Idempotency-Key has one effect and one answer, however often and at once it is sent", async () => {
  const before = (await author.get("/api/connectors")).json.length;
  const body = { title: "Sent fifty times", is_public: true, dsl: definition() };
  const answers = await times(50, () => author.post("/api/connectors/upload", body, { "idempotency-key": "fifty" }));
  expect(tally(answers)).toEqual({ 201: 50 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await author.get("/api/connectors")).json).toHaveLength(before + 1);
  const other = await author.post(
    "/api/connectors/upload",
    { ...body, title: "Another" },
    { "idempotency-key": "fifty" },
  );
  expect([other.status, other.json]).toMatchObject([422, { error: expect.any(String) }]);
});

test("fifty equal calls at once under one key have one effect and one answer", { timeout: 120_000 }, async () => {
  const caller = await product.person("Caller", 3);
  await product.person("Reader");
  const connector_id = await publish("Called fifty times");
  const dataset = (await caller.upload("a\n1\n", { title: "Shared" })).json.id as string;
  const published = (await caller.post("/api/connectors/activate", { connector_id: await publish("Another") })).json
    .id as string;
  const rows = Array.from({ length: 2_000 }, (_, index) => `${index},text ${index}`).join("\n");
  const calls: readonly [string, (key: Record<string, string>) => Promise<Answer>][] = [
    ["InstanceActivated", (key) => caller.post("/api/connectors/activate", { connector_id }, key)],
    ["RunSucceeded", (key) => caller.post(`/api/connectors/run/${published}`, {}, key)],
    [
      "DatasetPublishedFromConnection",
      (key) => caller.post(`/api/connectors/instance/${published}/publish`, { title: "Output" }, key),
    ],
    ["DatasetCreated", (key) => pastLimit(() => caller.upload(`a,b\n${rows}\n`, { title: "Once" }, key))],
    ["AccessGranted", (key) => caller.post(`/api/assets/${dataset}/shares`, { email: "reader@example.org" }, key)],
    ["ApiKeyCreated", (key) => caller.post("/api/users/api-keys", { name: "Once" }, key)],
  ];
  for (const [type, call] of calls) {
    const before = await eventCount(type, caller.id);
    const answers = await times(50, () => call({ "idempotency-key": `fifty ${type}` }));
    expect([type, tally(answers)]).toEqual([type, { [answers[0]!.status]: 50 }]);
    expect([type, answers[0]!.status, answers[0]!.text]).toEqual([
      type,
      expect.toBeOneOf([200, 201]),
      expect.any(String),
    ]);
    // A secret is shown once, and the others say so.
    expect([type, new Set(answers.map(({ text }) => text)).size]).toEqual([type, type === "ApiKeyCreated" ? 2 : 1]);
    const shown = answers.filter(({ json }) => json.secret !== undefined);
    expect([type, shown.length]).toEqual([type, type === "ApiKeyCreated" ? 1 : 0]);
    expect([type, await eventCount(type, caller.id)]).toEqual([type, before + 1]);
  }
});

test("two people with the same key do not meet: each has an effect, and neither hears of the other", async () => {
  const [one, two] = [await product.person("Same Key One", 3), await product.person("Same Key Two", 3)];
  const draft = (who: Person, title: string) =>
    who.post("/api/connectors/draft", { title }, { "idempotency-key": "the same" });
  const answers = await Promise.all([draft(one, "Of one"), draft(two, "Of two"), draft(two, "Of two")]);
  expect(tally(answers)).toEqual({ 201: 3 });
  const ids = answers.map(({ json }) => json.connector.id as string);
  expect([ids[1] === ids[2], ids[0] === ids[1]]).toEqual([true, false]);
  expect(answers[1].text).not.toContain("Of one");
  expect([await eventCount("DraftCreated", one.id), await eventCount("DraftCreated", two.id)]).toEqual([1, 1]);
});

test("of twenty Run Now at once one runs, the others are told so", async () => {
  const runner = await product.person("Runner");
  const { id } = (await runner.post("/api/connectors/activate", { connector_id: await publish("Slow") })).json;
  let open = (): void => undefined;
  held = new Promise((resolve) => (open = resolve));
  let refused = 0;
  const running = times(20, async () => {
    const answer = await runner.post(`/api/connectors/run/${id}`);
    if (answer.status === 409) refused += 1;
    return answer;
  });
  await eventually(async () => refused === 19, 20_000, "Not all others were told so");
  open();
  const answers = await running;
  expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  expect(await eventCount("RunSucceeded", runner.id)).toBe(1);
  expect((await runner.get("/api/users/usage")).json.runs_this_week).toBe(1);
});

test("the Free plan's five runs hold under twenty requests over several connections", async () => {
  const free = await product.person("Five Runs");
  const connectors = await times(4, (index) => publish(`Run ${index}`));
  const ids = await Promise.all(
    connectors.map(
      async (connector_id) => (await free.post("/api/connectors/activate", { connector_id })).json.id as string,
    ),
  );
  const answers: Answer[] = [];
  for (let round = 0; round < 5; round += 1)
    answers.push(...(await Promise.all(ids.map((id) => free.post(`/api/connectors/run/${id}`)))));
  expect(tally(answers)).toEqual({ 200: 5, 403: 15 });
  expect(answers.find(({ status }) => status === 403)!.json).toMatchObject({
    error: "Run limit reached: 5 of 5 runs this week (Free).",
  });
  expect((await free.get("/api/users/usage")).json.runs_this_week).toBe(5);
  expect(await eventCount("RunSucceeded", free.id)).toBe(5);
});

test("the Free plan's five connectors hold under twenty requests at once", async () => {
  const free = await product.person("Five Connectors");
  const connectors = await times(20, (index) => publish(`Place ${index}`));
  const answers = await Promise.all(
    connectors.map((connector_id) => free.post("/api/connectors/activate", { connector_id })),
  );
  expect(tally(answers)).toEqual({ 201: 5, 403: 15 });
  expect((await free.get("/api/connectors/my")).json).toHaveLength(5);
  expect((await free.get("/api/users/usage")).json.connectors_subscribed).toBe(5);
});

test("one connector is connected once, however often it is asked for at once, and takes one place", async () => {
  const free = await product.person("Once Connected");
  const connector_id = await publish("Only once");
  const answers = await times(20, () => free.post("/api/connectors/activate", { connector_id }));
  // Requests that arrive while the others are being refused may find the slots taken.
  expect(answers.map(({ status }) => (status === 403 ? 409 : status)).sort()).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 409),
  ]);
  expect((await free.get("/api/connectors/my")).json).toHaveLength(1);
  await eventually(
    async () => (await free.get("/api/users/usage")).json.connectors_subscribed === 1,
    5_000,
    "The places of those turned away were not given back",
  );
});

test("the Free plan's five datasets hold under twenty requests at once", async () => {
  const free = await product.person("Five Datasets");
  const datasets: string[] = [];
  for (let index = 0; index < 20; index += 5)
    datasets.push(
      ...(await times(
        5,
        async (each) => (await author.upload("a\n1\n", { title: `Dataset ${index + each}` })).json.id as string,
      )),
    );
  const answers = await Promise.all(datasets.map((assetId) => free.post("/api/access/grant", { assetId })));
  expect(tally(answers)).toEqual({ 200: 5, 403: 15 });
  expect((await free.get("/api/access/my")).json).toHaveLength(5);
  expect((await free.get("/api/users/usage")).json.datasets_subscribed).toBe(5);
});

test("a hidden dataset whose last two subscribers leave at once is deleted exactly once", async () => {
  const [one, two] = [await product.person("Leaver One", 3), await product.person("Leaver Two", 3)];
  for (let round = 0; round < 5; round += 1) {
    const assetId = (await author.upload("a\n1\n", { title: `Left ${round}` })).json.id as string;
    for (const each of [one, two]) expect((await each.post("/api/access/grant", { assetId })).status).toBe(200);
    const hidden = await author.call("DELETE", `/api/assets/${assetId}`);
    expect([hidden.status, hidden.json.deleted]).toEqual([200, false]);
    const left = await Promise.all([one, two].map((each) => each.post("/api/access/remove", { assetId })));
    expect(left.map(({ status, json }) => [status, json.deleted]).sort()).toEqual([
      [200, false],
      [200, true],
    ]);
    expect(
      Number(
        (
          await db.pool.query("SELECT count(*) FROM log.events WHERE stream = $1 AND type = 'DatasetDeleted'", [
            `dataset-${assetId}`,
          ])
        ).rows[0].count,
      ),
    ).toBe(1);
    expect((await one.get(`/api/assets/${assetId}`)).status).toBe(404);
  }
});

test("of several people who register one name at once one gets it, and an address belongs to one account", async () => {
  const names = await times(10, (index) =>
    product.call("POST", "/api/users/register", {
      body: { name: "Contested", email: `contested${index}@example.org`, password: "correct horse of the test" },
    }),
  );
  expect(tally(names)).toEqual({ 201: 1, 409: 9 });
  const emails = await times(10, (index) =>
    product.call("POST", "/api/users/register", {
      body: { name: `Contester ${index}`, email: "one.address@example.org", password: "correct horse of the test" },
    }),
  );
  expect(tally(emails)).toEqual({ 201: 10 });
  // The account is made after the answer.
  const users = async () =>
    (await db.pool.query("SELECT 1 FROM model_users.users WHERE email = 'one.address@example.org'")).rowCount;
  await eventually(async () => (await users()) === 1);
  await eventually(async () =>
    /tributary_budget_used\{budget="work after the answer"} 0$/m.test((await product.call("GET", "/metrics")).text),
  );
  expect(await users()).toBe(1);
});
