import type { RequestListener } from "node:http";
import { CloudEvent } from "cloudevents";
import { Kysely, PostgresDialect } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aggregate } from "#domain/core/aggregate.ts";
import type { WebhookKind } from "#domain/core/webhooks/webhooks.ts";
import { createWebhook, enableWebhook, rotateWebhookSecret } from "#domain/use-cases/webhooks/manage-webhook.ts";
import { webhooks } from "#domain/webhook/decider.ts";
import { listCursorText, readListCursor } from "#domain/core/lists/list-order.ts";
import type { Cursor, CursorPage } from "#domain/core/lists/list-page.ts";
import { type Delivery, NEWEST_DELIVERIES } from "#domain/core/webhooks/deliveries.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { step } from "#domain/use-cases/step.ts";
import { settleLoad } from "#testing/settle-work.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createDeliveryQueue } from "#infra/webhooks/queue-deliveries.ts";
import { createDeliverySender } from "#infra/webhooks/send-delivery.ts";
import { createWebhookOutbox } from "#infra/webhooks/webhook-outbox.ts";
import { webhookMigrations } from "#infra/webhooks/webhook-migrations.ts";
import { allProjections } from "#projections/all.ts";
import { makeTables, schemaOf } from "../follower/model.ts";
import { applyEvents } from "../follower/unit-of-work/unit-of-work.ts";
import { eventually } from "#testing/eventually.ts";
import { httpServer, outboundTo, type TestServer } from "#testing/servers/outbound-servers.ts";
import { causeOf, datasetWithRows, person, processMigrations, useCasePorts, valueOf } from "#testing/use-case-ports.ts";
import { startQueueingWebhooks } from "./queue-webhooks.ts";
import { sendWebhooks } from "./send-webhooks.ts";

type Received = { readonly path: string; readonly headers: Record<string, string>; readonly body: string };

const { db, ports } = await useCasePorts();
const received: Received[] = [];
let respond: RequestListener = (_request, response) => void response.writeHead(204).end();
let server: TestServer;
let applied: string | null = null;
const models = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
const followed = allProjections.filter(({ name }) => name === "notices" || name === "webhooks");
const allowed = new Set<string>();
const outbox = createWebhookOutbox({
  ...{ pool: db.pool, appUrl: "https://data.example.org", allowed },
  wake: () => undefined,
});
const queue = createDeliveryQueue({ pool: db.pool, appUrl: "https://data.example.org" });
const exclusive = createExclusiveWork(db.pool);

beforeAll(async () => {
  await migrate(db.pool, [...processMigrations, ...webhookMigrations]);
  await models.transaction().execute(async (trx) => {
    for (const model of followed) await makeTables(trx, model, schemaOf(model));
  });
  await queue.position("");
  server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const headers = request.headers as Record<string, string>;
        received.push({ path: request.url ?? "", headers, body: Buffer.concat(chunks).toString() });
        respond(request, response);
      });
  });
  allowed.add(`api.test:${server.port}`);
});
afterAll(async () => {
  await server?.close();
  await exclusive.close();
});

/** Applies new events to the read models, as the follower does. */
async function follow(): Promise<void> {
  const recorded = await ports.store.readAll(applied, 10_000);
  const events = await ports.log.decode(recorded);
  await models.transaction().execute(async (trx) => {
    for (const model of followed) await applyEvents(trx, model, schemaOf(model), events, { has: () => false });
  });
  applied = recorded.at(-1)?.position ?? applied;
}

/** Queues what the log says up to its end. */
async function queueAll(): Promise<void> {
  await follow();
  const head = await ports.store.head();
  const queueing = startQueueingWebhooks({
    ...{ store: ports.store, decode: ports.log.decode, exclusive, jobs: ports.jobs, queue },
    readModels: { reached: async () => true },
    log: { warn: (facts) => expect.fail(JSON.stringify(facts)) },
  });
  await eventually(async () => (await queue.position("")) === head || null);
  await queueing.stop();
}

const send = () =>
  sendWebhooks(
    {
      ...{ log: ports.log, claim: outbox.claim, record: outbox.record },
      send: createDeliverySender({ outbound: outboundTo([server]), vault: ports.vault }),
      reportError: (error) => expect.fail(String(error)),
    },
    new AbortController().signal,
  );

async function webhookOf(
  userId: string,
  path: string,
  { kinds = ["dataset.version"], itemId = null }: { kinds?: readonly WebhookKind[]; itemId?: string | null } = {},
) {
  const url = `http://api.test:${server.port}${path}`;
  const asked = { userId, url, kinds, itemId };
  const made = await valueOf(createWebhook({ ...ports, deliveries: outbox.deliveries }, asked, causeOf()));
  await follow();
  return made;
}
const deliveriesOf = async (userId: string, webhookId: string) =>
  (await outbox.deliveries.page({ userId, webhookId }, { limit: 50, offset: 0 })).items;
const at = (path: string) => received.filter((each) => each.path === path);
const dueNow = (webhookId: string) =>
  db.pool.query(
    `WITH d AS (UPDATE webhooks.deliveries SET next_attempt = now() WHERE webhook_id = $1 AND next_attempt IS NOT NULL)
     UPDATE webhooks.endpoints SET due = now() WHERE webhook_id = $1`,
    [webhookId],
  );

test("a new version is told once, signed and as a CloudEvent, and not to who may not see the dataset", async () => {
  const [ada, ben] = [await person(ports), await person(ports)];
  const hook = await webhookOf(ada, "/version");
  const other = await webhookOf(ben, "/stranger");
  const datasetId = await datasetWithRows(ports, ada);
  await queueAll();
  await queueAll();
  await send();
  const [told, ...more] = at("/version");
  expect([more.length, at("/stranger").length]).toEqual([0, 0]);
  expect(new Webhook(hook.secret).verify(told!.body, told!.headers)).toMatchObject({ specversion: "1.0" });
  expect(() => new Webhook(other.secret).verify(told!.body, told!.headers)).toThrow();
  const event = new CloudEvent(JSON.parse(told!.body) as object);
  expect(event.validate()).toBe(true);
  expect(event).toMatchObject({
    ...{ type: "tributary.dataset.version", subject: datasetId, source: "https://data.example.org/" },
    data: { dataset_id: datasetId, version: 1, row_count: 1, rejected_rows: 0 },
  });
  expect(told!.headers).toMatchObject({
    "webhook-id": event.id,
    "content-type": "application/cloudevents+json; charset=utf-8",
  });
  expect(await deliveriesOf(ada, hook.id)).toMatchObject([{ status: "delivered", attempts: 1, answerStatus: 204 }]);
});

test("after a rotation both secrets verify", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/rotated");
  const next = await valueOf(
    rotateWebhookSecret({ ...ports, deliveries: outbox.deliveries }, { userId: ada, webhookId: hook.id }, causeOf()),
  );
  await follow();
  expect(await outbox.deliveries.sendTest({ userId: ada, webhookId: hook.id })).toBe(true);
  await send();
  const [{ body, headers }] = at("/rotated") as [Received];
  for (const { secret } of [hook, next]) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
});

test("an error, a redirect, a huge answer and a cut connection are told in the log of deliveries", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/odd");
  const answers: RequestListener[] = [
    (_request, response) => void response.writeHead(500).end(`no: ${hook.secret}`),
    (_request, response) => void response.writeHead(307, { location: `http://other.test:${server.port}/moved` }).end(),
    (request) => void request.socket.destroy(),
    (_request, response) => void response.writeHead(200).end("x".repeat(5_000_000)),
  ];
  await outbox.deliveries.sendTest({ userId: ada, webhookId: hook.id });
  const seen = [];
  for (const answer of answers) {
    respond = answer;
    await dueNow(hook.id);
    await send();
    seen.push(...(await deliveriesOf(ada, hook.id)));
  }
  respond = (_request, response) => void response.writeHead(204).end();
  expect(seen.map(({ status, answerStatus }) => [status, answerStatus])).toEqual([
    ...[
      ["waiting", 500],
      ["waiting", 307],
      ["waiting", null],
    ],
    ["delivered", 200],
  ]);
  expect(seen[0]!.answer).toBe("no: [redacted]");
  expect(seen[2]!.fault).toContain("was lost");
  expect(seen[3]!.answer).toHaveLength(1_000);
  expect(at("/moved")).toEqual([]);
  expect(new Set(at("/odd").map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("410 switches a webhook off, and nothing more is sent", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/gone");
  respond = (_request, response) => void response.writeHead(410).end();
  await outbox.deliveries.sendTest({ userId: ada, webhookId: hook.id });
  await send();
  respond = (_request, response) => void response.writeHead(204).end();
  expect((await aggregate(ports.log, webhooks).load(ada)).get(hook.id)).toMatchObject({ enabled: false });
  await follow();
  await outbox.deliveries.sendTest({ userId: ada, webhookId: hook.id });
  await send();
  expect(at("/gone")).toHaveLength(1);
  expect((await deliveriesOf(ada, hook.id)).map(({ status }) => status)).toEqual(["dropped", "failed"]);
});

test("an address that has failed for three days is switched off", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/failing");
  respond = (_request, response) => void response.writeHead(503).end();
  await outbox.deliveries.sendTest({ userId: ada, webhookId: hook.id });
  await send();
  expect((await aggregate(ports.log, webhooks).load(ada)).get(hook.id)).toMatchObject({ enabled: true });
  await db.pool.query("UPDATE webhooks.endpoints SET failing_since = failing_since - interval '4 days'");
  await dueNow(hook.id);
  await send();
  respond = (_request, response) => void response.writeHead(204).end();
  expect((await aggregate(ports.log, webhooks).load(ada)).get(hook.id)).toMatchObject({ enabled: false });
});

test("a slow address holds up no other, and what a dead process was sending is sent when its lease ends", async () => {
  const [ada, ben] = [await person(ports), await person(ports)];
  const [slow, quick] = [await webhookOf(ada, "/slow"), await webhookOf(ben, "/quick")];
  const held = Promise.withResolvers<void>();
  respond = (request, response) =>
    void (request.url === "/slow" ? held.promise : Promise.resolve()).then(() => response.writeHead(204).end());
  await outbox.deliveries.sendTest({ userId: ada, webhookId: slow.id });
  const sending = send();
  await eventually(async () => at("/slow").length === 1 || null);
  await outbox.deliveries.sendTest({ userId: ben, webhookId: quick.id });
  await eventually(async () => at("/quick").length === 1 || null);
  held.resolve();
  await sending;
  await outbox.deliveries.sendTest({ userId: ben, webhookId: quick.id });
  expect(await outbox.claim([])).toMatchObject({ webhookId: quick.id });
  await send();
  expect(at("/quick")).toHaveLength(1);
  await db.pool.query("UPDATE webhooks.endpoints SET leased_until = now() - interval '1 second'");
  await send();
  expect(at("/quick")).toHaveLength(2);
});

test("access that has ended before a delivery is sent drops it", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/ended");
  const datasetId = await datasetWithRows(ports, ada);
  await queueAll();
  await db.pool.query("DELETE FROM model_notices.titles WHERE id = $1", [datasetId]);
  await send();
  expect(at("/ended")).toEqual([]);
  expect(await deliveriesOf(ada, hook.id)).toMatchObject([{ status: "dropped", attempts: 0 }]);
});

/** Gives a dataset a version with other columns. */
async function otherColumns(datasetId: string, by: string): Promise<void> {
  const version = { uploadId: ports.ids.fresh(), fileName: "next.csv", file: { sha256: "1".repeat(64), bytes: 1 } };
  const how = { mayChangeColumns: true, mode: "replace", key: [], onlyAfter: null } as const;
  const requested = aggregate(ports.log, dataset).handle(
    datasetId,
    { type: "request-version", by, ...version, ...how },
    step(causeOf(), "request-version"),
  );
  await valueOf(requested);
  const column = { name: "depth", label: "Depth", type: "text" as const };
  const table = { physical: `t_${version.uploadId}`, columns: [column], rows: 2, contentHash: "1" };
  await valueOf(settleLoad(ports, datasetId, { table, rejected: 0, uploadId: version.uploadId }, causeOf()));
}

test("a webhook about one dataset tells of no other, and of its changed columns", async () => {
  const ada = await person(ports);
  const [datasetId, other] = [await datasetWithRows(ports, ada), await datasetWithRows(ports, ada)];
  await queueAll();
  const hook = await webhookOf(ada, "/one", { kinds: ["dataset.version", "schema.changed"], itemId: datasetId });
  for (const id of [datasetId, other]) await otherColumns(id, ada);
  await queueAll();
  await send();
  const events = at("/one").map(({ body }) => JSON.parse(body) as { type: string; subject: string; data: object });
  expect(events.map(({ type, subject }) => [type, subject]).sort()).toEqual([
    ["tributary.dataset.version", datasetId],
    ["tributary.schema.changed", datasetId],
  ]);
  const changes = { dataset_id: datasetId, added: ["depth"], removed: ["level"], changed: [] };
  expect(events.find(({ type }) => type === "tributary.schema.changed")?.data).toMatchObject(changes);
  expect(await deliveriesOf(ada, hook.id)).toHaveLength(2);
});

test("a webhook is refused about what its user may not see, and at an address that may not be called", async () => {
  const [ada, ben] = [await person(ports), await person(ports)];
  const itemId = await datasetWithRows(ports, ada);
  await follow();
  const made = async (url: string, about: string | null) => {
    const asked = { userId: ben, url, kinds: ["run.failed" as const], itemId: about };
    const result = await createWebhook({ ...ports, deliveries: outbox.deliveries }, asked, causeOf());
    return result.ok ? "made" : result.refusal.code;
  };
  expect(await made("https://example.org/hook", itemId)).toBe("webhook-item-unknown");
  expect(await made("not an address", null)).toBe("webhook-url-invalid");
  for (const url of ["http://example.org/hook", "https://127.0.0.1/hook", "https://host.internal/", "https://[::1]/"])
    expect([url, await made(url, null)]).toEqual([url, "webhook-url-private"]);
  expect(await made("https://example.org/hook", null)).toBe("made");
});

test("a repeated command does not show a secret again", async () => {
  const ada = await person(ports);
  const cause = causeOf();
  const asked = { userId: ada, url: "https://example.org/hook", kinds: ["run.failed" as const], itemId: null };
  const all = { ...ports, deliveries: outbox.deliveries };
  await valueOf(createWebhook(all, asked, cause));
  expect(await createWebhook(all, asked, cause)).toMatchObject({ refusal: { code: "webhook-made-already" } });
  expect((await aggregate(ports.log, webhooks).load(ada)).size).toBe(1);
});

test("one that was switched on again has three days to fail anew", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/again");
  const ref = { userId: ada, webhookId: hook.id };
  respond = (_request, response) => void response.writeHead(503).end();
  await outbox.deliveries.sendTest(ref);
  await send();
  await db.pool.query("UPDATE webhooks.endpoints SET failing_since = failing_since - interval '4 days'");
  await dueNow(hook.id);
  await send();
  await valueOf(enableWebhook({ ...ports, deliveries: outbox.deliveries }, ref, causeOf()));
  await follow();
  await dueNow(hook.id);
  await send();
  respond = (_request, response) => void response.writeHead(204).end();
  expect((await aggregate(ports.log, webhooks).load(ada)).get(hook.id)).toMatchObject({ enabled: true });
});

test("deliveries are paged by cursors, also those of one millisecond", async () => {
  const ada = await person(ports);
  const hook = await webhookOf(ada, "/pages");
  const ref = { userId: ada, webhookId: hook.id };
  for (let sent = 0; sent < 5; sent += 1) await outbox.deliveries.sendTest(ref);
  expect(await outbox.deliveries.sendTest(ref)).toBe(false);
  const start = "SELECT date_trunc('milliseconds', min(created)) FROM webhooks.deliveries";
  await db.pool.query(
    `UPDATE webhooks.deliveries d SET created = (${start}) + n.at * interval '1 microsecond'
     FROM (SELECT id, row_number() OVER (ORDER BY id) / 2 AS at FROM webhooks.deliveries WHERE webhook_id = $1) n
     WHERE n.id = d.id`,
    [hook.id],
  );
  const seen: string[] = [];
  for (let after: Cursor | null = null, pages = 0; pages < 5; pages += 1) {
    const page: CursorPage<Delivery> = await outbox.deliveries.page(ref, { limit: 2, offset: 0, after });
    seen.push(...page.items.map(({ id }) => id));
    after = page.next;
    if (after === null) break;
    expect(readListCursor(listCursorText(after), NEWEST_DELIVERIES)).toEqual(after);
  }
  expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
});
