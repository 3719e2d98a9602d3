import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let product: Product;
let owner: Person;
let guest: Person;
let dataset: string;
let draft: string;
let connector: string;
let instance: string;
let running: string;
let api: TestServer;

const definition = { protocol: "rest", operations: [{ id: "rows", url: "https://api.example.org/rows" }] };
const published = async (title: string) =>
  (await owner.post("/api/connectors/upload", { title, is_public: true, dsl: definition })).json.id as string;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) =>
    request.url === "/broken" ? response.writeHead(400).end() : response.end('[{"id":1}]'),
  );
  product = await startProduct({ ...db.installation, upstreams: [api.port], env: { UPLOAD_MAX_BYTES: "1000000" } });
  owner = await product.person("Owner", 3);
  guest = await product.person("Guest");
  dataset = (await owner.upload("a,b\n1,2\n", { title: "Towns" })).json.id;
  connector = await published("Rows");
  draft = (await owner.post("/api/connectors/draft", { title: "Draft", dsl: definition })).json.connector.id;
  instance = (await owner.post("/api/connectors/activate", { connector_id: connector })).json.id;
  const url = `http://127.0.0.1:${api.port}/rows`;
  const dsl = { protocol: "rest", operations: [{ id: "rows", url, records: "$" }] };
  const { id } = (await owner.post("/api/connectors/upload", { title: "Running", dsl })).json;
  running = (await owner.post("/api/connectors/activate", { connector_id: id })).json.id;
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

type Case = readonly [sentence: string, status: number, ask: () => Promise<Answer>];

const someone = { name: "Somebody", email: "somebody@example.org", password: "a long password of a test" };
const unused = "x".repeat(43);

const cases: Record<string, readonly Case[]> = {
  "about a request": [
    ["There is nothing at this address.", 404, () => owner.get("/api/nothing")],
    ["Please log in to access this page.", 401, () => product.call("GET", "/api/users/me")],
    ["Only the owner can do this.", 403, () => guest.call("DELETE", `/api/assets/${dataset}/owner`)],
    [
      "This call only works from the site itself.",
      403,
      () =>
        product.call("GET", "/api/token/excel", { headers: { cookie: owner.cookie, "sec-fetch-site": "cross-site" } }),
    ],
    [
      "Send the body without Content-Encoding.",
      415,
      () => owner.call("POST", "/api/access/grant", { body: "{}", headers: { "content-encoding": "br" } }),
    ],
  ],
  "about accounts": [
    [
      "The name must have 1 to 64 characters, none of them invisible.",
      400,
      () => product.call("POST", "/api/users/register", { body: { ...someone, name: "a".repeat(65) } }),
    ],
    [
      "This is not an e-mail address.",
      400,
      () => product.call("POST", "/api/users/register", { body: { ...someone, email: "nobody" } }),
    ],
    [
      "Password must be at least 8 characters long",
      400,
      () => product.call("POST", "/api/users/register", { body: { ...someone, password: "short" } }),
    ],
    [
      "The password must not be longer than 1024 bytes.",
      400,
      () => product.call("POST", "/api/users/register", { body: { ...someone, password: "é".repeat(513) } }),
    ],
    ["Login failed", 400, () => product.call("POST", "/api/users/login", { body: { ...someone, name: undefined } })],
    ["This link has expired or was already used.", 400, () => product.call("GET", `/api/users/verify-email/${unused}`)],
    ["The Enterprise plan is coming soon.", 409, () => owner.call("PATCH", "/api/users/plan", { body: { plan: 4 } })],
    ["plan must be 1, 2 or 3.", 400, () => owner.call("PATCH", "/api/users/plan", { body: { plan: 7 } })],
    [
      "A key can only be made for your own e-mail address.",
      403,
      () => guest.post("/api/dev/apikey", { email: owner.email }),
    ],
  ],
  "about datasets": [
    ["Item not found", 404, () => owner.get("/api/assets/none")],
    ["Give the dataset a title.", 400, () => owner.call("PATCH", `/api/assets/${dataset}`, { body: { title: " " } })],
    [
      "This licence is not in the list.",
      400,
      () => owner.call("PATCH", `/api/assets/${dataset}`, { body: { license: "Mine" } }),
    ],
    [
      "This category does not exist.",
      400,
      () => owner.call("PATCH", `/api/assets/${dataset}`, { body: { category: "Nowhere" } }),
    ],
    [
      "No account uses this e-mail address.",
      404,
      () => owner.post(`/api/assets/${dataset}/shares`, { email: "nobody@example.org" }),
    ],
    [
      "This dataset is not shared with this address.",
      404,
      () => owner.call("DELETE", `/api/assets/${dataset}/shares`, { body: { email: "nobody@example.org" } }),
    ],
    ["This dataset is already yours.", 409, () => owner.post("/api/access/grant", { assetId: dataset })],
    ["No access to remove was found.", 404, () => guest.post("/api/access/remove", { assetId: dataset })],
    [
      "A valid key is needed: generate one under Manage, Stream Data, and send it as api_key or as a Bearer token.",
      401,
      () => product.call("GET", `/api/stream/data?table=${dataset}`),
    ],
    [
      "Send the file as multipart/form-data.",
      415,
      () => owner.call("POST", "/api/assets/upload-csv", { body: "a,b", headers: { "content-type": "text/csv" } }),
    ],
    [
      "You have no access to this dataset yet: add it in the DataStore.",
      403,
      () => guest.get(`/api/assets/${dataset}/original`),
    ],
    [
      "Send the file without Content-Encoding.",
      415,
      () => {
        const form = "--b\r\n\r\n--b--";
        const type = "multipart/form-data; boundary=b";
        return owner.call("POST", "/api/assets/upload-csv", {
          body: form,
          headers: { "content-type": type, "content-encoding": "gzip" },
        });
      },
    ],
    [
      "This Idempotency-Key was used for a smaller file.",
      413,
      async () => {
        const key = { "idempotency-key": "a-larger-file" };
        expect((await owner.upload("a,b\n1,2\n", {}, key)).status).toBe(201);
        return owner.upload(`a,b\n${"1,2\n".repeat(300_000)}`, {}, key);
      },
    ],
    ["Add title & CSV file", 400, () => owner.upload("a,b\n1,2\n", { title: "" })],
    ["The file is empty.", 400, () => owner.upload("")],
    ["A field of the form is too long.", 413, () => owner.upload("a,b\n1,2\n", { description: "x".repeat(200_000) })],
  ],
  "about connectors": [
    ["Give the connector a title.", 400, () => owner.post("/api/connectors/upload", { title: " ", dsl: definition })],
    [
      "A draft is not published, so it cannot be set inactive.",
      409,
      () => owner.call("PATCH", `/api/connectors/${draft}/draft`, { body: { status: "inactive" } }),
    ],
    [
      "You are already connected to this connector.",
      409,
      () => owner.post("/api/connectors/activate", { connector_id: connector }),
    ],
    [
      "No active connection found to migrate.",
      404,
      () => guest.post("/api/connectors/migrate", { old_connector_id: connector, new_connector_id: connector }),
    ],
    [
      "This operation has no complete table yet.",
      400,
      async () => {
        await owner.post(`/api/connectors/run/${running}`);
        return owner.post(`/api/connectors/instance/${running}/publish`, { title: "Rows", operation: "other" });
      },
    ],
    [
      "There is no complete table yet: run the connector until it succeeds, then publish its table.",
      409,
      () => owner.post(`/api/connectors/instance/${instance}/publish`, { title: "Rows" }),
    ],
    [
      "The document is larger than 5 MB.",
      413,
      () => owner.post("/api/connectors/import", { kind: "openapi", text: "x".repeat(5_000_001) }),
    ],
    ["Name one of dsl, connector_id and instance_id.", 400, () => owner.post("/api/connectors/test-read", {})],
    [
      "The connector has not been run yet.",
      409,
      async () => product.call("GET", `/api/stream/data?table=${instance}&api_key=${await owner.key()}`),
    ],
    [
      "The connector has been run, but no run has brought rows yet.",
      409,
      async () => {
        const url = `http://127.0.0.1:${api.port}/broken`;
        const dsl = { protocol: "rest", operations: [{ id: "rows", url, records: "$" }] };
        const { id } = (await owner.post("/api/connectors/upload", { title: "Broken", dsl })).json;
        const broken = (await owner.post("/api/connectors/activate", { connector_id: id })).json.id;
        await owner.post(`/api/connectors/instance/${broken}/run`);
        return product.call("GET", `/api/stream/data?table=${broken}&api_key=${await owner.key()}`);
      },
    ],
  ],
};

describe.each(Object.entries(cases))("%s", (_about, each) => {
  test.each(each)("%s", async (sentence, status, ask) => {
    const answer = await ask();
    expect([answer.status, answer.json?.error ?? answer.text]).toEqual([status, sentence]);
  });
});

const successes: readonly Case[] = [
  ["You are logged in.", 200, () => product.call("POST", "/api/users/login", { body: loginOf(guest) })],
  [
    "You are logged out.",
    200,
    async () => {
      const left = await product.call("POST", "/api/users/login", { body: loginOf(guest) });
      const cookie = left.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      return product.call("POST", "/api/users/logout", { headers: { cookie, "sec-fetch-site": "same-origin" } });
    },
  ],
  [
    "Your e-mail is verified. You can log in now.",
    200,
    async () => {
      await product.call("POST", "/api/users/register", { body: someone });
      const mail = await eventually(async () => (await product.mailsTo(someone.email))[0]);
      return product.call("GET", `/api/users/verify-email/${/verify-email\/([\w-]+)/.exec(mail)?.[1]}`);
    },
  ],
  [
    "Your e-mail is verified. Choose a password to log in.",
    200,
    async () => {
      const twice = { ...someone, name: "Twice", email: "twice@example.org" };
      await product.call("POST", "/api/users/register", { body: twice });
      await eventually(async () => (await product.mailsTo(twice.email)).length === 1);
      await product.call("POST", "/api/users/register", { body: { ...twice, password: "another long password" } });
      const mail = await eventually(async () => (await product.mailsTo(twice.email))[1]);
      return product.call("GET", `/api/users/verify-email/${/verify-email\/([\w-]+)/.exec(mail)?.[1]}`);
    },
  ],
  ["Access granted!", 200, () => guest.post("/api/access/grant", { assetId: dataset })],
  ["Your access was removed.", 200, () => guest.post("/api/access/remove", { assetId: dataset })],
  [
    "Connector migrated successfully!",
    200,
    async () => {
      const old = await published("Moved");
      await guest.post("/api/connectors/activate", { connector_id: old });
      const next = (await owner.post("/api/connectors/draft", { title: "Moved", dsl: definition, parent_id: old }))
        .json;
      const { id } = (await owner.post(`/api/connectors/${next.connector.id}/publish`)).json;
      return guest.post("/api/connectors/migrate", { old_connector_id: old, new_connector_id: id });
    },
  ],
];

const loginOf = ({ email, password }: Person) => ({ email, password });

test.each(successes)("tells: %s", async (message, status, ask) => {
  const answer = await ask();
  expect([answer.status, answer.json?.message ?? answer.text]).toEqual([status, message]);
});

test("a request from elsewhere is told which address is meant", async () => {
  const headers = { cookie: owner.cookie, origin: "https://elsewhere.example" };
  const { status, json } = await product.call("POST", "/api/users/logout", { headers });
  expect([status, json.error]).toEqual([
    403,
    expect.stringContaining(
      "in your browser and try again there; the people who run this server set that address as APP_URL.",
    ),
  ]);
});
