import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { createIdempotency } from "#infra/beside-log/idempotency.ts";
import { ANSWERS_CHANNEL } from "#infra/beside-log/stored-answers.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { createLog } from "#infra/observability/logger.ts";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";

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
      void held.then(() => response.setHeader("content-type", "application/json").end('[{"id":1}]')),
  );
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  author = await product.person("Author", 3);
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

async function connected(person: Person, title: string): Promise<string> {
  const operation = { id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}/rows`, records: "$" };
  const dsl = { protocol: "rest", auth: { type: "none" }, operations: [operation] };
  const { id: connector_id } = (await author.post("/api/connectors/upload", { title, is_public: true, dsl })).json;
  return (await person.post("/api/connectors/activate", { connector_id })).json.id;
}

function hold(): () => void {
  let open = (): void => undefined;
  held = new Promise((resolve) => (open = resolve));
  return open;
}

const key = (name: string) => ({ "idempotency-key": name });
const run = (person: Person, instance: string, name: string) =>
  person.post(`/api/connectors/run/${instance}`, {}, key(name));
const replayed = ({ headers }: Answer) => headers.get("idempotency-replayed");
const isRunning = (person: Person, instance: string) =>
  eventually(async () => (await person.get(`/api/connectors/instance/${instance}/runs`)).json[0]?.status === "running");

/** Replaces the answer stored under the newest key with a 202: real ones take half a minute to get. */
async function keep202(body: object): Promise<void> {
  const { rows } = await db.pool.query(
    "delete from requests.answers where claimed_at = (select max(claimed_at) from requests.answers) returning key, fingerprint, user_id",
  );
  const answered = listenTo(db.pool, ANSWERS_CHANNEL, createLog("silent"));
  const keeper = createIdempotency({ pool: db.pool, secrets: [new Secret(PRODUCT_SECRET)], answered });
  const { key, fingerprint, user_id: userId } = rows[0];
  await keeper.once({ userId, key, fingerprint }, async () => ({
    status: 202,
    body: JSON.stringify(body),
    headers: [["content-type", "application/json; charset=utf-8"]],
  }));
  await answered.stop();
}

test("a plan that was used up is looked at again once it is larger", async () => {
  const free = await product.person("Free");
  const instance = await connected(free, "Used up");
  for (let time = 0; time < 5; time += 1) await free.post(`/api/connectors/run/${instance}`);
  const refused = await run(free, instance, "sixth");
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { error: "Run limit reached: 5 of 5 runs this week (Free)." },
  ]);
  await free.call("PATCH", "/api/users/plan", { body: { plan: 2 } });
  const done = await run(free, instance, "sixth");
  expect([done.status, done.json.status, replayed(done)]).toEqual([200, "success", null]);
  const again = await run(free, instance, "sixth");
  expect([again.status, again.json, replayed(again)]).toEqual([200, done.json, "true"]);
  expect((await free.get("/api/users/usage")).json.runs_this_week).toBe(6);
});

test("a run that was in the way is not in the way for a day", async () => {
  const busy = await product.person("Busy", 3);
  const instance = await connected(busy, "In the way");
  const open = hold();
  const first = busy.post(`/api/connectors/run/${instance}`);
  await isRunning(busy, instance);
  const refused = await run(busy, instance, "second");
  expect([refused.status, refused.json.error]).toEqual([409, "A run of this connection is still in progress."]);
  open();
  expect((await first).status).toBe(200);
  const done = await run(busy, instance, "second");
  expect([done.status, done.json.runId]).toEqual([200, `${instance}-2`]);
});

test("a kept 202 is answered with what has become of the run", async () => {
  const slow = await product.person("Slow", 3);
  const instance = await connected(slow, "Slow");
  const open = hold();
  const first = run(slow, instance, "slow");
  await isRunning(slow, instance);
  open();
  const ended = await first;
  await keep202({ ...ended.json, status: "running", rowCount: null, ended_at: null });
  const now = await run(slow, instance, "slow");
  expect([now.status, now.json, replayed(now)]).toEqual([200, ended.json, "true"]);

  const reopen = hold();
  const second = run(slow, instance, "slower");
  await isRunning(slow, instance);
  await keep202({ runId: `${instance}-2`, status: "running" });
  const running = await run(slow, instance, "slower");
  expect([running.status, running.json, replayed(running)]).toEqual([
    202,
    expect.objectContaining({ runId: `${instance}-2`, status: "running", rowCount: null }),
    "true",
  ]);
  reopen();
  await second;
  expect((await run(slow, instance, "slower")).json).toMatchObject({
    runId: `${instance}-2`,
    status: "success",
    rowCount: 1,
  });
  await slow.post(`/api/connectors/remove/${instance}`);
  await keep202({ runId: `${instance}-2`, status: "running" });
  const gone = await run(slow, instance, "slower");
  expect([gone.status, gone.json]).toMatchObject([409, { error: "The connection was removed, and its run with it." }]);
});

test("a kept 202 is answered with what has become of the upload", async () => {
  const upload = () => author.upload("a,b\n1,2\n", { title: "Kept" }, key("upload"));
  const first = await upload();
  expect([first.status, replayed(first)]).toEqual([201, null]);
  const second = await upload();
  expect([second.status, second.json, replayed(second)]).toEqual([201, first.json, "true"]);
  const { id, redirectUrl } = first.json;
  await keep202({ id, job: `/upload/job/${id}`, redirectUrl });
  const third = await upload();
  expect([third.status, third.json, replayed(third)]).toEqual([201, first.json, "true"]);
  await author.call("DELETE", `/api/assets/${id}`);
  await keep202({ id, job: `/upload/job/${id}`, redirectUrl });
  expect((await upload()).status).toBe(404);
});

test("a call with another parameter is another call, under the same key too", async () => {
  const [first, second] = await Promise.all([product.person("First", 1), product.person("Second", 1)]);
  const dataset = (await author.upload("a\n1\n", { title: "Shared", is_public: "false" })).json.id;
  for (const { email } of [first, second]) await author.post(`/api/assets/${dataset}/shares`, { email });
  const remove = (email: string) =>
    author.call("DELETE", `/api/assets/${dataset}/shares?email=${encodeURIComponent(email)}`, {
      headers: key("remove"),
    });
  expect((await remove(first.email)).status).toBe(200);
  const other = await remove(second.email);
  expect([other.status, other.json.code, replayed(other)]).toEqual([422, "idempotency-key-reused", null]);
  expect((await second.get(`/api/assets/${dataset}/data`)).status).toBe(200);
});

test("what is wrong with the request itself stays wrong, and of many at once all but one are replays", async () => {
  const ask = (dsl: string) => author.post("/api/connectors/upload", { title: "Wrong", dsl }, key(`wrong ${dsl}`));
  const [one, two] = [await ask("{"), await ask("{")];
  const same = { ...one.json, request_id: two.headers.get("x-request-id") };
  expect([one.status, two.status, two.json, replayed(one), replayed(two)]).toEqual([400, 400, same, null, "true"]);
  const all = await Promise.all(Array.from({ length: 10 }, () => ask("[")));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 400));
  expect(all.map(replayed).filter((each) => each === null)).toHaveLength(1);
});
