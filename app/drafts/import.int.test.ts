import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let author: Person;
let stranger: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  author = await product.person("Author", 3);
  stranger = await product.person("Stranger");
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const yaml = `openapi: 3.1.0
info: { title: Bridges }
servers: [{ url: https://api.example.org/v1 }]
paths:
  /bridges:
    get:
      operationId: listBridges
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses: { "200": { content: { application/json: { schema: { type: array, items: { type: object } } } } } }
  /bridges/{id}:
    get: { operationId: oneBridge, responses: {} }
`;
const send = (person: Person, body: unknown) => person.post("/api/connectors/import", body);

describe("POST /api/connectors/import", () => {
  test("a curl command becomes a draft of its sender, without the secret, and its notes stay with it", async () => {
    const { status, json } = await send(author, {
      kind: "curl",
      text: "curl https://api.example.org/bridges -H 'Authorization: Bearer hunter2'",
    });
    expect([status, json]).toEqual([
      201,
      {
        connector: { id: expect.any(String) },
        definition: expect.objectContaining({ base_url: "https://api.example.org" }),
        notes: [{ place: "header Authorization", message: expect.any(String) }],
        lost: [],
      },
    ]);
    const draft = await author.get(`/api/connectors/${json.connector.id}`);
    expect(draft.json).toMatchObject({
      is_draft: true,
      is_public: false,
      title: "Bridges of api.example.org",
      dsl: { base_url: "https://api.example.org", auth: { type: "bearer" } },
    });
    expect(draft.text).not.toContain("hunter2");
    expect((await stranger.get(`/api/connectors/${json.connector.id}`)).status).toBe(404);
    const page = await product.call("GET", `/upload?edit=${json.connector.id}`, { headers: { cookie: author.cookie } });
    expect(page.text).toContain("became a private field");
    expect((await author.post(`/api/connectors/${json.connector.id}/publish`)).status).toBe(201);
    const { rows } = await db.pool.query<{ whole: string }>(
      "select query_to_xml('select * from ' || quote_ident(schemaname) || '.' || quote_ident(tablename), true, false, '')::text as whole from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ whole }) => whole.includes("hunter2"))).toEqual([]);
  });

  test("an OpenAPI document in YAML or JSON, all of it or what was chosen", async () => {
    const all = await send(author, { kind: "openapi", text: yaml });
    expect([all.status, all.json.notes.length]).toEqual([201, 2]);
    const one = await send(author, { kind: "openapi", text: yaml, operations: ["oneBridge"] });
    const draft = (await author.get(`/api/connectors/${one.json.connector.id}`)).json;
    expect(draft).toMatchObject({
      title: "Bridges",
      dsl: { base_url: "https://api.example.org/v1", operations: [{ id: "oneBridge", url: "/bridges/{id}" }] },
    });
  });

  const manifest = `type: DeclarativeSource
check: { type: CheckStream, stream_names: [bridges] }
definitions:
  rows: { type: RecordSelector, extractor: { type: DpathExtractor, field_path: [data] } }
  requester: { type: HttpRequester, url_base: https://api.example.org/v1, path: "{{ parameters['path'] }}" }
streams:
  - type: DeclarativeStream
    name: bridges
    $parameters: { path: bridges }
    retriever: { requester: { $ref: "#/definitions/requester" }, record_selector: { $ref: "#/definitions/rows" } }
  - type: DeclarativeStream
    name: tolls
    retriever: { type: CustomRetriever, class_name: a.B, requester: { $ref: "#/definitions/requester" } }
`;

  test("a manifest is recognised; what would lose rows is left out, and refused by name, with its place", async () => {
    const { status, json } = await send(author, { text: manifest });
    const lost = [
      { place: "streams[1].retriever", feature: "custom-component", message: "Rows are fetched by program code." },
    ];
    expect([status, json.lost, json.definition.operations]).toEqual([
      201,
      lost,
      [{ id: "bridges", name: "bridges", url: "bridges", records: "data" }],
    ]);
    const draft = (await author.get(`/api/connectors/${json.connector.id}`)).json;
    expect(draft.imported).toEqual({ source: "airbyte", notes: json.notes, lost });
    const page = await product.call("GET", `/upload?edit=${json.connector.id}`, { headers: { cookie: author.cookie } });
    expect(page.text).toContain("Rows are fetched by program code.");
    const refused = await send(author, { kind: "airbyte", text: manifest, operations: ["tolls"] });
    expect([refused.status, refused.json.code, refused.json.lost]).toEqual([422, "stream-not-portable", lost]);
    const other = await send(author, { kind: "openapi", text: manifest });
    expect([other.status, other.json.code]).toEqual([400, "import-unreadable"]);
  });

  test.each<[string, unknown, number, RegExp]>([
    ["nothing", { kind: "openapi", text: " " }, 400, /^Paste a document or a curl command/],
    ["another kind", { kind: "raml", text: "x" }, 400, /kind must be openapi/],
    ["an unknown field", { kind: "curl", text: "curl a", url: "https://a.example" }, 400, /Unknown field: url/],
    ["prose", { kind: "openapi", text: "hello world" }, 400, /^This is none of what can be imported/],
    [
      "a call in JavaScript",
      { kind: "openapi", text: "fetch('https://a.example', { method: 'GET',\n b" },
      400,
      /^This is not a curl command\./,
    ],
    ["broken YAML", { kind: "openapi", text: "openapi: [1" }, 400, /^The YAML cannot be read \(line 1/],
    [
      "broken JSON",
      { kind: "openapi", text: '{ "openapi": "3.1.0", "a" "b" }' },
      400,
      /^The JSON cannot be read \(line 1/,
    ],
    [
      "an alias bomb",
      {
        kind: "openapi",
        text: [
          "a: &a [x,x,x,x,x,x,x,x,x]",
          ...[..."bcdefghi"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`),
        ].join("\n"),
      },
      400,
      /aliases expand to too much/,
    ],
    ["towers", { kind: "openapi", text: "[".repeat(100_000) }, 400, /./],
    [
      "a tower of JSON",
      { kind: "openapi", text: `${"[".repeat(2_000)}${"]".repeat(2_000)}` },
      400,
      /deeper than 100 levels/,
    ],
    ["5 MB and a byte", { kind: "openapi", text: "x".repeat(5_000_001) }, 413, /larger than 5 MB/],
    [
      "an operation that is not there",
      { kind: "openapi", text: yaml, operations: ["GET /x"] },
      400,
      /no operation "GET \/x"/,
    ],
    ["a line that deletes", { kind: "curl", text: "curl -X DELETE https://a.example" }, 400, /DELETE/],
  ])("refuses %s", async (_what, body, status, error) => {
    const answer = await send(author, body);
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringMatching(error)]);
  });

  test("the same call with the same key makes one draft", async () => {
    const headers = { cookie: author.cookie, "sec-fetch-site": "same-origin", "idempotency-key": "import-1" };
    const ask = () =>
      product.call("POST", "/api/connectors/import", {
        headers,
        body: { kind: "curl", text: "curl https://api.example.org/x" },
      });
    const [one, two] = [await ask(), await ask()];
    expect([one.status, two.json.connector.id]).toEqual([201, one.json.connector.id]);
  });
});

describe("the page", () => {
  const post = (fields: Record<string, string | string[] | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
    const request = new Request("http://x/", { method: "POST", body: form });
    return request.arrayBuffer().then((body) =>
      product.call("POST", "/upload/import", {
        headers: {
          cookie: author.cookie,
          "sec-fetch-site": "same-origin",
          "content-type": request.headers.get("content-type")!,
          "content-length": String(body.byteLength),
        },
        body: new Uint8Array(body),
      }),
    );
  };

  test("a curl command leads to its draft", async () => {
    const answer = await post({ text: "curl https://api.example.org/x" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/upload\?edit=/)]);
  });

  test("a file of several operations is answered with the choice of them, which posts the document again", async () => {
    const asked = await post({ file: new File([yaml], "api.yaml") });
    expect(asked.status).toBe(200);
    expect(asked.text).toMatch(
      /name="operation"[^>]*checked=""[^>]*value="GET \/bridges"|value="GET \/bridges"[^>]*checked=""/,
    );
    expect(asked.text).toContain("operationId: oneBridge");
    const none = await post({ text: yaml, chosen: "1" });
    expect([none.status, none.text.includes("Choose at least one operation.")]).toEqual([400, true]);
    const made = await post({ text: yaml, chosen: "1", operation: ["GET /bridges", "GET /bridges/{id}"] });
    expect(made.status).toBe(302);
  });

  test("what is refused stays typed", async () => {
    const answer = await post({ text: "curl ftp://old.example" });
    expect([
      answer.status,
      answer.text.includes("curl ftp://old.example"),
      answer.text.includes("must begin with http"),
    ]).toEqual([400, true, true]);
  });
});
