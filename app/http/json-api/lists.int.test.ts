import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { endpoints } from "../../api/endpoints.ts";

const APP_URL = "https://data.example.org";
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [ana, ben, cleo]: Person[] = [];
let key: string;
const datasets: { readonly id: string; readonly table_name: string }[] = [];
const connectors: string[] = [];
const instances: string[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer(
    (_request, response) => void response.setHeader("content-type", "application/json").end('[{"id":1}]'),
  );
  product = await startProduct({
    ...db.installation,
    upstreams: [upstream.port],
    env: { APP_URL, ADMIN_EMAILS: "ana@example.org" },
  });
  [ana, ben, cleo] = await Promise.all(["Ana", "Ben", "Cleo"].map((name) => product.person(name, 3)));
  key = await ana!.key();
  for (const title of ["Rivers", "Lakes quux", "Wells quux"])
    datasets.push((await ana!.upload(`${title}\n1\n`, { title })).json);
  const publish = async (title: string) => {
    const dsl = {
      protocol: "rest",
      operations: [{ id: "rows", url: `http://127.0.0.1:${upstream.port}/`, records: "$" }],
    };
    return (await ana!.post("/api/connectors/upload", { title, is_public: true, dsl })).json.id as string;
  };
  for (const title of ["Tides", "Rain", "Wind"]) connectors.push(await publish(title));
  for (const connector_id of connectors)
    instances.push((await ana!.post("/api/connectors/activate", { connector_id })).json.id);
  for (let time = 0; time < 3; time += 1) await ana!.post(`/api/connectors/run/${instances[0]}`);
  for (const { id } of datasets) await ben!.post("/api/access/grant", { assetId: id });
  await cleo!.post("/api/access/grant", { assetId: datasets[0]!.id });
  // Three versions, the last of them an open draft.
  const draft = async () =>
    (await ana!.post("/api/connectors/draft", { parent_id: connectors[0] })).json.connector.id as string;
  await ana!.post(`/api/connectors/${await draft()}/publish`);
  await draft();
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

const stream = (query: string, headers = {}) =>
  product.call("GET", `/api/stream/data${query}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
/** The URLs of a Link header by their relation. */
const links = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    [...(headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]),
  );
const totalOf = ({ headers }: Answer) => Number(headers.get("x-total-count"));

/** Lists with cursors in both directions, which no total goes with, and one that has page numbers alone. */
const CATALOGUE = new Set(["/api/assets", "/api/connectors", "/api/assets/categories"]);

describe("every list comes in pages", () => {
  /** Each with its minimum number of items: some include those of the starter catalogue. */
  const lists: readonly [name: string, least: number, get: (query: string) => Promise<Answer>][] = [
    ["/api/assets", 3, (query) => ana!.get(`/api/assets${query}`)],
    ["/api/connectors", 3, (query) => ben!.get(`/api/connectors${query}`)],
    ["/api/connectors/my", 3, (query) => ana!.get(`/api/connectors/my${query}`)],
    [
      "/api/connectors/{id}/versions, of its author",
      3,
      (query) => ana!.get(`/api/connectors/${connectors[0]}/versions${query}`),
    ],
    [
      "/api/connectors/{id}/versions, of a stranger",
      2,
      (query) => ben!.get(`/api/connectors/${connectors[0]}/versions${query}`),
    ],
    [
      "/api/connectors/instance/{id}/runs",
      3,
      (query) => ana!.get(`/api/connectors/instance/${instances[0]}/runs${query}`),
    ],
    ["/api/assets/{id}/shares", 2, (query) => ana!.get(`/api/assets/${datasets[0]!.id}/shares${query}`)],
    ["/api/assets/categories", 9, (query) => ana!.get(`/api/assets/categories${query}`)],
    ["/api/access/my", 3, (query) => ben!.get(`/api/access/my${query}`)],
    ["/api/stream/data", 6, (query) => stream(query)],
  ];

  test.each(lists)("%s", async (_name, least, get) => {
    const whole = await get("?page=1");
    const total = totalOf(whole);
    expect([whole.status, whole.json.length]).toEqual([200, total]);
    expect(total).toBeGreaterThanOrEqual(least);
    const pages = await Promise.all(Array.from({ length: total + 1 }, (_, at) => get(`?page=${at + 1}&limit=1`)));
    expect(pages.flatMap(({ json }) => json)).toEqual(whole.json);
    expect(pages.map(totalOf)).toEqual(pages.map(() => total));
    const second = links(pages[1]!);
    expect(Object.entries(second).map(([rel, to]) => [rel, new URL(to).searchParams.get("page")])).toEqual([
      ["first", "1"],
      ["prev", "1"],
      ...(total > 2 ? [["next", "3"]] : []),
      ["last", String(total)],
    ]);
    expect(Object.values(second).every((to) => to.startsWith(`${APP_URL}/api/`))).toBe(true);
    expect(Object.keys(links(whole))).toEqual(["first", "last"]);
    expect(Object.keys(links(pages[total - 1]!))).toEqual(["first", "prev", "last"]);
    for (const query of ["?page=0", "?limit=1001", "?limit=x"]) expect((await get(query)).status, query).toBe(400);
  });

  test.each(lists.filter(([name]) => !CATALOGUE.has(name)))("%s goes on by cursors", async (_name, _least, get) => {
    const whole = await get("");
    expect(Object.keys(links(whole))).toEqual(["first"]);
    const pages = [await get("?limit=1")];
    for (let next = links(pages[0]!)["next"]; next; next = links(pages.at(-1)!)["next"])
      pages.push(await get(new URL(next).search));
    expect(pages.flatMap(({ json }) => json)).toEqual(whole.json);
    expect(pages.map(totalOf)).toEqual(pages.map(() => whole.json.length));
    const after = new URL(links(pages[0]!)["next"]!).searchParams.get("after")!;
    const others = Buffer.from('["2026-01-01","\\u0000"]').toString("base64url");
    for (const [query, error] of [
      ["after=yesterday", "after takes a cursor from a Link header of this list."],
      [`after=${others}`, "after takes a cursor from a Link header of this list."],
      [`after=${after}&page=2`, "page and after do not go together."],
    ] as const)
      expect((await get(`?${query}`)).json).toMatchObject({ error, field: "after" });
  });

  test("an item that comes meanwhile moves no other one over the edge of a page", async () => {
    const runs = `/api/connectors/instance/${instances[0]}/runs`;
    const numbers = ({ json }: Answer) => json.map(({ number }: { number: number }) => number);
    const first = await ana!.get(`${runs}?limit=2`);
    await ana!.post(`/api/connectors/run/${instances[0]}`);
    const second = await ana!.get(links(first)["next"]!.replace(APP_URL, ""));
    expect([numbers(first), numbers(second)]).toEqual([[3, 2], [1]]);
    expect(numbers(await ana!.get(runs))).toEqual([4, 3, 2, 1]);
  });

  test.each([
    ["/api/assets", () => ana!],
    ["/api/connectors", () => ben!],
  ])("%s comes from cursor to cursor without page numbers, in both directions", async (path, who) => {
    const whole = await who().get(path);
    expect(whole.headers.get("x-total-count")).toBe(null);
    expect(totalOf(await who().get(`${path}?total=true`))).toBe(whole.json.length);
    const forwards = [await who().get(`${path}?limit=2`)];
    for (let next = links(forwards[0]!)["next"]; next; next = links(forwards.at(-1)!)["next"])
      forwards.push(await who().get(next.replace(APP_URL, "")));
    expect(forwards.flatMap(({ json }) => json)).toEqual(whole.json);
    expect(forwards.every(({ json }) => json.length > 0 && json.length <= 2)).toBe(true);
    const last = forwards.at(-1)!;
    const before = await who().get(links(last)["prev"]!.replace(APP_URL, ""));
    expect(before.json).toEqual(forwards.at(-2)!.json);
    expect(Object.keys(links(whole))).toEqual(["first"]);
    expect((await who().get(`${path}?limit=1000`)).json).toEqual(whole.json);
    const wrong = await who().get(`${path}?after=yesterday`);
    expect([wrong.status, wrong.json]).toMatchObject([
      400,
      { error: "after and before take a cursor from a Link header of this list." },
    ]);
  });

  test("a search counts and pages what it finds, and its links go on with it", async () => {
    const found = await ana!.get("/api/assets?search=QUUX&limit=1&page=1");
    expect([found.json.map(({ title }: { title: string }) => title), totalOf(found)]).toEqual([["Wells quux"], 2]);
    const next = new URL(links(found)["next"]!);
    expect([next.searchParams.get("search"), next.searchParams.get("page")]).toEqual(["QUUX", "2"]);
    expect((await ana!.get(next.pathname + next.search)).json[0].title).toBe("Lakes quux");
    const misspelt = await ana!.get("/api/assets?search=qux&total=true");
    expect([misspelt.json.length, totalOf(misspelt)]).toEqual([0, 0]);
    expect((await ana!.get("/api/assets?search=Rivres")).json).toHaveLength(1);
    expect(
      (await ana!.get("/api/connectors?search=tides")).json.map(({ title }: { title: string }) => title),
    ).toContain("Tides");
    expect((await ana!.get("/api/connectors?search=quux")).json).toEqual([]);
  });

  test("the list of streams has ids, with which it is asked for rows", async () => {
    const { json } = await stream("");
    expect(json.map(({ id, kind }: { id: string; kind: string }) => [kind, id]).sort()).toEqual(
      [...datasets.map(({ id }) => ["dataset", id]), ...instances.map((id) => ["output", id])].sort(),
    );
    const rows = async (table: string) => (await stream(`?table=${table}`)).text.replace(/"request_id":"[^"]+"/, "");
    for (const { id, table } of json) expect(await rows(id)).toBe(await rows(table));
  });
});

describe("what a call does not know is refused", () => {
  test.each([
    ["/api/assets?serch=rivers", "Unknown parameter serch. Did you mean search?"],
    [
      "/api/assets?utm_source=mail",
      "Unknown parameter utm_source. The parameters here are page, limit, after, before, total, search, category, sort, updated_since, license and updated_within.",
    ],
    ["/api/users/me?fields=name", "Unknown parameter fields. There are no parameters here."],
    ["/api/connectors/my?pages=2", "Unknown parameter pages. Did you mean page?"],
    ["/api/assets?page=1&page=2", "The parameter page is given twice."],
  ])("%s", async (path, error) => {
    const answer = await ana!.get(path);
    expect([answer.status, answer.json]).toMatchObject([400, { error }]);
  });

  test("by every call of the API", async () => {
    const id = "0197a000-0000-7000-8000-000000000000";
    expect(endpoints.length).toBeGreaterThan(45);
    // OData has services ignore the parameters without a dollar that they do not know.
    for (const { method, path, who } of endpoints.filter(({ protocol }) => protocol !== "odata")) {
      const at = path
        .replace("{file}", `${datasets[0]!.table_name}.csv`)
        .replace(/\{(?:id|tableName)\}/, datasets[0]!.id)
        .replace(/\{\w+\}/g, id);
      const target = `${at}?zzz=1${path.includes("/stream/data") ? `&table=${datasets[0]!.id}` : ""}`;
      const headers: Record<string, string> = who === "key" ? { authorization: `Bearer ${key}` } : {};
      const { status, json } = await ana!.call(method, target, { headers, ...(method === "GET" ? {} : { body: {} }) });
      expect([method, path, status, json]).toMatchObject([
        method,
        path,
        400,
        { error: expect.stringMatching(/^(Unknown parameter zzz\.|There is no column or parameter "zzz"\.)/) },
      ]);
    }
  });

  test.each([
    ["?tabel=rivers", "Unknown parameter tabel. Did you mean table?"],
    ["?format=csv", "Unknown parameter format. The parameters here are page, limit, after, table, api_key and token."],
  ])("by the list of streams: %s", async (query, error) => {
    const answer = await stream(query);
    expect([answer.status, answer.json]).toMatchObject([400, { error }]);
  });

  test("by a short address what it says itself", async () => {
    const answer = await product.call("GET", `/d/${datasets[0]!.table_name}.csv?format=json`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { error: "Leave out format: the address says it already." },
    ]);
  });

  test("but not by pages", async () => {
    for (const path of [
      "/",
      "/datastore",
      "/login",
      "/documentation",
      `/dataset_profile/${datasets[0]!.id}`,
      `/connector_profile/${connectors[0]}`,
    ]) {
      expect((await product.call("GET", `${path}?utm_source=mail&fbclid=x`)).status, path).toBe(200);
    }
  });

  test("those who are not signed in hear that first", async () => {
    expect((await product.call("GET", "/api/users/me?zzz=1")).status).toBe(401);
  });
});

describe("rows that were set aside", () => {
  test("come one JSON object a line, and none of them as an empty answer", async () => {
    const none = await ana!.get(`/api/assets/${datasets[0]!.id}/rejected`);
    expect([none.status, none.headers.get("content-type"), none.text]).toEqual([
      200,
      "application/x-ndjson; charset=utf-8",
      "",
    ]);
    const ragged = (await ana!.upload('a,b\n1,2\n3,"x, y",4\n5,6\n7,8\n', { title: "Ragged" })).json;
    expect(ragged.rejected).toBe(1);
    const some = await ana!.get(`/api/assets/${ragged.id}/rejected`);
    expect(
      some.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as object),
    ).toEqual([{ line: 3, record: 2, reason: expect.any(String) as string, text: '3,"x, y",4' }]);
    expect(some.headers.get("content-disposition")).toContain(".rejected.jsonl");
    expect((await ana!.call("HEAD", `/api/assets/${ragged.id}/rejected`)).status).toBe(200);
  });
});
