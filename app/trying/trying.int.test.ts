import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

const CANARY = "CANARY-5f0c2e17-of-the-token";
let db: InstalledDatabase;
let api: TestServer;
let elsewhere: TestServer;
let product: Product;
let [author, reader, limited]: Person[] = [];
const asked: string[] = [];
const leaked: string[] = [];

const pages = (rows: number) => (url: URL) => {
  const page = Number(url.searchParams.get("page") ?? 1);
  return Array.from({ length: rows }, (_, at) => ({ id: (page - 1) * rows + at + 1, name: `row ${at}` }));
};

/** An API with endless pages that repeats what it receives, refuses, and answers with web pages. */
function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const url = new URL(request.url ?? "/", "http://api");
  asked.push(`${request.method} ${request.url}`);
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  if (url.pathname === "/endless") return void send(200, pages(3)(url));
  if (url.pathname === "/slow") return void setTimeout(() => send(200, []), 1_000);
  if (url.pathname === "/long") return void send(200, [{ text: "x".repeat(5_000_000) }]);
  if (url.pathname === "/large")
    return void send(
      200,
      Array.from({ length: 100 }, (_, id) => ({
        id,
        ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`text_${at}`, "y".repeat(10_000)])),
      })),
    );
  if (url.pathname === "/long-cursor") return void send(200, { data: [{ id: 1 }], next: "c".repeat(3_000_000) });
  if (url.pathname === "/wide") return void send(200, pages(60)(url));
  if (url.pathname === "/projects")
    return void send(
      200,
      Array.from({ length: 9 }, (_, at) => ({ id: at + 1, name: `Project ${at + 1}` })),
    );
  if (url.pathname.startsWith("/projects/")) return void send(200, pages(2)(url));
  if (url.pathname === "/echo") {
    const all = {
      headers: request.headers,
      url: request.url,
      body,
      basic: Buffer.from(`user:${CANARY}`).toString("base64"),
      encoded: encodeURIComponent(CANARY),
      [CANARY]: "as a name",
    };
    return void send(200, [all], {
      "x-request-id": `for ${CANARY}`,
      link: `<http://api/?token=${CANARY}>; rel="other"`,
    });
  }
  if (url.pathname === "/refuses") return void send(401, { message: `The token ${CANARY} is worth nothing` });
  if (url.pathname === "/html")
    return void response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<html><title>Login</title>${"x".repeat(5_000)}</html>`);
  if (url.pathname === "/workspaces")
    return void send(200, {
      data: [
        { id: 7, name: "Seven" },
        { id: 8, name: "Eight" },
      ],
    });
  if (url.pathname === "/workspaces/7/boards") return void send(200, ["red", "blue"]);
  send(404, { error: "There is nothing here." });
}

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString())).on("end", () => answer(request, response, body));
  });
  elsewhere = await httpServer((request, response) => {
    leaked.push(JSON.stringify([request.url, request.headers]));
    response.writeHead(200, { "content-type": "application/json" }).end('[{"id":"far","name":"Far away"}]');
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port, elsewhere.port] });
  [author, reader, limited] = await Promise.all(["Author", "Reader", "Limited"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await elsewhere?.close();
  await db?.drop();
});

const origin = () => `http://127.0.0.1:${api.port}`;
const BEARER = { type: "bearer", fields: [{ key: "token", required: true, private: true }] };
const definition = (operation: object, more: object = {}) => ({
  protocol: "rest",
  base_url: origin(),
  operations: [{ id: "rows", retry: { max_attempts: 1 }, ...operation }],
  ...more,
});
const place = () => ({ field: "token", host: origin(), where: "header authorization" });
const consent = (secret = false) => ({ hosts: [origin()], places: secret ? [place()] : [] });
const read = (dsl: object, more: object = {}, person = author!) =>
  person.post("/api/connectors/test-read", { dsl, consent: consent(), ...more });
const paged = { pagination: { strategy: "page", page_param: "page" } };
const everything = async () => {
  const tables = await db.pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) =>
      (await db.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows
        .map(({ row }) => row)
        .join("\n"),
    ),
  );
  return texts.join("\n");
};

describe("a test read", () => {
  test("stops after five pages, and says so", async () => {
    const { status, json } = await read(definition({ url: "/endless", ...paged }));
    expect([status, json.ok, json.error]).toEqual([200, true, null]);
    const [rows] = json.operations;
    expect(rows).toMatchObject({
      id: "rows",
      status: "success",
      stop: "page_limit",
      stopped: "Cut at 5 pages for this test.",
      pages: 5,
    });
    expect(rows.rows).toHaveLength(15);
    expect(rows.columns).toEqual([
      { name: "id", type: "bigint" },
      { name: "name", type: "text" },
    ]);
    expect(
      rows.requests.map(({ url, response }: { url: string; response: { status: number; body: { text: string } } }) => [
        new URL(url).search,
        response.status,
      ]),
    ).toEqual([1, 2, 3, 4, 5].map((page) => [`?page=${page}`, 200]));
    expect(rows.requests[0].response).toMatchObject({
      headers: expect.arrayContaining([["content-type", "application/json"]]),
      body: { text: expect.stringContaining('"row 0"'), cut: false },
    });
  });

  test("stops at a hundred rows", async () => {
    const { json } = await read(definition({ url: "/wide", ...paged }));
    expect(json.operations[0]).toMatchObject({ stop: "row_limit", pages: 2 });
    expect(json.operations[0].rows).toHaveLength(100);
  });

  test("shows at most 2 MB of rows, and says how many were left out", async () => {
    const { text, json } = await read(definition({ url: "/large" }));
    expect(text.length).toBeLessThan(2_500_000);
    const [rows] = json.operations;
    expect(rows).toMatchObject({ status: "success", stop: "single_page" });
    expect(rows.rows.length).toBeGreaterThan(5);
    expect(rows.warnings).toEqual([
      `Only the first ${rows.rows.length} of 100 rows are shown: a test shows at most 2 MB.`,
    ]);
    const cursor = await read(
      definition({
        url: "/long-cursor",
        records: "data",
        pagination: { strategy: "cursor", cursor_param: "after", cursor_path: "next" },
      }),
    );
    expect([cursor.json.operations[0].error, cursor.text.length < 100_000]).toEqual([
      "The API gave a cursor of 3000000 characters; more than 16000 cannot be sent back.",
      true,
    ]);
  });

  test("asks for five parents, five pages each", async () => {
    const child = { id: "tasks", url: "/projects/{project}/tasks", for_each: { project: "projects.id" }, ...paged };
    const dsl = { protocol: "rest", base_url: origin(), operations: [child, { id: "projects", url: "/projects" }] };
    const { json } = await read(dsl);
    const tasks = json.operations.find(({ id }: { id: string }) => id === "tasks");
    expect(tasks).toMatchObject({ stop: "round_limit", rounds: 5, pages: 25 });
    expect(tasks.requests.at(-1).url).toContain("/projects/5/tasks?page=5");
    expect(tasks.rows).toHaveLength(50);
  });

  test("shows no secret, wherever the API puts it", async () => {
    const dsl = definition(
      {
        url: "/echo",
        method: "POST",
        body_template: { password: "{secret}", note: "{token}" },
        params_fields: [{ key: "secret", private: true }],
      },
      { auth: BEARER },
    );
    const places = [
      place(),
      { field: "secret", host: origin(), where: "body password" },
      { field: "token", host: origin(), where: "body note" },
    ];
    const { status, text, json } = await read(dsl, {
      auth_data: { token: CANARY },
      settings: { secret: "second-CANARY-secret" },
      headers: { "X-Mine": "third-CANARY-value" },
      consent: { hosts: [origin()], places },
    });
    expect([status, json.ok]).toEqual([200, true]);
    expect(text).not.toMatch(/CANARY/);
    expect(text).not.toContain(Buffer.from(`user:${CANARY}`).toString("base64").slice(8, 40));
    expect(json.operations[0].requests[0].headers).toContainEqual(["Authorization", "•••"]);
    expect(json.operations[0].requests[0].body.text).toContain("[redacted]");
    expect(json.operations[0].rows[0]["headers__authorization"]).toBe("Bearer [redacted]");
  });

  test("stores nothing", async () => {
    const before = await db.pool.query<{ count: string }>("SELECT count(*) FROM log.events");
    await read(definition({ url: "/echo" }, { auth: BEARER }), {
      auth_data: { token: CANARY },
      consent: consent(true),
    });
    const after = await db.pool.query<{ count: string }>("SELECT count(*) FROM log.events");
    expect(after.rows).toEqual(before.rows);
    expect(await everything()).not.toContain("CANARY");
    expect(product.output()).not.toContain("CANARY");
  });

  test("an API's 401 and its web pages are told, not ours", async () => {
    const refused = await read(definition({ url: "/refuses" }, { auth: BEARER }), {
      auth_data: { token: CANARY },
      consent: consent(true),
    });
    expect([refused.status, refused.json.ok, refused.headers.get("set-cookie")]).toEqual([200, false, null]);
    expect(refused.json.operations[0]).toMatchObject({
      status: "failed",
      error: "The API answered 401: The token ••• is worth nothing",
      requests: [{ response: { status: 401 } }],
    });
    const page = await read(definition({ url: "/html" }));
    expect(page.json).toMatchObject({ ok: false, error: expect.stringContaining("not JSON") });
    expect(page.json.operations[0].requests[0].response.body).toMatchObject({ cut: true });
    expect(page.json.operations[0].requests[0].response.body.text).toHaveLength(2_048);
  });

  test("what must not be called is not, with the reason", async () => {
    const dsl = { ...definition({ url: "/" }), base_url: "http://127.0.0.1" };
    const { status, json } = await read(dsl, { consent: { hosts: ["http://127.0.0.1"] } });
    expect([status, json.ok]).toEqual([200, false]);
    expect(json.operations[0].requests[0]).toMatchObject({
      response: null,
      failure: "127.0.0.1 is not a public internet address.",
    });
  });
});

describe("who may, and what for", () => {
  test("nothing is called without the consent that fits", async () => {
    const dsl = definition({ url: "/echo" }, { auth: BEARER });
    const before = asked.length;
    for (const wrong of [
      undefined,
      { hosts: ["https://other.example"] },
      { hosts: [origin()] },
      { hosts: [origin()], places: [{ ...place(), where: "path" }] },
    ]) {
      const { status, json } = await author!.post("/api/connectors/test-read", {
        dsl,
        auth_data: { token: CANARY },
        ...(wrong ? { consent: wrong } : {}),
      });
      expect([status, json]).toMatchObject([
        409,
        {
          error: `This calls ${origin()} and sends secrets there. Confirm it first.`,
          consent: { hosts: [origin()], places: [place()] },
        },
      ]);
    }
    expect(asked).toHaveLength(before);
  });

  test("a definition that is none, credentials that are missing, nothing named", async () => {
    expect(await read({ protocol: "soap" })).toMatchObject({
      status: 400,
      json: { error: "Connector must define protocol: 'rest'." },
    });
    expect(await read(definition({ url: "/echo" }, { auth: BEARER }))).toMatchObject({
      status: 400,
      json: { error: '"token" is required.' },
    });
    expect(await author!.post("/api/connectors/check", {})).toMatchObject({
      status: 400,
      json: { error: "Name one of dsl, connector_id and instance_id." },
    });
    expect(await author!.post("/api/connectors/check", { dsl: {}, connector_id: "x" })).toMatchObject({ status: 400 });
    expect(await author!.post("/api/connectors/check", { dsl: {}, extra: 1 })).toMatchObject({
      status: 400,
      json: { error: "Unknown field: extra." },
    });
  });

  test("on a page, fields that it has not shown yet are asked for; those that were left empty are told", async () => {
    const press = (intent: string, fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({
        intent,
        title: "",
        dsl: JSON.stringify(definition({ url: "/echo" }, { auth: BEARER })),
        ...fields,
      }))
        form.append(name, value);
      return author!.call("POST", "/upload?tab=connector", { body: form });
    };
    for (const intent of ["test-read", "check"]) {
      const first = await press(intent, {});
      expect([
        first.status,
        first.text.includes("This connector needs a few values."),
        first.text.includes("is required"),
      ]).toEqual([200, true, false]);
      const second = await press(intent, { "auth.token": "" });
      expect([
        second.status,
        second.text.includes("This connector needs a few values."),
        second.text.includes("is required"),
      ]).toEqual([400, false, true]);
    }
  });

  test("a private connector is nobody else's to try; a public one is, before connecting", async () => {
    const publish = async (is_public: boolean) =>
      (
        await author!.post("/api/connectors/upload", {
          title: "Tried",
          is_public,
          dsl: definition({ url: "/endless", ...paged }),
        })
      ).json.id as string;
    const [open, hidden] = [await publish(true), await publish(false)];
    for (const call of ["test-read", "check"]) {
      expect(await reader!.post(`/api/connectors/${call}`, { connector_id: hidden, consent: consent() })).toMatchObject(
        { status: 404, json: { error: "Item not found" } },
      );
      expect(await reader!.post(`/api/connectors/${call}`, { connector_id: open, consent: consent() })).toMatchObject({
        status: 200,
        json: { ok: true },
      });
    }
    expect((await reader!.get("/api/connectors/my")).json).toEqual([]);
  });

  test("a saved connection is tested with its stored values, by its owner only", async () => {
    const { id } = (
      await author!.post("/api/connectors/upload", {
        title: "Saved",
        is_public: true,
        dsl: definition({ url: "/echo" }, { auth: BEARER }),
      })
    ).json;
    const instance = (
      await reader!.post("/api/connectors/activate", { connector_id: id, auth_data: { token: CANARY } })
    ).json.id;
    const checked = await reader!.post("/api/connectors/check", { instance_id: instance });
    expect(checked).toMatchObject({
      status: 200,
      json: { ok: true, message: "The API answers.", status: 200, ms: expect.any(Number) },
    });
    const read = await reader!.post("/api/connectors/test-read", { instance_id: instance });
    expect(read.json.operations[0].rows[0]["headers__authorization"]).toBe("Bearer [redacted]");
    expect(await author!.post("/api/connectors/check", { instance_id: instance })).toMatchObject({ status: 404 });
  });

  test("one limit for all three, with the time to wait", async () => {
    const few = await startProduct({
      ...db.installation,
      dataDir: product.dataDir,
      upstreams: [api.port],
      env: { RATE_LIMITS: "try=3/1h" },
    });
    try {
      const { email, password } = limited!;
      const login = await few.call("POST", "/api/users/login", { body: { email, password } });
      const cookie = login.headers
        .getSetCookie()
        .map((each) => each.split(";")[0])
        .join("; ");
      const post = (call: string, body: object) =>
        few.call("POST", `/api/connectors/${call}`, { body, headers: { cookie, "sec-fetch-site": "same-origin" } });
      const body = { dsl: definition({ url: "/endless" }), consent: consent() };
      expect((await post("test-read", body)).status).toBe(200);
      expect((await post("check", body)).status).toBe(200);
      expect((await post("options", { ...body, field: "none" })).status).toBe(200);
      const over = await post("check", body);
      expect([over.status, over.json.error]).toEqual([
        429,
        expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/),
      ]);
      expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(3_000);
    } finally {
      await few.stop("SIGKILL");
    }
  });
});

test("of a long cell the beginning is shown", async () => {
  const { json } = await read(definition({ url: "/long" }));
  expect(json.operations[0].rows).toEqual([{ text: "x".repeat(10_000) }]);
});

test("more than three at a time are asked to come a little later, others are not held up", async () => {
  const rows = definition({ url: "/slow" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => read(rows)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  const turnedAway = answers.find(({ status }) => status === 429);
  expect([turnedAway?.json.error, turnedAway?.headers.get("retry-after")]).toEqual([
    "You are running as many tests as one user may. Wait for one to end.",
    "5",
  ]);
  expect(answers.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("5");
  expect((await read(rows)).status).toBe(200);
});

test("the answer of a test is never stored, whatever key the request has", async () => {
  const key = { "idempotency-key": "once" };
  const before = asked.length;
  const dsl = definition({ url: "/projects" });
  for (const call of ["test-read", "test-read", "check"])
    expect((await author!.post(`/api/connectors/${call}`, { dsl, consent: consent() }, key)).status).toBe(200);
  expect(asked.length - before).toBe(3);
  expect((await db.pool.query("SELECT key FROM requests.answers")).rows).toEqual([]);
});

describe("a connection check", () => {
  test("asks the operation that the definition names, with its parents, for one row", async () => {
    const operations = [
      { id: "broken", url: "/nothing" },
      { id: "projects", url: "/projects" },
      { id: "tasks", url: "/projects/{project}/tasks", for_each: { project: "projects.id" }, ...paged },
    ];
    const before = asked.length;
    const { json } = await author!.post("/api/connectors/check", {
      dsl: { protocol: "rest", base_url: origin(), operations, check: { operation: "tasks" } },
      consent: consent(),
    });
    expect(json).toMatchObject({ ok: true, status: 200 });
    expect(asked.slice(before)).toEqual(["GET /projects", "GET /projects/1/tasks?page=1"]);
  });

  test("says in one sentence what is wrong", async () => {
    const { status, json } = await author!.post("/api/connectors/check", {
      dsl: definition({ url: "/refuses" }, { auth: BEARER }),
      auth_data: { token: CANARY },
      consent: consent(true),
    });
    expect([status, json]).toEqual([
      200,
      {
        ok: false,
        message: "The API answered 401: The token ••• is worth nothing",
        ms: expect.any(Number),
        status: 401,
      },
    ]);
  });
});

describe("options", () => {
  const fields = () => [
    {
      key: "workspace",
      label: "Workspace",
      type: "select",
      options_endpoint: { url: "/workspaces", records: "data", value_path: "id", label_path: "name" },
    },
    {
      key: "board",
      label: "Board",
      type: "options_endpoint",
      options_endpoint: { url: "/workspaces/{workspace}/boards", depends_on: "workspace" },
    },
    { key: "project", type: "select", options_endpoint: { operation: "rows", value_path: "id", label_path: "name" } },
    { key: "far", type: "select", options_endpoint: { url: `http://127.0.0.1:${elsewhere.port}/far` } },
    { key: "broken", type: "select", options_endpoint: { url: "/nothing" } },
  ];
  const options = (field: string, settings = {}, auth: object = {}) =>
    author!.post("/api/connectors/options", {
      dsl: definition({ url: "/projects", params_fields: fields() }, { auth: BEARER }),
      field,
      settings,
      ...auth,
      consent: { hosts: [origin(), `http://127.0.0.1:${elsewhere.port}`], places: [place()] },
    });

  test.each([
    [
      "workspace",
      {},
      {
        ok: true,
        options: [
          { value: "7", label: "Seven" },
          { value: "8", label: "Eight" },
        ],
      },
    ],
    ["board", {}, { ok: false, message: 'Fill in "Workspace" first.' }],
    [
      "board",
      { workspace: "7" },
      {
        ok: true,
        options: [
          { value: "red", label: "red" },
          { value: "blue", label: "blue" },
        ],
      },
    ],
    ["broken", {}, { ok: false, message: "The API answered 404: There is nothing here." }],
    ["absent", {}, { ok: false, message: "This field has no options to fetch." }],
  ])("of %s with %j", async (field, settings, expected) => {
    const { status, json } = await options(field, settings, { auth_data: { token: CANARY } });
    expect([status, json]).toEqual([200, expected]);
  });

  test("of an operation's rows", async () => {
    const { json } = await options("project", {}, { auth_data: { token: CANARY } });
    expect(json.options.slice(0, 2)).toEqual([
      { value: "1", label: "Project 1" },
      { value: "2", label: "Project 2" },
    ]);
  });

  test("at another host get no credentials", async () => {
    const { json } = await options("far", {}, { auth_data: { token: CANARY }, headers: { "X-Key": CANARY } });
    expect(json).toEqual({ ok: true, options: [{ value: "far", label: "Far away" }] });
    expect(leaked.join("\n")).toContain("/far");
    expect(leaked.join("\n")).not.toContain("CANARY");
  });
});
