import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** How forms answer to mistakes: a second window that is out of date, a run with unsaved changes, an unknown path. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ada: Person;
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    asked.push(String(request.headers["x-mine"]));
    if (request.url === "/never") return;
    response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]');
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const definition = () => ({
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/rows`, params_fields: [{ key: "station" }] }],
});
const publish = async (title: string) =>
  (await ada.post("/api/connectors/upload", { title, is_public: true, dsl: definition() })).json.id as string;
const send = (path: string, fields: Record<string, string>) =>
  ada.post(path, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
/** The value of a hidden field on the page at this path. */
const hidden = async (path: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec((await ada.get(path)).text)?.[1] ?? "";
/** The message that an answer leaves for the next page. */
const flash = (headers: Headers) =>
  Buffer.from(
    decodeURIComponent(/flash=([^;]*)/.exec(headers.getSetCookie().join(" "))?.[1] ?? ""),
    "base64",
  ).toString();

describe("a draft in two windows", () => {
  const form = { intent: "save-draft", category: "API", description: "", dsl: "{}", price: "0" };
  const draftOf = async (connectorId: string) =>
    (await ada.post("/api/connectors/draft", { parent_id: connectorId })).json.connector.id as string;
  const title = async (id: string) => (await ada.get(`/api/connectors/${id}`)).json.title as string;

  test("the one that is behind replaces nothing without being told, and may then", async () => {
    const id = await draftOf(await publish("Behind"));
    const page = `/upload?edit=${id}`;
    const seen = await hidden(page, "seen");
    expect((await send(page, { ...form, draft_id: id, seen, title: "First" })).status).toBe(302);
    const behind = await send(page, { ...form, draft_id: id, seen, title: "Second" });
    expect([behind.status, behind.text.includes("This draft was saved in another window"), await title(id)]).toEqual([
      409,
      true,
      "First",
    ]);
    expect(behind.text).toContain('value="Second"');
    const newer = /name="seen" value="([^"]*)"/.exec(behind.text)?.[1] ?? "";
    expect((await send(page, { ...form, draft_id: id, seen: newer, title: "Second" })).status).toBe(302);
    expect(await title(id)).toBe("Second");
  });

  test("a second press saves and publishes nothing anew", async () => {
    const id = await draftOf(await publish("Pressed twice"));
    const page = `/upload?edit=${id}`;
    const fields = {
      ...form,
      draft_id: id,
      seen: await hidden(page, "seen"),
      title: "Twice",
      dsl: JSON.stringify(definition()),
    };
    const statuses = async (sent: Record<string, string>) => [
      (await send(page, sent)).status,
      (await send(page, sent)).status,
    ];
    expect(await statuses(fields)).toEqual([302, 302]);
    const pressed = { ...fields, seen: await hidden(page, "seen"), intent: "publish-draft" };
    const [first, second] = [await send(page, pressed), await send(page, pressed)];
    expect([first.status, second.headers.get("location")]).toEqual([302, first.headers.get("location")]);
  });

  test("what was written into one that is published meanwhile goes on in another", async () => {
    const parent = await publish("Published meanwhile");
    const id = await draftOf(parent);
    const seen = await hidden(`/upload?edit=${id}`, "seen");
    await ada.post(`/api/connectors/${id}/publish`);
    const saved = await send(`/upload?edit=${id}`, {
      ...form,
      draft_id: id,
      seen,
      parent_id: parent,
      title: "Written for an hour",
    });
    const next = /^\/upload\?edit=([\w-]+)$/.exec(saved.headers.get("location") ?? "")?.[1] ?? "";
    expect([saved.status, next !== id, await title(next)]).toEqual([302, true, "Written for an hour"]);
    expect(flash(saved.headers)).toContain("What you wrote is kept in this one.");
    expect(await draftOf(parent)).toBe(next);
  });
});

describe("the settings of a connection", () => {
  const connect = async (title: string) => {
    const connector_id = await publish(title);
    const { id } = (await ada.post("/api/connectors/activate", { connector_id })).json;
    const stored = async () =>
      (await ada.get("/api/connectors/my")).json.find((each: { id: string }) => each.id === id);
    return { page: `/connector_profile/${connector_id}`, id, stored };
  };
  const form = { method: "GET", refresh_interval: "0", override: "true" };

  test("in a window that is behind replace nothing without being told", async () => {
    const { page, stored } = await connect("Settings behind");
    const revision = await hidden(page, "revision");
    expect((await send(page, { ...form, intent: "save", revision, "setting.station": "First" })).status).toBe(302);
    const behind = await send(page, { ...form, intent: "save", revision, "setting.station": "Second" });
    expect([
      behind.status,
      behind.text.includes("These settings were changed in another window"),
      (await stored()).settings,
    ]).toEqual([409, true, { station: "First" }]);
    const newer = /name="revision" value="([^"]*)"/.exec(behind.text)?.[1] ?? "";
    expect((await send(page, { ...form, intent: "save", revision: newer, "setting.station": "Second" })).status).toBe(
      302,
    );
    expect((await stored()).settings).toEqual({ station: "Second" });
  });

  test("are saved once when Save is pressed twice", async () => {
    const { page, stored } = await connect("Saved twice");
    const pressed = {
      ...form,
      intent: "save",
      revision: await hidden(page, "revision"),
      "setting.station": "Twice",
      header_key: "X-Mine",
      header_value: "1",
    };
    expect([(await send(page, pressed)).status, (await send(page, pressed)).status]).toEqual([302, 302]);
    expect((await stored()).settings).toEqual({ station: "Twice" });
  });

  test.each([
    ["a header", { header_key: "X-Mine", header_value: "1" }],
    ["the method", { method: "POST", body_template: "" }],
    ["the interval", { refresh_interval: "60" }],
  ])("are saved before a run where %s was changed, for a run would leave it out", async (what, changed) => {
    const { page, stored } = await connect(`Run with ${what}`);
    const refused = await send(page, { ...form, ...changed, intent: "run", "setting.station": "x" });
    expect([refused.status, refused.text.includes("Save your changes first"), (await stored()).last_run]).toEqual([
      409,
      true,
      null,
    ]);
    expect((await send(page, { ...form, intent: "run", "setting.station": "x" })).status).toBe(302);
    expect((await stored()).last_run).toMatchObject({ status: "success" });
  });

  test("count a header only when both key and value are filled", async () => {
    const { id } = await connect("Half-filled headers");
    const patched = await ada.call("PATCH", `/api/connectors/instance/${id}`, {
      body: { headers: { "X-Mine": "1", "X-Empty": "", "": "nameless" } },
    });
    expect([patched.status, patched.json.headers]).toEqual([200, { "X-Mine": "1" }]);
    await ada.post(`/api/connectors/run/${id}`);
    expect(asked.at(-1)).toBe("1");
  });
});

test("an address in the DataStore that leads to nothing is a page that says so", async () => {
  const { status, text } = await product.call("GET", "/datastore/none");
  expect([status, text.includes("<h1"), text.includes("Item not found")]).toEqual([404, true, true]);
});

test.each(["publish", "save-draft", "test-read"])(
  "a definition of a megabyte is told at its field: %s",
  async (intent) => {
    const connector = await publish(`Large ${intent}`);
    const draft_id = (await ada.post("/api/connectors/draft", { parent_id: connector })).json.connector.id;
    const dsl = JSON.stringify({ ...definition(), name: '"'.repeat(550_000) });
    const { status, text } = await send("/upload?tab=connector", {
      intent,
      draft_id,
      title: "Typed",
      category: "API",
      description: "",
      price: "0",
      dsl,
    });
    expect([status, text.includes(">The definition is larger than 256 kB."), text.includes('value="Typed"')]).toEqual([
      400,
      true,
      true,
    ]);
  },
);

test("a run whose connection is removed meanwhile says so", async () => {
  const dsl = { ...definition(), operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/never` }] };
  const connector_id = (await ada.post("/api/connectors/upload", { title: "Removed meanwhile", is_public: true, dsl }))
    .json.id;
  const { id } = (await ada.post("/api/connectors/activate", { connector_id })).json;
  const before = asked.length;
  const run = ada.post(`/api/connectors/run/${id}`);
  await eventually(async () => asked.length > before);
  expect((await ada.post(`/api/connectors/remove/${id}`)).status).toBe(200);
  const ended = await run;
  expect([ended.status, ended.json]).toMatchObject([
    409,
    { error: "The connection was removed, and its run with it." },
  ]);
});
