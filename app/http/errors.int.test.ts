import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { errorSchema } from "./error-body.ts";
import { ERROR_CODES } from "./refusals.ts";

/** What programs get to act on when a call is refused. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ada: Person;
let answers = true;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    const respond = () => (answers ? response.end('[{"id":1}]') : setTimeout(respond, 50).unref());
    respond();
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port], env: { LOG_LEVEL: "info" } });
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const dsl = (more: object = {}) => ({
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}/rows`, records: "$" }],
  ...more,
});
const publish = async (title: string, more: object = {}): Promise<string> =>
  (await ada.post("/api/connectors/upload", { title, dsl: dsl(more), is_public: true })).json.id;
const connect = async (who: Person, connector: string): Promise<string> =>
  (await who.post("/api/connectors/activate", { connector_id: connector })).json.id;

const form = (name: string) => {
  const body = new FormData();
  body.append("title", "Table");
  body.append("file", new Blob(["a\n1\n"]), name);
  return { body };
};

const everywhere: readonly [what: string, status: number, code: string, ask: () => Promise<Answer>][] = [
  ["an unknown address", 404, "no-such-address", () => ada.get("/api/none")],
  ["a missing thing", 404, "item-unknown", () => ada.get("/api/assets/none")],
  ["a method that a path has not", 405, "method-not-allowed", () => ada.call("PUT", "/api/users/me")],
  ["a method that nothing has", 405, "method-not-allowed", () => ada.call("PROPFIND", "/api/users/me")],
  ["a broken address", 400, "percent-sign-alone", () => product.call("GET", "/api/assets?search=%")],
  ["no session", 401, "login-needed", () => product.call("GET", "/api/users/me")],
  [
    "another site",
    403,
    "other-site",
    () => ada.call("POST", "/api/access/my", { headers: { "sec-fetch-site": "cross-site" } }),
  ],
  ["a body that is no JSON", 400, "body-not-json", () => ada.call("POST", "/api/connectors/draft", { body: "{" })],
  [
    "another type",
    415,
    "body-not-json-type",
    () => ada.call("POST", "/api/connectors/draft", { body: "a=1", headers: { "content-type": "text/plain" } }),
  ],
  ["a large body", 413, "body-too-large", () => ada.post("/api/users/login", { email: "x".repeat(1_000_001) })],
  ["an unknown parameter", 400, "parameter-unknown", () => ada.get("/api/assets?sorted=yes")],
  ["an upload that is no form", 415, "file-not-multipart", () => ada.post("/api/assets/upload-csv", {})],
  [
    "an upload of another kind",
    400,
    "file-name-not-csv",
    () => ada.call("POST", "/api/assets/upload-csv", form("a.mp4")),
  ],
  ["an upload that does not load", 400, "not-a-table", () => ada.upload("%PDF-1.7\n1 0 obj\n")],
  ["a stream without a key", 401, "key-needed", () => product.call("GET", "/api/stream/data?table=x")],
  ["a file of nothing", 404, "item-unknown", () => ada.get("/api/assets/none/original")],
  ["a short form of nothing", 401, "key-needed", () => product.call("GET", "/d/none.csv")],
];

test.each(everywhere)("%s is an error with its code and the request's id", async (_what, status, code, ask) => {
  const { status: got, headers, json } = await ask();
  expect([got, json.code]).toEqual([status, code]);
  expect(errorSchema.safeParse(json).error).toBeUndefined();
  expect(json.request_id).toBe(headers.get("x-request-id"));
  expect(json.request_id).toMatch(/^[\da-f-]{36}$/);
});

test("the log names the request of an error", async () => {
  const { json } = await ada.get("/api/assets/nothing-here");
  await eventually(() => Promise.resolve(product.output().includes(json.request_id)));
});

test("every code is in the API's document", async () => {
  const document = (await product.call("GET", "/api/openapi.json")).json;
  expect(document.components.schemas.ErrorCode.enum).toEqual(ERROR_CODES);
  expect(ERROR_CODES).toContain("run-in-progress");
  expect(ERROR_CODES).toContain("not-a-table");
});

describe("faults", () => {
  test("of a body come together, each with its path", async () => {
    const { status, json } = await ada.post("/api/connectors/activate", {
      connector_id: 1,
      refresh_interval: "often",
      x: 1,
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: "connector_id must be a text.",
      field: "connector_id",
      faults: [
        { path: "connector_id", message: "connector_id must be a text." },
        { path: "refresh_interval", message: "The refresh interval must be a whole number of minutes." },
        { path: "x", message: "Unknown field: x." },
      ],
    });
  });

  test("of a definition and of settings have their paths", async () => {
    const unfit = await ada.post("/api/connectors/upload", { title: "Unfit", dsl: { protocol: "soap" } });
    expect(unfit.json).toMatchObject({ code: "definition-invalid", field: "dsl" });
    expect(unfit.json.faults.length).toBeGreaterThan(0);
    const keyed = await publish("Keyed", {
      auth: { type: "apikey", in: "header", name: "x", fields: [{ key: "token", label: "Token", required: true }] },
    });
    const { json } = await ada.post("/api/connectors/activate", { connector_id: keyed });
    expect([json.code, json.faults.map(({ path }: { path: string }) => path)]).toEqual([
      "settings-invalid",
      ["auth_data.token"],
    ]);
  });
});

describe("facts", () => {
  test("a run that is in the way is named", async () => {
    const id = await connect(ada, await publish("Slow"));
    answers = false;
    const first = ada.post(`/api/connectors/run/${id}`);
    const runId = await eventually(
      async () => (await ada.get(`/api/connectors/instance/${id}/runs`)).json[0]?.runId as string | undefined,
    );
    const { status, json } = await ada.post(`/api/connectors/run/${id}`);
    answers = true;
    expect([status, json.code, json.run_id]).toEqual([409, "run-in-progress", runId]);
    await first;
  });

  test("the limit of a plan, and when it begins anew", async () => {
    const free = await product.person("Free");
    const id = await connect(free, await publish("Often"));
    for (let time = 0; time < 5; time += 1) await free.post(`/api/connectors/run/${id}`);
    const { json } = await free.post(`/api/connectors/run/${id}`);
    const { resets_at } = (await free.get("/api/users/usage")).json;
    expect(json).toMatchObject({ code: "runs-used-up", limit: 5, used: 5, plan: "Free", resets_at });
    for (let number = 0; number < 4; number += 1) await connect(free, await publish(`Place ${number}`));
    const full = await free.post("/api/connectors/activate", { connector_id: await publish("One more") });
    expect(full.json).toMatchObject({ code: "places-used-up", limit: 5, plan: "Free" });
  });

  test("the version to use in place of one that is superseded", async () => {
    const old = await publish("Superseded");
    const draft = (await ada.post("/api/connectors/draft", { parent_id: old })).json.connector.id as string;
    await ada.call("PATCH", `/api/connectors/${draft}/draft`, { body: { is_public: true } });
    const latest = (await ada.post(`/api/connectors/${draft}/publish`)).json.id as string;
    const ben = await product.person("Ben", 3);
    const { status, json } = await ben.post("/api/connectors/activate", { connector_id: old });
    expect([status, json.code, json.latest_connector_id]).toEqual([409, "connector-inactive", latest]);
  });
});

test("a refusal repeated by its Idempotency-Key names the request that asked now", async () => {
  const ask = () => ada.post("/api/connectors/upload", { title: "Unfit", dsl: {} }, { "idempotency-key": "unfit" });
  const [first, second] = [await ask(), await ask()];
  expect(second.json).toEqual({ ...first.json, request_id: second.headers.get("x-request-id") });
});
