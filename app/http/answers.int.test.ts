import { get, type IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let author: Person;
let guest: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  author = await product.person("Author", 3);
  guest = await product.person("Guest");
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const definition = { protocol: "rest", operations: [{ id: "rows", url: "https://api.example.org/rows" }] };
const publish = async (title: string) =>
  (await author.post("/api/connectors/upload", { title, is_public: true, dsl: definition })).json.id as string;

test.each([
  ["{not json", "Invalid JSON in connector spec."],
  [{ protocol: "soap", operations: [] }, "Connector must define protocol: 'rest'."],
  [{ protocol: "rest" }, "Connector must include at least one operation."],
  [{ protocol: "rest", operations: [] }, "Connector must include at least one operation."],
  [{ protocol: "rest", operations: [{ id: "a" }] }, "First operation must include a 'url'."],
  [
    { protocol: "rest", operations: [{ url: "https://api.example.org" }, { id: "b" }] },
    "operations[1].url: This key is missing.",
  ],
])("a definition that is none: %j", async (dsl, error) => {
  const answer = await author.post("/api/connectors/upload", { title: "None", dsl });
  const { faults, ...rest } = answer.json as { faults: { path: string; message: string }[] };
  expect([answer.status, rest]).toMatchObject([400, { error }]);
  expect(faults.some(({ message }) => error.endsWith(message))).toBe(true);
});

test("Allow names every method that works, HEAD too", async () => {
  const answer = await author.call("PUT", "/api/assets/some-id");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, PATCH, DELETE"]);
});

test.each([
  ["/upload?tab=connector", "/upload?tab=connector"],
  ["//elsewhere.example", "/manage"],
  ["https://elsewhere.example/", "/manage"],
  [undefined, "/manage"],
])("after the login with redirect %s comes %s", async (redirect, expected) => {
  const { email, password } = author;
  const answer = await product.call("POST", "/api/users/login", { body: { email, password, redirect } });
  expect([answer.status, answer.json.redirect]).toEqual([200, expected]);
});

test("the owner alone finds the open draft in the version list", async () => {
  const id = await publish("With a draft");
  const draft = (await author.post("/api/connectors/draft", { parent_id: id })).json.connector.id;
  const listed = async (person: Person) =>
    (await person.get(`/api/connectors/${id}/versions`)).json.map((each: { id: string; is_draft: boolean }) => [
      each.id,
      each.is_draft,
    ]);
  expect(await listed(author)).toEqual([
    [draft, true],
    [id, false],
  ]);
  expect(await listed(guest)).toEqual([[id, false]]);
});

test("what the author wrote into a private field stays with the author, on every path", async () => {
  const fields = [{ key: "token", type: "text", private: true, default: "canary-of-the-author" }];
  const dsl = { ...definition, auth: { type: "bearer", fields } };
  const { id } = (await author.post("/api/connectors/upload", { title: "Private default", is_public: true, dsl })).json;
  expect((await author.get(`/api/connectors/${id}`)).text).toContain("canary-of-the-author");
  const paths = [
    `/api/connectors/${id}`,
    "/api/connectors",
    `/api/connectors/${id}/versions`,
    `/connector_profile/${id}`,
    `/connector_profile/${id}.data`,
    `/connector-setup/${id}`,
    "/datastore.data",
  ];
  for (const path of paths) {
    const shown = await guest.get(path);
    expect([path, shown.status, shown.text.includes("canary-of-the-author")]).toEqual([path, 200, false]);
  }
});

test("array-valued settings of a connection are its iterations", async () => {
  const connector_id = await publish("Iterated");
  const { id } = (
    await guest.post("/api/connectors/activate", {
      connector_id,
      settings: { unit: "m" },
      iterations: { symbol: ["a", "b"] },
    })
  ).json;
  const mine = (await guest.get("/api/connectors/my")).json.find((each: { id: string }) => each.id === id);
  expect(mine).toMatchObject({ settings: { unit: "m", symbol: ["a", "b"] }, iterations: { symbol: ["a", "b"] } });
});

test("what its owner has deleted is gone for them, and stays for those who still use it", async () => {
  const { id } = (await author.upload("a,b\n1,2\n", { title: "Left behind" })).json;
  await guest.post("/api/access/grant", { assetId: id });
  expect((await author.call("DELETE", `/api/assets/${id}/owner`)).json.deleted).toBe(false);
  const read = async (person: Person) => {
    const key = await person.key();
    const listed = (await product.call("GET", `/api/stream/data?api_key=${key}`)).json.some(
      ({ title }: { title: string }) => title === "Left behind",
    );
    return [
      (await person.get(`/api/assets/${id}`)).status,
      (await person.get(`/api/assets/${id}/data`)).status,
      (await product.call("GET", `/api/stream/data?api_key=${key}&table=${id}`)).status,
      listed,
    ];
  };
  expect(await read(author)).toEqual([404, 404, 404, false]);
  expect(await read(guest)).toEqual([200, 200, 200, true]);
});

test("sharing with somebody whose plan is full says whose plan it is", async () => {
  const friend = await product.person("Friend");
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1)
    ids.push((await author.upload("a\n1\n", { title: `Shared ${index}`, is_public: "false" })).json.id);
  const answers = [];
  for (const id of ids) answers.push(await author.post(`/api/assets/${id}/shares`, { email: friend.email }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 403]);
  expect(answers[5]!.json).toMatchObject({
    error: "The plan of this person (Free) has room for 5 datasets, and all are taken.",
  });
});

test("an Excel token opens every stream address for its user's tables, and nothing else", async () => {
  const { table_name } = (await author.upload("a\n=1+1\n", { title: "By token" })).json;
  const own = { headers: { authorization: `Bearer ${await author.key()}` } };
  const { token } = (await author.get("/api/token/excel")).json;
  const statuses = async () =>
    Promise.all([
      product.call("GET", `/api/stream/data/excel?table=${table_name}&token=${token}`),
      product.call("GET", `/api/stream/data?table=${table_name}&token=${token}`),
      product.call("GET", `/d/${table_name}.csv?token=${token}`),
      product.call("GET", "/api/users/me", { headers: { authorization: `Bearer ${token}` } }),
      product.call("GET", `/api/users/me?token=${token}`),
      product.call("GET", "/api/users/me", { headers: { cookie: `token=${token}` } }),
    ]).then((answers) => answers.map(({ status }) => status));
  expect(await statuses()).toEqual([200, 200, 200, 401, 400, 401]);
  const [exact, forSheets] = await Promise.all(
    ["stream/data?format=csv&", "stream/data/excel?"].map(
      async (path) => (await product.call("GET", `/api/${path}table=${table_name}&token=${token}`)).text,
    ),
  );
  expect([exact, forSheets]).toEqual(["a\n=1+1\n", "a\n'=1+1\n"]);
  expect((await product.call("GET", `/d/${table_name}.csv?token=${token}`)).text).toBe(forSheets);
  expect((await product.call("GET", `/d/${table_name}.csv`, own)).text).toBe(exact);
  // A new streaming key ends the spreadsheet tokens too.
  await author.key();
  expect(await statuses()).toEqual([401, 401, 401, 401, 400, 401]);
});

test("a stream is packed for who asks for it, and for nobody else", async () => {
  const csv = `n,text\n${Array.from({ length: 5_000 }, (_, index) => `${index},row ${index}`).join("\n")}\n`;
  const { table_name } = (await author.upload(csv, { title: "Packed" })).json;
  const key = await author.key();
  const read = (encoding: string) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      get(
        `${product.url}/d/${table_name}.csv?api_key=${key}`,
        { headers: { "accept-encoding": encoding } },
        (answer) => {
          const parts: Buffer[] = [];
          answer
            .on("data", (part: Buffer) => parts.push(part))
            .on("end", () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
        },
      ).on("error", reject);
    });
  const [plain, packed] = [await read("identity"), await read("gzip, deflate, br")];
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers).toMatchObject({
    "content-encoding": "gzip",
    vary: expect.stringContaining("Accept-Encoding"),
  });
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect([plain.bytes.toString(), gunzipSync(packed.bytes).toString()]).toEqual([csv, csv]);
});

test("a file with more columns than a table can have is 413 and leaves nothing", async () => {
  const wide = (columns: number) =>
    `${Array.from({ length: columns }, (_, index) => `c${index}`).join(",")}\n${Array(columns).fill("1").join(",")}\n`;
  const before = (await author.get("/api/assets")).json.length;
  const refused = await author.upload(wide(1_601), { title: "Too wide" });
  expect([refused.status, refused.json]).toMatchObject([
    413,
    { error: "The file has 1601 columns; the limit is 1600." },
  ]);
  expect((await author.get("/api/assets")).json).toHaveLength(before);
  expect((await author.upload(wide(1_600), { title: "Wide" })).status).toBe(201);
});

test("an upload says true or false about being public, or is refused", async () => {
  const answer = await author.upload("a\n1\n", { title: "Perhaps", is_public: "maybe" });
  expect([answer.status, answer.json]).toMatchObject([400, { error: "is_public must be true or false." }]);
});
