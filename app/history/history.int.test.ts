import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { runTool } from "#testing/command/run-tool.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { stateShape } from "../api/shapes/history-shape.ts";

let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;
let admin: Person;
let id: string;
let between: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({
    ...db.installation,
    env: { ADMIN_EMAILS: "chief@example.org", DATASET_VERSIONS_KEPT: "2" },
  });
  [ana, ben, admin] = await Promise.all([product.person("Ana", 3), product.person("Ben", 3), product.person("Chief")]);
  id = (await ana.call("POST", "/api/assets/upload-csv", { body: fileOf("name,km\nRhine,1233\n", "Rivers") })).json.id;
  between = await eventually(async () => {
    const [latest] = (await ana.call("GET", `/api/history/dataset/${id}`)).json;
    return latest?.type === "DatasetLoaded" ? (latest.at as string) : undefined;
  });
  await ana.call("PATCH", `/api/assets/${id}`, { body: { title: "Long rivers" } });
  await ana.call("POST", `/api/assets/${id}/shares`, { body: { email: ben.email } });
  await ana.call("POST", `/api/assets/${id}/versions`, { body: fileOf("name,km\nRhine,1233\nElbe,1094\n") });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

function fileOf(csv: string, title?: string): FormData {
  const form = new FormData();
  if (title !== undefined) form.append("title", title);
  form.append("file", new Blob([csv]), "rivers.csv");
  return form;
}

test("a history tells who changed what from what to what, with the reason, the hash and the proof", async () => {
  const { json } = await admin.call("GET", `/api/history/dataset/${id}?about=settings`);
  expect(json).toMatchObject([
    {
      type: "DatasetEdited",
      by: { name: "Ana" },
      changes: [{ path: "title", before: "Rivers", after: "Long rivers" }],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  const proof = await eventually(async () => {
    const answer = await admin.call("GET", json[0].proof);
    return answer.status === 200 ? answer : undefined;
  });
  expect(proof.text).toContain("tlog-proof");
});

test("a list goes on from cursor to cursor without losing an event", async () => {
  const all = (await ana.call("GET", `/api/history/dataset/${id}`)).json;
  const seen: string[] = [];
  for (let next: string | undefined = `/api/history/dataset/${id}?limit=2`; next !== undefined;) {
    const { json, headers } = await ana.call("GET", next);
    seen.push(...json.map(({ position }: { position: string }) => position));
    const link: string | undefined = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    next = link && new URL(link).pathname + new URL(link).search;
  }
  expect(seen).toEqual(all.map(({ position }: { position: string }) => position));
});

test("a history is exported as JSON and as CSV, each event with its hash and the address of its proof", async () => {
  const { json: listed } = await ana.call("GET", `/api/history/dataset/${id}`);
  const at = `/api/history/dataset/${id}/export`;
  const whole = await ana.call("GET", at);
  expect(whole.json.map(({ proof: _, ...event }: { proof: string }) => event)).toEqual(
    listed.map(({ proof: _, ...event }: { proof: string }) => event),
  );
  const [{ proof }] = whole.json as [{ proof: string }];
  expect(proof).toMatch(/^https?:.*\/api\/history\/dataset-.*\/proof$/);
  const csv = await admin.call("GET", `${at}?format=csv&about=settings`);
  expect([csv.headers.get("content-type"), csv.headers.get("content-disposition")]).toEqual([
    "text/csv; charset=utf-8; header=present",
    `attachment; filename="history-dataset-${id}.csv"`,
  ]);
  const [head, line, end] = csv.text.split("\r\n");
  expect(head).toMatch(/^at,type,by_id,.*,hash,proof$/);
  expect(line).toContain(`DatasetEdited,${ana.id},Ana,`);
  expect(line).toContain(`"[{""path"":""title"",""before"":""Rivers"",""after"":""Long rivers""}]"`);
  expect(line).toMatch(/,[0-9a-f]{64},http/);
  expect(end).toBe("");
  expect((await ben.call("GET", at)).status).toBe(404);
  expect((await ana.call("GET", `${at}?format=xml`)).status).toBe(400);
});

test("the person of a filter is who did it or whom it is about", async () => {
  const { json: me } = await ben.call("GET", "/api/users/me");
  const { json } = await ana.call("GET", `/api/history/dataset/${id}?person=${me.id}`);
  expect(json.map(({ type }: { type: string }) => type)).toEqual(["AccessGranted"]);
  expect((await ben.call("GET", `/api/history/user/${me.id}?about=access`)).json).toMatchObject(
    [{ type: "StreamingKeyReplaced" }, { type: "AccessGranted" }].filter(({ type }) => type === "AccessGranted"),
  );
});

test("a person is found by name and address by those who may know them, and by nobody else", async () => {
  const types = async (who: Person, person: string) =>
    (await who.call("GET", `/api/history/dataset/${id}?person=${encodeURIComponent(person)}`)).json.map(
      ({ type }: { type: string }) => type,
    );
  for (const who of [ana, admin])
    for (const named of ["Ben", "bEN", ben.email]) expect(await types(who, named)).toEqual(["AccessGranted"]);
  const explained = async (who: Person, person: string) =>
    (await who.call("GET", `/api/audit/why?item=${id}&user=${encodeURIComponent(person)}`)).status;
  const stranger = await product.person("Cleo");
  expect([await explained(ana, ben.email), await explained(admin, stranger.email)]).toEqual([200, 200]);
  // An owner does not learn which addresses have an account.
  expect([await explained(ana, stranger.email), await explained(ana, "nobody@example.org")]).toEqual([404, 404]);
  expect((await ana.call("GET", `/history/dataset/${id}?person=Ben`)).text).toContain("Access granted");
});

test("a timeline counts the events of each kind, up to a time, and its bars lead to them", async () => {
  const all = (await ana.call("GET", `/api/history/dataset/${id}`)).json as { type: string }[];
  const { json } = await ana.call("GET", `/api/history/dataset/${id}/timeline`);
  const counted = json.bars.flatMap(({ counts }: { counts: Record<string, number> }) => Object.values(counts));
  expect([json.total, counted.reduce((a: number, b: number) => a + b), json.unit]).toEqual([
    all.length,
    all.length,
    "hour",
  ]);
  const then = (await admin.call("GET", `/api/history/dataset/${id}/timeline?as_of=${between}`)).json;
  expect(then.bars.map(({ counts }: { counts: object }) => counts)).toEqual([{ versions: then.total }]);
  const page = (await ana.call("GET", `/history/dataset/${id}`)).text;
  const href = /href="[^"?]*(\?[^"]*about=access[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const filtered = (await ana.call("GET", `/history/dataset/${id}${href}`)).text;
  expect(filtered).toContain('class="what">Access granted<');
  expect(filtered).not.toContain('class="what">Dataset loaded<');
  expect((await ben.call("GET", `/api/history/dataset/${id}/timeline`)).status).toBe(404);
});

test("settings, access and rows are as they were", async () => {
  const before = await admin.call("GET", `/api/history/dataset/${id}/state?as_of=${between}`);
  expect(before.json.state).toMatchObject({ title: "Rivers", version_count: 1, access: { total: 0 } });
  const now = await eventually(async () => {
    const { json } = await admin.call("GET", `/api/history/dataset/${id}/state`);
    return json.state.version_count === 2 ? json : undefined;
  });
  expect(now.state).toMatchObject({ title: "Long rivers", access: { total: 1 } });
  const then = await admin.call("GET", `/api/history/dataset/${id}/rows?as_of=${between}`);
  expect(then.json).toMatchObject({ version: 1, total: 1, rows: [{ name: "Rhine", km: 1233 }] });
});

test("the page, the API and the command line tool say the same of a time", async () => {
  const { json } = await ana.call("GET", `/api/history/dataset/${id}/state?as_of=${between}`);
  const tool = await runTool("replay", ["dataset", id, "--as-of", between], {
    DATABASE_URL: db.url,
    APP_SECRET: PRODUCT_SECRET,
  });
  expect(tool.faults).toBe("");
  expect(stateShape(JSON.parse(tool.out).state)).toEqual(json.state);
  const page = (await ana.call("GET", `/history/dataset/${id}?as_of=${between}`)).text;
  const { title, versions, columns, table_name: table } = json.state;
  const [{ content_hash: hash }] = versions;
  for (const said of [title, table, hash, ...columns.map(({ name }: { name: string }) => name)])
    expect(page).toContain(said);
  expect(page).toContain(`/api/history/dataset/${id}/state?as_of=`);
  expect(page).not.toContain("Long rivers");
  expect(page).toContain("Rhine");
  expect(page).not.toContain("Elbe");
});

test.each(["dataset", "connector", "instance", "user", "planet"])(
  "a %s of others is as one that is missing",
  async (kind) => {
    const { json: me } = await ana.call("GET", "/api/users/me");
    const theirs = kind === "user" ? me.id : id;
    for (const part of ["", "/state", "/rows"]) {
      const found = await ben.call("GET", `/api/history/${kind}/${theirs}${part}`);
      const missing = await ben.call("GET", `/api/history/${kind}/no-such-thing${part}`);
      expect([found.status, found.json.error]).toEqual([404, missing.json.error]);
    }
    expect((await ben.call("GET", `/history/${kind}/${theirs}`)).status).toBe(404);
  },
);

test("an account has no rows, and a day before the first version has none", async () => {
  const { json: me } = await ana.call("GET", "/api/users/me");
  expect((await ana.call("GET", `/api/history/user/${me.id}/rows`)).json.error).toBe(
    "Only datasets and connections have rows.",
  );
  expect((await ana.call("GET", `/api/history/dataset/${id}/rows?as_of=2001-01-01`)).json.error).toBe(
    "There were no rows yet at this time, or the item was deleted since.",
  );
  expect((await ana.call("GET", `/api/history/dataset/${id}/state?as_of=soon`)).status).toBe(400);
});

test("rows that are no longer kept are said to be", async () => {
  await ana.call("POST", `/api/assets/${id}/versions`, { body: fileOf("name,km\nOder,742\n") });
  const then = await eventually(async () => {
    const answer = await ana.call("GET", `/api/history/dataset/${id}/rows?as_of=${between}`);
    return answer.status === 404 ? answer : undefined;
  });
  expect(then.json.error).toBe("The rows of version 1, which readers saw then, are no longer kept.");
});

test("admins are not shown the secrets of an author, and an author is not told who is connected", async () => {
  const definition = (secret: string) => ({
    protocol: "rest",
    auth: { type: "bearer", fields: [{ key: "token", label: "Token", type: "text", default: secret }] },
    operations: [{ id: "items", url: "https://api.example.com/items" }],
  });
  const first = await ana.post("/api/connectors/upload", {
    title: "Items",
    is_public: true,
    dsl: definition("CANARY-1"),
  });
  const root: string = first.json.id;
  const draft = (await ana.post("/api/connectors/draft", { parent_id: root })).json.connector.id;
  await ana.call("PATCH", `/api/connectors/${draft}/draft`, { body: { dsl: definition("CANARY-2") } });
  const second = await ana.post(`/api/connectors/${draft}/publish`);
  expect([first.status, second.status, second.text]).toEqual([201, 201, expect.any(String)]);
  const asked = await ben.post("/api/connectors/activate", { connector_id: second.json.id });
  const { consent } = asked.json;
  if (consent !== undefined) await ben.post("/api/connectors/activate", { connector_id: second.json.id, consent });
  const paths = [
    `/api/history/connector/${root}/state`,
    `/api/history/connector/${root}`,
    `/history/connector/${root}`,
  ];
  const seen = async (by: Person) =>
    eventually(async () => {
      const texts = (await Promise.all(paths.map((path) => by.get(path)))).map(({ text }) => text);
      return texts[1]!.includes("ConnectorSubscribed") && texts;
    });
  const csv = (by: Person) => by.get(`/api/history/connector/${root}/export?format=csv`);
  const [byAdmin, byAuthor] = [await seen(admin), await seen(ana)];
  for (const text of [...byAdmin, (await csv(admin)).text]) expect(text).not.toContain("CANARY");
  expect(byAuthor[0]).toContain("CANARY-2");
  const { json: me } = await ben.get("/api/users/me");
  expect(JSON.parse(byAdmin[0]!).state.access).toMatchObject({ total: 1, people: [{ user_id: me.id }] });
  for (const text of byAuthor) expect(text).not.toContain(ben.email);
  expect(byAuthor[1]).toContain("another user");
  expect(JSON.parse(byAuthor[0]!).state.access).toMatchObject({ total: 1, people: [] });
});
