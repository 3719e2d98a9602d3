import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** A value that only the owner of an instance may see: as its key, in a setting and in a header. */
const CANARY = "canary-4b1f-never-shown";

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [owner, reader, stranger]: Person[] = [];
let answer: { status: number; rows: readonly Record<string, unknown>[] };
let asked: IncomingMessage[] = [];
let serial = 0;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    asked.push(request);
    response.statusCode = /^\/broken|site=bad/.test(request.url ?? "") ? 500 : answer.status;
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer.rows));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  [owner, reader, stranger] = await Promise.all(["Owner", "Reader", "Stranger"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});
beforeEach(() => {
  asked = [];
  answer = {
    status: 200,
    rows: [
      { id: 1, station: "Mill" },
      { id: 2, station: "Weir" },
    ],
  };
});

type Connected = { readonly connectorId: string; readonly instanceId: string; readonly tableName: string };

/** A private connector, connected with secrets. */
async function connected(
  operations: readonly object[] = [{ id: "levels", path: "/levels" }],
  settings: Record<string, unknown> = {},
): Promise<Connected> {
  serial += 1;
  const dsl = {
    protocol: "rest",
    retry: { max_attempts: 1 },
    auth: { type: "bearer", fields: [{ key: "token", label: "Token", type: "text", required: true }] },
    operations: operations.map((each) => {
      const { path, fields = [], ...rest } = each as { path: string; fields?: readonly object[] };
      return {
        method: "GET",
        url: `http://127.0.0.1:${upstream.port}${path}${path.includes("?") ? "&" : "?"}place={place}`,
        params_fields: [{ key: "place", label: "Place", type: "text", private: true }, ...fields],
        records: "$",
        ...rest,
      };
    }),
  };
  const { json } = await owner!.post("/api/connectors/upload", {
    title: `Private connector ${serial}`,
    is_public: false,
    dsl,
  });
  const made = await owner!.post("/api/connectors/activate", {
    connector_id: json.id,
    auth_data: { token: CANARY },
    settings: { place: CANARY, ...settings },
    headers: { "X-Team": CANARY },
    override: true,
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  return { connectorId: json.id, instanceId: made.json.id, tableName: made.json.output_table_name };
}

/** Runs an instance; returns the sentence of a run that failed. */
async function run({ instanceId }: Connected, status = "success"): Promise<string | null> {
  const { json, text } = await owner!.post(`/api/connectors/run/${instanceId}`);
  expect([json.status, text]).toEqual([status, text]);
  return json.error;
}

function publish({ instanceId }: Connected, fields: Record<string, unknown> = {}, by = owner!) {
  return by.post(`/api/connectors/instance/${instanceId}/publish`, {
    title: "River levels, live",
    license: "CC-BY-4.0",
    is_public: true,
    ...fields,
  });
}

/** An instance that has run, and its output as a public dataset. */
async function published(
  fields: Record<string, unknown> = {},
): Promise<{ readonly instance: Connected; readonly id: string }> {
  const instance = await connected();
  await run(instance);
  const { status, json, text } = await publish(instance, fields);
  expect([status, text]).toEqual([201, text]);
  expect(json).toEqual({ id: json.id, redirectUrl: `/dataset_profile/${json.id}` });
  return { instance, id: json.id };
}

async function stream(key: string, table: string, query = "") {
  return product.call("GET", `/api/stream/data?table=${table}${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}

test("a subscriber streams what each complete pull brings, and nothing of the connection behind it", async () => {
  const { instance, id } = await published({
    description: "Levels of the Rhine",
    category: "Environment",
    keywords: ["water"],
  });
  expect(asked[0]?.headers["authorization"]).toContain(CANARY);
  const item = (await reader!.get(`/api/assets/${id}`)).json;
  expect(item).toMatchObject({
    title: "River levels, live",
    description: "Levels of the Rhine",
    category: "Environment",
    keywords: ["water"],
    license: "CC-BY-4.0",
    price: 0,
    is_public: true,
    status: "ready",
    rows: 2,
    file_name: null,
    subscriber_count: 0,
    accessible: false,
    source: { kind: "connection", connector: null, live: true, stopped_at: null, refresh_interval: 0 },
  });
  const key = await reader!.key();
  expect((await stream(key, id)).status).toBe(403);
  expect((await reader!.post("/api/access/grant", { assetId: id })).status).toBe(200);

  const first = await stream(key, item.table_name);
  expect([first.status, first.json]).toEqual([
    200,
    [
      { id: 1, station: "Mill" },
      { id: 2, station: "Weir" },
    ],
  ]);
  expect((await stream(key, id, "&station=eq.Weir&columns=id")).json).toEqual([{ id: 2 }]);
  const unchanged = await product.call("GET", `/api/stream/data?table=${item.table_name}`, {
    headers: { authorization: `Bearer ${key}`, "if-none-match": first.headers.get("etag")! },
  });
  expect(unchanged.status).toBe(304);

  answer.rows = [{ id: 3, station: "Lock", depth: 2.5 }];
  await run(instance);
  const second = await stream(key, item.table_name);
  expect(second.json).toEqual([{ id: 3, station: "Lock", depth: 2.5 }]);
  expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
  expect((await reader!.get(`/api/assets/${id}`)).json).toMatchObject({
    rows: 1,
    columns: [{ name: "id" }, { name: "station" }, { name: "depth" }],
  });

  for (const column of ["_run_id", "_row_id"]) {
    const asked = await stream(key, id, `&columns=${column}`);
    expect([column, asked.status]).toEqual([column, column === "_row_id" ? 200 : 400]);
  }
  expect((await stream(key, id, "&order=_run_id")).status).toBe(400);
  expect((await stream(key, instance.tableName)).status).toBe(404);
  expect((await stream(key, instance.instanceId)).status).toBe(404);
});

test("a pull that fails changes nothing", async () => {
  const { instance, id } = await published();
  const before = (await owner!.get(`/api/assets/${id}/data`)).json;
  answer = { status: 500, rows: [] };
  const sentence = await run(instance, "failed");
  expect(sentence).toContain("answered 500");
  expect((await owner!.get(`/api/assets/${id}/data`)).json).toEqual(before);
  for (const path of [`/api/assets/${id}`, `/dataset_profile/${id}`])
    expect((await reader!.get(path)).text).not.toMatch(/answered 500/);
});

test("of a run that came out in part only what is whole is shown", async () => {
  const sites = [{ key: "site", label: "Site", type: "text", multiple: true }];
  const half = { id: "half", path: "/half?site={site}", fields: sites, write_disposition: "append" };
  const instance = await connected([{ id: "levels", path: "/levels" }, half, { id: "gone", path: "/broken" }], {
    site: ["good", "bad"],
  });
  await run(instance, "partial");
  expect((await owner!.get(`/api/assets/table/${instance.tableName}_half`)).json.total).toBe(2);
  for (const operation of ["half", "gone"])
    expect([operation, (await publish(instance, { operation })).status]).toEqual([operation, 400]);
  const { id } = (await publish(instance)).json;
  answer.rows = [{ id: 7, station: "Whole" }];
  await run(instance, "partial");
  expect((await owner!.get(`/api/assets/${id}/data`)).json.rows).toEqual(answer.rows);
});

test("a private one is shared with named users and is nothing to anybody else", async () => {
  const { instance, id } = await published({ is_public: false });
  const { table_name } = (await owner!.get(`/api/assets/${id}`)).json;
  const keys = [await reader!.key(), await stranger!.key()];
  expect((await owner!.post(`/api/assets/${id}/shares`, { email: reader!.email })).status).toBe(201);
  expect((await stream(keys[0]!, table_name)).json).toHaveLength(2);
  for (const path of [
    `/api/assets/${id}`,
    `/api/assets/${id}/data`,
    `/api/assets/table/${table_name}`,
    `/dataset_profile/${id}`,
  ]) {
    expect([path, (await reader!.get(path)).status, (await stranger!.get(path)).status]).toEqual([path, 200, 404]);
  }
  expect((await stream(keys[1]!, table_name)).status).toBe(404);
  expect((await publish(instance, {}, stranger)).status).toBe(404);
  await owner!.call("DELETE", `/api/assets/${id}/shares`, { body: { email: reader!.email } });
  expect((await stream(keys[0]!, table_name)).status).toBe(404);
});

test("tells nobody a secret, a setting or the id of the connection, and visitors a sample of ten rows", async () => {
  answer.rows = Array.from({ length: 25 }, (_, at) => ({ id: at, station: `S${at}` }));
  const { instance, id } = await published();
  await reader!.post("/api/access/grant", { assetId: id });
  const { table_name } = (await owner!.get(`/api/assets/${id}`)).json;
  const visitor = await product.call("GET", `/api/assets/${id}/data`);
  expect([visitor.json.rows.length, visitor.json.total]).toEqual([10, 25]);
  const paths = [
    "/api/assets",
    `/api/assets/${id}`,
    `/api/assets/${id}/data`,
    `/api/assets/table/${table_name}`,
    `/api/assets/${id}/original`,
    `/api/assets/${id}/rejected`,
    `/dataset_profile/${id}`,
    `/dataset_profile/${id}.data`,
    "/datastore",
    "/datastore.data",
    "/manage",
    `/api/stream/data?api_key=${await reader!.key()}`,
  ];
  for (const path of paths) {
    for (const answered of [await reader!.get(path), await product.call("GET", path)]) {
      for (const fact of [CANARY, instance.instanceId, instance.tableName, instance.connectorId, "Private connector"]) {
        expect(answered.text.includes(fact), `${path} tells ${fact}`).toBe(false);
      }
    }
  }
});

test("is one dataset at a time, and may be another after it was deleted", async () => {
  const { instance, id } = await published();
  const again = await publish(instance);
  expect([again.status, again.json.error]).toEqual([409, expect.stringContaining("already published")]);
  await reader!.post("/api/access/grant", { assetId: id });
  await owner!.call("DELETE", `/api/assets/${id}/owner`);
  const next = (await publish(instance, { is_public: false })).json.id as string;
  expect(next).not.toBe(id);
  answer.rows = [{ id: 9, station: "New" }];
  await run(instance);
  // After the owner has deleted the dataset, users with access keep the rows it had, and get no new ones.
  expect((await reader!.get(`/api/assets/${id}/data`)).json.total).toBe(2);
  expect((await reader!.get(`/api/assets/${id}`)).json.source).toMatchObject({
    live: false,
    stopped_at: expect.any(String),
  });
  expect((await owner!.get(`/api/assets/${next}/data`)).json.total).toBe(1);
  const racers = await Promise.all(Array.from({ length: 6 }, () => publish(instance, { title: "Racing" })));
  expect(racers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 409));
});

test("of six who publish at the same time one does, and the same call again answers the same", async () => {
  const instance = await connected();
  expect((await publish(instance)).status).toBe(409);
  await run(instance);
  const racers = await Promise.all(Array.from({ length: 6 }, () => publish(instance)));
  expect(racers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const other = await connected();
  await run(other);
  const repeat = () =>
    owner!.post(
      `/api/connectors/instance/${other.instanceId}/publish`,
      { title: "Once" },
      { "idempotency-key": "once-1" },
    );
  expect((await repeat()).json).toEqual((await repeat()).json);
});

test("keeps the last complete pull when its connection is removed, and the clean-up leaves it alone", async () => {
  const { instance, id } = await published();
  await reader!.post("/api/access/grant", { assetId: id });
  for (const name of ["Two", "Three", "Four", "Five"]) {
    answer.rows = [{ id: 1, station: name }];
    await run(instance);
  }
  const unpublished = await connected();
  await run(unpublished);
  const tables = async () =>
    (await db.pool.query<{ count: number }>("select count(*)::int as count from registry.tables")).rows[0]!.count;
  const before = await tables();
  for (const { instanceId } of [instance, unpublished])
    expect((await owner!.post(`/api/connectors/remove/${instanceId}`)).status).toBe(200);
  await eventually(
    async () => (await tables()) === before - 1,
    20_000,
    "The clean-up took more or less than the table that nobody needs",
  );
  expect((await reader!.get(`/api/assets/${id}/data`)).json.rows).toEqual([{ id: 1, station: "Five" }]);
  const item = (await reader!.get(`/api/assets/${id}`)).json;
  expect(item.source).toMatchObject({
    kind: "connection",
    live: false,
    stopped_at: expect.any(String),
    refresh_interval: null,
  });
  expect((await product.call("GET", `/dataset_profile/${id}`)).text.includes("No longer updated since")).toBe(true);
});

test("takes a card like an upload's, and changes it", async () => {
  const instance = await connected();
  await run(instance);
  for (const [fields, words] of [
    [{ title: " " }, "title"],
    [{ category: "Nothing" }, "category"],
    [{ license: "Mine" }, "licence"],
    [{ operation: "other" }, "operation"],
    [{ price: 3 }, "price"],
  ] as const) {
    const refused = await publish(instance, fields);
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringContaining(words)]);
  }
  const { id } = (await publish(instance)).json;
  expect(
    (await owner!.call("PATCH", `/api/assets/${id}`, { body: { license: "ODbL-1.0", title: "Changed" } })).json,
  ).toMatchObject({ license: "ODbL-1.0", title: "Changed" });
  expect((await owner!.call("PATCH", `/api/assets/${id}`, { body: { license: "none of ours" } })).status).toBe(400);
  expect((await reader!.call("PATCH", `/api/assets/${id}`, { body: { title: "Mine" } })).status).toBe(403);
  const uploaded = await owner!.upload("a\n1\n", { title: "Uploaded", license: "CC0-1.0" });
  expect((await owner!.get(`/api/assets/${uploaded.json.id}`)).json).toMatchObject({
    license: "CC0-1.0",
    source: { kind: "upload" },
    file_name: "table.csv",
  });
});

function post(path: string, fields: Record<string, string>) {
  return owner!.call("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

test("is published and shared by plain forms of the connector's profile", async () => {
  const instance = await connected();
  const here = `/connector_profile/${instance.connectorId}?tab=output`;
  expect((await owner!.get(here)).text.includes("Publish or share it")).toBe(false);
  await run(instance);
  expect((await owner!.get(here)).text.includes("Publish or share it")).toBe(true);
  const card = {
    intent: "publish-output",
    operation: "levels",
    title: "By form",
    category: "Science",
    license: "CC0-1.0",
    keywords: "water, rivers",
    is_public: "true",
  };
  const unsure = await post(here, card);
  expect([
    unsure.status,
    unsure.text.includes("Confirm that you have the right to share this data."),
    unsure.text.includes("By form"),
  ]).toEqual([400, true, true]);
  const done = await post(here, { ...card, rights: "true" });
  expect(done.status).toBe(302);
  const page = await owner!.get(done.headers.get("location")!);
  for (const words of ["By form", "Live", "CC0 1.0", "refreshed manually", "Private connector"])
    expect([words, page.text.includes(words)]).toEqual([words, true]);
  // A refused share changes nothing in the form beside it.
  const beside = await post(`${done.headers.get("location")}?edit=1`, { intent: "share", email: reader!.email });
  expect([beside.status, /<input[^>]*name="is_public"[^>]*>/.exec(beside.text)?.[0]]).toEqual([
    400,
    expect.stringContaining("checked"),
  ]);
  const listed = /<h3 class="name"><a[^>]*>By form<[\s\S]*?<\/li>/.exec(
    (await owner!.get("/manage?tab=uploaded")).text,
  )?.[0];
  expect(listed).toContain("Live");

  const other = await connected();
  await run(other);
  const shared = await post(`/connector_profile/${other.connectorId}?tab=output`, {
    intent: "share-output",
    operation: "levels",
  });
  expect(shared.headers.get("location")).toMatch(/^\/dataset_profile\/[0-9a-f-]+#shares-title$/);
  const id = shared.headers.get("location")!.slice("/dataset_profile/".length).split("#")[0]!;
  expect((await owner!.get(`/api/assets/${id}`)).json).toMatchObject({
    is_public: false,
    license: "none",
    source: { kind: "connection" },
  });

  const given = { intent: "share", email: reader!.email };
  const asked = await post(`/dataset_profile/${id}`, given);
  expect([
    asked.status,
    asked.text.includes("Confirm that you have the right to share this data."),
    asked.text.includes(reader!.email),
  ]).toEqual([400, true, true]);
  expect((await reader!.get(`/api/assets/${id}`)).status).toBe(404);
  expect((await post(`/dataset_profile/${id}`, { ...given, rights: "true" })).status).toBe(302);
  expect((await reader!.get(`/api/assets/${id}`)).status).toBe(200);
});

test("has the figures of its columns once they were taken", async () => {
  answer.rows = [
    { id: 1, station: null },
    { id: 2, station: "Weir" },
  ];
  const { id } = await published();
  await eventually(
    async () => /\b0\.5\b/.test((await owner!.get(`/dataset_profile/${id}.data`)).text),
    20_000,
    "No figures came",
  );
});

test("follows the operation from version to version, and stays as it is where there is none", async () => {
  const { instance, id } = await published();
  let version = instance.connectorId;
  const next = async (operation: string): Promise<void> => {
    const draft = (await owner!.post("/api/connectors/draft", { parent_id: version })).json.connector.id as string;
    const dsl = (await owner!.get(`/api/connectors/${version}`)).json.dsl;
    await owner!.call("PATCH", `/api/connectors/${draft}/draft`, {
      body: { dsl: { ...dsl, operations: [{ ...dsl.operations[0], id: operation }] } },
    });
    const to = (await owner!.post(`/api/connectors/${draft}/publish`)).json.id as string;
    const moved = await owner!.post("/api/connectors/migrate", { old_connector_id: version, new_connector_id: to });
    expect([moved.status, moved.text]).toEqual([200, moved.text]);
    version = to;
  };
  await next("levels");
  answer.rows = [{ station: "Weir", depth: 1 }];
  await run(instance);
  expect((await owner!.get(`/api/assets/${id}/data`)).json.rows).toEqual(answer.rows);
  expect((await owner!.get(`/api/assets/${id}`)).json).toMatchObject({
    columns: [{ name: "station" }, { name: "depth" }],
    source: { live: true, connector: { version: 2 } },
  });
  await next("customers");
  const before = (await owner!.get(`/api/assets/${id}/data`)).json;
  answer.rows = [{ name: "Somebody", address: "not to be published" }];
  await run(instance);
  expect((await owner!.get(`/api/assets/table/${instance.tableName}`)).json.rows).toEqual(answer.rows);
  expect((await owner!.get(`/api/assets/${id}/data`)).json).toEqual(before);
});

test("a stream that has begun ends with the rows it began with, whatever is pulled meanwhile", async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => ({ id: at, station: "x".repeat(400) }));
  answer.rows = rows;
  const { instance, id } = await published();
  const response = await fetch(`${product.url}/api/stream/data?table=${id}&format=ndjson`, {
    headers: { authorization: `Bearer ${await owner!.key()}`, "accept-encoding": "identity" },
  });
  const reading = response.body!.getReader();
  const first = await reading.read();
  for (let pull = 0; pull < 3; pull += 1) {
    answer.rows = [{ id: pull, station: "New" }];
    await run(instance);
  }
  let read = Buffer.from(first.value!).toString();
  for (let part = await reading.read(); !part.done; part = await reading.read())
    read += Buffer.from(part.value).toString();
  expect(read.trimEnd().split("\n")).toHaveLength(rows.length);
  expect((await owner!.get(`/api/assets/${id}/data`)).json.total).toBe(1);
});

test("nobody goes through a list of addresses by sharing", async () => {
  const own = await installedDatabase();
  const few = await startProduct({ ...own.installation, env: { RATE_LIMITS: "share=2/1h" } });
  try {
    const [someone, other] = await Promise.all(["Someone", "Other"].map((name) => few.person(name, 3)));
    const { json } = await someone!.upload("station,level\nMill,1\n", { title: "Levels", is_public: "false" });
    const share = async (email: string) => (await someone!.post(`/api/assets/${json.id}/shares`, { email })).status;
    expect([await share("nobody@example.org"), await share(other!.email), await share(other!.email)]).toEqual([
      404, 201, 429,
    ]);
  } finally {
    await few.remove();
    await own.drop();
  }
});
