import { afterAll, beforeAll, expect, test } from "vitest";
import { runTool } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** In every value that nobody may read: credentials, settings, headers. */
const SECRET = "zqsecretqz";

type Shown = {
  type: string;
  at: string;
  by: { id: string } | null;
  data: { start?: { at: string } };
  changes: { path: string }[];
};

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let ben: Person;
let admin: Person;
let auditor: Person;
let first: string;
let second: string;
let connection: string;

beforeAll(async () => {
  db = await installedDatabase();
  let asked = 0;
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(`[{"id":1,"level":${++asked}}]`);
  });
  product = await startProduct({
    ...db.installation,
    upstreams: [api.port],
    env: { ADMIN_EMAILS: "chief@example.org" },
  });
  [ana, ben, admin, auditor] = await Promise.all([
    product.person("Ana", 3),
    product.person("Ben", 3),
    product.person("Chief"),
    product.person("Auditor"),
  ]);
  await admin.post(`/api/admin/users/${auditor.id}/roles`, { role: "auditor" });
  await useConnector();
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const definition = (name: string) => ({
  protocol: "rest",
  auth: { type: "bearer" },
  operations: [
    {
      ...{ id: "rows", name, method: "GET", url: `http://127.0.0.1:${api.port}/{city}`, records: "$" },
      params_fields: [{ key: "city", label: "City", required: true }],
    },
  ],
});

/** Ben connects to the first version of Ana's connector, runs it, and moves to the second. */
async function useConnector(): Promise<void> {
  const done = async (answer: ReturnType<Person["post"]>) => {
    const { status, json, text } = await answer;
    if (status >= 300) throw new Error(`${status} ${text}`);
    return json;
  };
  first = (
    await done(ana.post("/api/connectors/upload", { title: "Levels", is_public: true, dsl: definition("Levels") }))
  ).id;
  const activated = { connector_id: first, auth_data: { token: SECRET }, settings: { city: SECRET } };
  connection = (await done(ben.post("/api/connectors/activate", activated))).id;
  const at = `/api/connectors/instance/${connection}`;
  await done(ben.post(`/api/connectors/run/${connection}`, { override: true }));
  await done(ben.call("PATCH", at, { body: { refresh_interval: 60, headers: { "x-note": SECRET } } }));
  const draft = (await done(ana.post("/api/connectors/draft", { parent_id: first }))).connector.id;
  await done(
    ana.call("PATCH", `/api/connectors/${draft}/draft`, {
      body: { title: "Levels of rivers", dsl: definition("Gauges") },
    }),
  );
  second = (await done(ana.post(`/api/connectors/${draft}/publish`))).id;
  await done(ben.post("/api/connectors/migrate", { old_connector_id: first, new_connector_id: second }));
  await done(ben.post(`/api/connectors/run/${connection}`, { override: true }));
  await eventually(async () => (await timeline(auditor, `instance/${connection}`)).length === 5 || undefined);
}

const timeline = async (who: Person, subject: string): Promise<Shown[]> =>
  (await who.get(`/api/history/${subject}?limit=100`)).json;
const types = (events: readonly Shown[]) => events.map(({ type }) => type).reverse();

test("a connector has its drafts, its versions and its connections, each version compared with the one before", async () => {
  const events = await timeline(auditor, `connector/${first}`);
  expect(types(events)).toEqual([
    ...["ConnectorVersionPublished", "ConnectorSubscribed", "DraftCreated", "DraftSaved"],
    ...["ConnectorVersionPublished", "DraftPublished"],
  ]);
  const published = events.find(({ type }) => type === "ConnectorVersionPublished")!;
  expect(published.changes).toEqual([
    { path: "title", before: "Levels", after: "Levels of rivers" },
    { path: "definition.operations[rows].name", before: "Levels", after: "Gauges" },
  ]);
});

test("a connector is replayed to each of its versions", async () => {
  const events = await timeline(auditor, `connector/${first}`);
  const state = async (at: string) =>
    (await auditor.get(`/api/history/connector/${first}/state?as_of=${at}`)).json.state;
  const began = await state(events.at(-1)!.at);
  expect(began).toMatchObject({ title: "Levels", status: "open", owner_id: ana.id, access: { total: 0 } });
  expect(began.versions.map(({ version }: { version: number }) => version)).toEqual([1]);
  const now = await state(events[0]!.at);
  expect(now).toMatchObject({
    title: "Levels of rivers",
    versions: [{ version: 1 }, { version: 2, connector_id: second }],
    definition: { operations: [{ name: "Gauges" }] },
    access: { total: 1, people: [{ user_id: ben.id }] },
  });
});

test("a connection is replayed with the settings, the version and the run of the time", async () => {
  const events = await timeline(ben, `instance/${connection}`);
  expect(types(events)).toEqual([
    ...["InstanceActivated", "RunSucceeded", "InstanceConfigured", "InstanceMigrated", "RunSucceeded"],
  ]);
  const state = async (at: string) =>
    (await ben.get(`/api/history/instance/${connection}/state?as_of=${at}`)).json.state;
  const at = (type: string) => events.findLast((event) => event.type === type)!.at;
  expect(await state(at("InstanceActivated"))).toMatchObject({ connector_id: first, last_run: null, outputs: [] });
  // The end of a run says who began it, when, and what it was told.
  const { by, data } = events.findLast(({ type }) => type === "RunSucceeded")!;
  expect(by).toMatchObject({ id: ben.id });
  const began = { number: 1, connectorId: first, trigger: "manual", settingKeys: ["city"], by: { id: ben.id } };
  expect(data.start).toMatchObject(began);
  const { at: beganAt } = data.start!;
  const meanwhile = await state(beganAt);
  expect(meanwhile).toMatchObject({ last_run: { number: 1, status: "running", ended_at: null }, outputs: [] });
  expect(Date.parse(meanwhile.last_run.started_at)).toBe(Date.parse(beganAt));
  expect(await state(at("RunSucceeded"))).toMatchObject({
    connector_id: first,
    setup: { refresh_interval: 0 },
    last_run: { number: 1, connector_id: first, status: "success" },
    outputs: [{ rows: 1 }],
  });
  expect(await state(events[0]!.at)).toMatchObject({
    connector_id: second,
    setup: { refresh_interval: 60, header_names: ["x-note"] },
    last_run: { number: 2, connector_id: second },
  });
});

test("the rows of a connection lead to the run, the connector version and the settings that made them", async () => {
  const at = (await timeline(ben, `instance/${connection}`)).findLast(({ type }) => type === "RunSucceeded")!.at;
  const rows = async (query: string) => (await auditor.get(`/api/history/instance/${connection}/rows${query}`)).json;
  const made = { connector_version: 1, connector_id: first, run_id: `${connection}-1`, setting_keys: ["city"] };
  expect((await rows(`?as_of=${at}`)).made_by).toEqual(made);
  expect((await rows("")).made_by).toMatchObject({ connector_version: 2, run_id: `${connection}-2` });
  const page = (await ben.get(`/history/instance/${connection}?as_of=${at}`)).text;
  expect(page).toContain(`/run/${connection}-1`);
  expect(page).toMatch(/Its settings:.{0,60}<code>city<\/code>/);
});

test("a tool replays a connection and a connector as the API does", async () => {
  for (const [kind, id] of [
    ["connector", first],
    ["instance", connection],
  ] as const) {
    const tool = await runTool("replay", [kind, id], { DATABASE_URL: db.url, APP_SECRET: PRODUCT_SECRET });
    const { state } = (await auditor.get(`/api/history/${kind}/${id}/state`)).json;
    expect(JSON.parse(tool.out).state).toMatchObject({ kind, status: state.status, ownerId: state.owner_id });
  }
});

test("an auditor reads every history, the owner of a connector is not told who is connected", async () => {
  for (const subject of [`connector/${first}`, `instance/${connection}`, `user/${ben.id}`])
    for (const part of ["", "/state"]) expect((await auditor.get(`/api/history/${subject}${part}`)).status).toBe(200);
  expect((await auditor.get(`/history/connector/${first}`)).status).toBe(200);
  for (const path of ["/api/history/connector/X", "/api/history/connector/X/state", "/history/connector/X"]) {
    const { status, text } = await ana.get(path.replace("X", first));
    expect(status).toBe(200);
    for (const known of [`"${ben.name}"`, `>${ben.name}<`, `by ${ben.name}`, `about ${ben.name}`, ben.email])
      expect(text).not.toContain(known);
  }
  expect((await ana.get(`/api/history/instance/${connection}`)).status).toBe(404);
});

test("no history and no state has a value of a secret, or the name that it has in the vault", async () => {
  const { rows } = await db.pool.query<{ name: string }>("SELECT name FROM vault.secrets");
  const hidden = [SECRET, ...rows.map(({ name }) => name)];
  expect(hidden.length).toBeGreaterThan(1);
  for (const subject of [`connector/${first}`, `instance/${connection}`, `user/${ben.id}`])
    for (const path of [`/api/history/${subject}?limit=100`, `/api/history/${subject}/state`, `/history/${subject}`]) {
      const { text } = await admin.get(path);
      expect(hidden.filter((each) => text.includes(each))).toEqual([]);
    }
});

test("an erased person reads [erased] in every history, and filters still find the events", async () => {
  const { id, name, email, password } = ben;
  expect((await ben.call("DELETE", "/api/users/me", { body: { password } })).status).toBe(200);
  await eventually(async () => {
    const { rowCount } = await db.pool.query("SELECT FROM log.events WHERE type = 'AccountErased'");
    return rowCount === 1 || undefined;
  }, 60_000);
  const text = await eventually(async () => {
    const answer = await auditor.get(`/api/history/user/${id}?limit=100`);
    return answer.json.some(({ type }: Shown) => type === "AccountErased") ? answer.text : undefined;
  });
  expect(text).toContain(`"data":{"userId":"${id}","name":"[erased]","email":"[erased]"}`);
  const { json } = await auditor.get(`/api/history/connector/${first}?person=${id}`);
  expect(json[0].by ?? json.at(-1).by).toEqual({ id, name: "[erased]" });
  for (const subject of [`user/${id}`, `connector/${first}`, `instance/${connection}`])
    for (const path of [`/api/history/${subject}?limit=100`, `/api/history/${subject}/state`, `/history/${subject}`]) {
      const answer = await auditor.get(path);
      for (const known of [name, email]) expect(answer.text).not.toContain(known);
    }
});
