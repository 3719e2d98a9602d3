import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { postEvents } from "#domain/post/events.ts";
import { allProjections } from "#projections/all.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { follow } from "#testing/servers/form-client.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/**
 * An event that cannot be applied, in the log of the running product: what everybody sees, and what an admin can do.
 */
const PAGE = "/admin/read-models";
let db: InstalledDatabase;
let store: PostgresEventStore;
let product: Product;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "admin@example.org" } });
  [admin, stranger] = await Promise.all([product.person("Admin", 3), product.person("Stranger")]);
  store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
});
afterAll(async () => {
  await product?.remove();
  await store?.close();
  await db?.drop();
});

const send = (fields: Record<string, string>, person = admin) =>
  person.post(PAGE, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
/** Appends, bypassing the checks of the log, what it would refuse: an event that the catalogue alone cannot apply. */
async function poison(stream = "connector-poison"): Promise<string> {
  const { rows } = await db.pool.query("SELECT data FROM log.events WHERE type = 'ConnectorVersionPublished' LIMIT 1");
  const data = { ...rows[0].data, rootId: stream, connectorId: stream, isPublic: "perhaps" };
  const result = await store.appendToStream(stream, [{ type: "ConnectorVersionPublished", schemaVersion: 1, data }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  if (!result.ok) throw new Error(result.reason);
  return result.position;
}
const ready = () => product.call("GET", "/readyz");

test("the page is for admins, who find it among the tabs", async () => {
  expect((await product.call("GET", PAGE)).headers.get("location")).toMatch(/^\/login\?redirect=/);
  for (const answer of [
    await stranger.get(PAGE),
    await stranger.get(`${PAGE}.data`),
    await send({ intent: "retry", model: "catalogue", position: "0" }, stranger),
  ])
    expect(answer.status).toBe(404);
  expect((await admin.get("/admin")).text).toContain(`href="${PAGE}"`);
  expect((await admin.get(PAGE)).text).toContain("No read model has halted.");
});

test("a halted model degrades readiness, shows its event to admins, and goes on once they skip it with a reason", async () => {
  const dataset = (await admin.upload("a,b\n1,2\n", { title: "Before" })).json as { id: string; table_name: string };
  const position = await poison();
  const { json } = await eventually(async () => {
    const answer = await ready();
    return answer.status === 503 && answer;
  });
  expect(json.reasons).toContainEqual(
    expect.stringMatching(
      /^The read model catalogue is halted at \d+: database error 22P02.* Admins see the event under \/admin\/read-models\.$/,
    ),
  );
  // Other models are read and written as before.
  for (const path of ["/", "/datastore", "/manage", "/account", `/dataset_profile/${dataset.id}`])
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  expect((await product.call("GET", `/d/${dataset.table_name}.csv?api_key=${await admin.key()}`)).text).toBe(
    "a,b\r\n1,2\r\n".replaceAll("\r\n", "\n"),
  );

  const page = (await admin.get(PAGE)).text;
  for (const shown of [
    "catalogue has halted",
    "ConnectorVersionPublished",
    "connector-poison",
    position,
    "database error 22P02",
  ])
    expect(page).toContain(shown);

  expect((await send({ intent: "retry", model: "catalogue", position })).status).toBe(302);
  await eventually(async () => (await ready()).status === 503);
  const fields = { intent: "skip", model: "catalogue", position, reason: "Planted by a test.", confirmed: "yes" };
  const { confirmed: _, ...unconfirmed } = fields;
  expect((await send(unconfirmed)).text).toContain("Confirm that the event is to be skipped.");
  expect((await send({ ...fields, reason: " " })).text).toContain("Say why the event is skipped.");
  expect(await send({ ...fields, position: "0" })).toMatchObject({
    status: 409,
    text: expect.stringContaining("This read model is no longer halted at this event."),
  });
  expect(await send({ ...fields, intent: "nonsense" })).toMatchObject({ status: 400 });

  const skipped = await follow(admin, await send(fields));
  expect([skipped.status, skipped.page]).toEqual([302, expect.stringContaining("skips the event and goes on.")]);
  await eventually(async () => (await ready()).status === 200);
  expect(await store.readStream("read-model-catalogue")).toMatchObject([
    {
      type: "EventSkipped",
      actor: { kind: "user", id: admin.id },
      data: {
        model: "catalogue",
        position,
        eventType: "ConnectorVersionPublished",
        reason: "Planted by a test.",
        by: admin.id,
      },
    },
  ]);
  const { json: shown } = await admin.get(`/api/assets/${dataset.id}`);
  expect(shown.title).toBe("Before");
  expect((await admin.call("PATCH", `/api/assets/${dataset.id}`, { body: { title: "After" } })).status).toBe(200);
  expect((await admin.get(`/api/assets/${dataset.id}`)).json.title).toBe("After");
}, 60_000);

test("broken Unicode that an older version let into the log halts nothing, and can be edited away", async () => {
  const { id } = (await admin.upload("a\n1\n", { title: "Old" })).json as { id: string };
  const stream = `dataset-${id}`;
  const card = {
    title: "Old\ud83d",
    description: "\u0000",
    category: "API",
    keywords: ["x\ud83d"],
    isPublic: true,
    license: "",
  };
  const { revision } = (await store.readStream(stream)).at(-1)!;
  await store.appendToStream(stream, [{ type: "DatasetEdited", schemaVersion: 2, data: { datasetId: id, ...card } }], {
    expectedRevision: revision,
    context: command(),
  });
  await eventually(async () => (await admin.get(`/api/assets/${id}`)).json.title === "Old\ufffd");
  expect((await admin.call("PATCH", `/api/assets/${id}`, { body: { title: "New" } })).status).toBe(200);
  expect((await admin.get(`/api/assets/${id}`)).json).toMatchObject({ title: "New", description: "\ufffd" });
  expect((await ready()).status).toBe(200);
});

test("after a restart the event is still left out", async () => {
  await product.stop();
  product = await startProduct({
    ...db.installation,
    dataDir: product.dataDir,
    port: product.port,
    env: { ADMIN_EMAILS: "admin@example.org" },
  });
  expect((await ready()).status).toBe(200);
}, 60_000);

test("an event of a newer version halts the models of its stream only, and the page says that an upgrade is the way", async () => {
  const append = async (stream: string, type: string) => {
    const events = [{ type, schemaVersion: 1, data: {} }];
    expect(
      await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() }),
    ).toMatchObject({
      ok: true,
    });
  };
  await append("comment-1", "CommentWritten");
  await append("post-1", "PostPinned");
  const { json } = await eventually(async () => {
    const answer = await ready();
    return answer.status === 503 && answer;
  });
  const reading = allProjections.filter(({ on }) => Object.keys(postEvents).some((type) => type in on));
  expect(json.reasons).toEqual(
    reading.map(({ name }) => expect.stringContaining(`The read model ${name} is halted at`)),
  );
  const { text: page } = await admin.get(PAGE);
  for (const shown of [
    "PostPinned",
    "Upgrade this server, and the model goes on by itself.",
    "Do not skip it",
    "post-1",
  ])
    expect(page).toContain(shown);
  expect(page).toMatch(/No read model shows such things here.*CommentWritten.*comment-1/s);
  // The others go on.
  const { id } = (await admin.upload("a\n1\n", { title: "Meanwhile" })).json as { id: string };
  expect((await admin.get(`/api/assets/${id}`)).json.title).toBe("Meanwhile");
  const { rows } = await db.pool.query(
    "SELECT model, halted_at AS position FROM models.checkpoints WHERE state = 'halted'",
  );
  for (const { model, position } of rows)
    await send({ intent: "skip", model, position, reason: "There is no newer version.", confirmed: "yes" });
  await eventually(async () => (await ready()).status === 200);
});

test("a rebuild for a new version that halts at an event is shown the same way, and is done once the event is skipped", async () => {
  expect(await product.stop()).toBe(0);
  const position = await poison("connector-poisoned-later");
  await db.pool.query("UPDATE models.checkpoints SET version = version - 1 WHERE model = 'catalogue'");
  product = await startProduct({
    ...db.installation,
    dataDir: product.dataDir,
    port: product.port,
    env: { ADMIN_EMAILS: "admin@example.org" },
    readyWith: 503,
  });
  const { json } = await eventually(async () => {
    const answer = await ready();
    return answer.text.includes(position) && answer;
  });
  expect(json.reasons).toContainEqual(
    expect.stringMatching(
      /^The read model catalogue is rebuilding at \d+: database error 22P02.* Admins see the event under \/admin\/read-models\.$/,
    ),
  );
  for (const path of ["/", "/datastore"]) expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  const page = (await admin.get(PAGE)).text;
  for (const shown of [
    "The rebuild of catalogue has halted",
    "The previous tables are used until it is done.",
    "connector-poisoned-later",
    position,
  ])
    expect(page).toContain(shown);
  expect(
    (await send({ intent: "skip", model: "catalogue", position, reason: "Planted again.", confirmed: "yes" })).status,
  ).toBe(302);
  await eventually(async () => (await ready()).status === 200);
  expect((await admin.get(PAGE)).text).toContain("No read model has halted.");
}, 120_000);
