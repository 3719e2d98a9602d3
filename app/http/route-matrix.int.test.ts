import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Answer, type Person, type Product, startProduct } from "#testing/product.ts";
import routes from "../routes.ts";

/**
 * Who may call what. Every route stands here; one that does not makes a test fail. `user`: 401 without a session. `key`: 401
 * without a streaming key, whatever the cookie. `admin`: a page for admins, which does not exist for other people who are logged in. `about`: the route is about one thing, and whoever may not see that thing gets
 * the same answer, byte for byte, as for a thing that never was.
 */
type Rule = {
  readonly who: "anyone" | "user" | "key" | "admin";
  readonly about?: Thing;
  readonly body?: (id: string) => unknown;
  readonly own?: number;
  readonly granted?: number;
};
type Thing = "connector" | "draft" | "instance" | "run" | "dataset" | "table";

/** Calls that change something on GET, and so refuse HEAD. */
const CHANGING_GETS = ["/api/users/verify-email/:token", "/api/token/excel"];

const anyone: Rule = { who: "anyone" };
const user: Rule = { who: "user" };
const API: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  "/api/users/me": { GET: user },
  "/api/users/login": { POST: anyone },
  "/api/users/logout": { POST: anyone },
  "/api/users/register": { POST: anyone },
  "/api/users/verify-email/:token": { GET: anyone },
  "/api/users/resend-verification": { POST: anyone },
  "/api/users/forgot-password": { POST: anyone },
  "/api/users/reset-password/:token": { POST: anyone },
  "/api/users/plan": { PATCH: user },
  "/api/users/usage": { GET: user },
  "/api/users/usage/increment": { PATCH: user },
  "/api/connectors": { GET: anyone },
  "/api/connectors/my": { GET: user },
  "/api/connectors/upload": { POST: user },
  "/api/connectors/draft": {
    POST: { who: "user", about: "connector", body: (parent_id) => ({ parent_id }), own: 201 },
  },
  "/api/connectors/import": { POST: user },
  "/api/connectors/test-read": {
    POST: { who: "user", about: "connector", body: (connector_id) => ({ connector_id }), own: 409 },
  },
  "/api/connectors/check": {
    POST: { who: "user", about: "instance", body: (instance_id) => ({ instance_id }), own: 200 },
  },
  "/api/connectors/options": {
    POST: { who: "user", about: "instance", body: (instance_id) => ({ instance_id, field: "none" }), own: 200 },
  },
  "/api/connectors/activate": {
    POST: { who: "user", about: "connector", body: (connector_id) => ({ connector_id }), own: 201 },
  },
  "/api/connectors/migrate": {
    POST: { who: "user", about: "connector", body: (id) => ({ old_connector_id: id, new_connector_id: id }) },
  },
  "/api/connectors/remove/:instanceId": { POST: { who: "user", about: "instance" } },
  "/api/connectors/run/:instanceId": { POST: { who: "user", about: "instance", body: () => ({}), own: 200 } },
  "/api/connectors/instance/:instanceId": {
    PATCH: { who: "user", about: "instance", body: () => ({ override: true }), own: 200 },
  },
  "/api/connectors/instance/:instanceId/run": { POST: { who: "user", about: "instance", body: () => ({}), own: 200 } },
  "/api/connectors/instance/:instanceId/runs": { GET: { who: "user", about: "instance", own: 200 } },
  "/api/connectors/instance/:instanceId/runs/:runId": { GET: { who: "user", about: "instance", own: 200 } },
  "/api/connectors/instance/:instanceId/runs/:runId/cancel": { POST: { who: "user", about: "instance", own: 409 } },
  "/api/connectors/instance/:instanceId/publish": {
    POST: { who: "user", about: "instance", body: () => ({ title: "Published" }), own: 201 },
  },
  "/api/connectors/:id": {
    GET: { who: "anyone", about: "connector", own: 200 },
    DELETE: { who: "user", about: "connector" },
  },
  "/api/connectors/:id/versions": { GET: { who: "anyone", about: "connector", own: 200 } },
  "/api/connectors/:id/draft": { PATCH: { who: "user", about: "draft", body: () => ({ title: "Changed" }), own: 200 } },
  "/api/connectors/:id/publish": { POST: { who: "user", about: "draft" } },
  "/api/assets": { GET: anyone },
  "/api/assets/categories": { GET: anyone },
  "/api/assets/table/:tableName": { GET: { who: "anyone", about: "table", own: 200, granted: 200 } },
  "/api/assets/:id": {
    GET: { who: "anyone", about: "dataset", own: 200, granted: 200 },
    PATCH: { who: "user", about: "dataset", body: () => ({ title: "Private" }), own: 200, granted: 403 },
    DELETE: { who: "user", about: "dataset", granted: 403 },
  },
  "/api/assets/:id/owner": { DELETE: { who: "user", about: "dataset", granted: 403 } },
  "/api/assets/:id/data": { GET: { who: "anyone", about: "dataset", own: 200, granted: 200 } },
  "/api/assets/:id/shares": {
    GET: { who: "user", about: "dataset", own: 200, granted: 403 },
    POST: { who: "user", about: "dataset", body: () => ({ email: "nobody@example.org" }), own: 404, granted: 403 },
    DELETE: { who: "user", about: "dataset", body: () => ({ email: "nobody@example.org" }), own: 404, granted: 403 },
  },
  "/api/access/my": { GET: user },
  "/api/access/grant": {
    POST: { who: "user", about: "dataset", body: (assetId) => ({ assetId }), own: 409, granted: 200 },
  },
  "/api/access/remove": { POST: { who: "user", about: "dataset", body: (assetId) => ({ assetId }), own: 404 } },
  "/api/dev/apikey": { POST: user },
  "/api/token/excel": { GET: user },
};

/** Express routes: they stand before Remix and answer by themselves. */
const BYTES: typeof API = {
  "/healthz": {},
  "/readyz": {},
  "/metrics": {},
  "/api/assets/upload-csv": { POST: user },
  "/api/assets/:id/original": { GET: { who: "anyone", about: "dataset", own: 200, granted: 200 } },
  "/api/assets/:id/rejected": { GET: { who: "anyone", about: "dataset", own: 200, granted: 200 } },
  "/api/stream/data": { GET: { who: "key", about: "table", own: 200, granted: 200 } },
  "/api/stream/data/excel": { GET: { who: "key", about: "table", own: 200, granted: 200 } },
  "/d/:file": { GET: { who: "key", about: "table", own: 200, granted: 200 } },
};

/** Pages: those of users lead to the login page. */
const PAGES: Readonly<Record<string, Rule>> = {
  "/": anyone,
  "/about": anyone,
  "/account": user,
  "/admin/read-models": { who: "admin" },
  "/api-documentation": anyone,
  "/blog": anyone,
  "/blog/:slug": anyone,
  "/connector-setup": anyone,
  "/connector-setup/:id": { who: "user", about: "connector" },
  "/connector_profile/:id": { who: "anyone", about: "connector", own: 200 },
  "/contact": anyone,
  "/cookie-settings": anyone,
  "/dataapps": anyone,
  "/dataset_profile/:id": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/rejected": { who: "user", about: "dataset", own: 200, granted: 200 },
  "/datastore": anyone,
  "/datastore/:id": { who: "anyone", about: "dataset" },
  "/documentation": anyone,
  "/forgot-password": anyone,
  "/imprint": anyone,
  "/login": anyone,
  "/logout": anyone,
  "/manage": user,
  "/oauth/callback": user,
  "/oauth/sign-in/:instanceId": { who: "user", about: "instance" },
  "/outbox": anyone,
  "/register": anyone,
  "/run/:id": { who: "user", about: "run", own: 200 },
  "/reset-password/:token": anyone,
  "/schemas/connector.json": anyone,
  "/terms": anyone,
  "/theme": anyone,
  "/upload": user,
  "/upload/import": user,
  "/upload/job/:id": { who: "user", about: "dataset", own: 200 },
  "/use-cases": anyone,
  "/verify-email/:token": anyone,
};

const NOWHERE = "0197a000-0000-7000-8000-000000000000";
let db: FreshDatabase;
let upstream: TestServer;
let product: Product;
let [owner, stranger, grantee, former]: Person[] = [];
const keys = new Map<string, string>();
/** What the owner has that no one else may see, and what was there once. */
let things: Readonly<Record<Thing, { readonly hidden: string; readonly deleted: string }>>;
/** A dataset that the grantee has been given, and its table. */
let given: { readonly dataset: string; readonly table: string };

beforeAll(async () => {
  db = await testDatabase();
  upstream = await httpServer(
    (_request, response) => void response.setHeader("content-type", "application/json").end('[{"id":1}]'),
  );
  product = await startProduct({ databaseUrl: db.url, upstreams: [upstream.port] });
  [owner, stranger, grantee, former] = await Promise.all(
    ["Owner", "Stranger", "Grantee", "Former"].map((name) => product.person(name, 3)),
  );
  for (const each of [owner, stranger, grantee, former]) keys.set(each!.name, await each!.key());
  const dataset = async (title: string) =>
    (await owner!.upload("a,b\n1,2\n", { title, is_public: "false" })).json as { id: string; table_name: string };
  const connector = async (title: string) => {
    const operation = { id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}/`, records: "$" };
    return (
      await owner!.post("/api/connectors/upload", {
        title,
        dsl: { protocol: "rest", auth: { type: "none" }, operations: [operation] },
      })
    ).json.id as string;
  };
  const instance = async (connector_id: string) =>
    (await owner!.post("/api/connectors/activate", { connector_id })).json as { id: string; output_table_name: string };
  const [hidden, deleted] = [await dataset("Private"), await dataset("Deleted")];
  given = { dataset: hidden.id, table: hidden.table_name };
  for (const each of [grantee, former]) await owner!.post(`/api/assets/${hidden.id}/shares`, { email: each!.email });
  await owner!.call("DELETE", `/api/assets/${hidden.id}/shares`, { body: { email: former!.email } });
  await owner!.call("DELETE", `/api/assets/${deleted.id}`);
  const [hiddenConnector, deletedConnector, connected] = [
    await connector("Private"),
    await connector("Deleted"),
    await connector("Connected"),
  ];
  await owner!.call("DELETE", `/api/connectors/${deletedConnector}`);
  const [hiddenInstance, removedInstance] = [
    await instance(connected),
    await instance(await connector("Connected once")),
  ];
  for (const { id } of [hiddenInstance, removedInstance]) await owner!.post(`/api/connectors/run/${id}`);
  await owner!.post(`/api/connectors/remove/${removedInstance.id}`);
  const draft = async () =>
    (await owner!.post("/api/connectors/draft", { title: "Draft" })).json.connector.id as string;
  const [hiddenDraft, deletedDraft] = [await draft(), await draft()];
  await owner!.call("DELETE", `/api/connectors/${deletedDraft}`);
  things = {
    dataset: { hidden: hidden.id, deleted: deleted.id },
    table: { hidden: hidden.table_name, deleted: deleted.table_name },
    connector: { hidden: hiddenConnector, deleted: deletedConnector },
    instance: { hidden: hiddenInstance.id, deleted: removedInstance.id },
    run: { hidden: `${hiddenInstance.id}-1`, deleted: `${removedInstance.id}-1` },
    draft: { hidden: hiddenDraft, deleted: deletedDraft },
  };
}, 90_000);
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

type Entry = { path?: string; index?: boolean; children?: Entry[] };
function paths(entries: readonly Entry[], above = ""): string[] {
  return entries.flatMap(({ path: own, children }) => {
    const here = own === undefined ? above : `${above}/${own}`;
    return children ? paths(children, here) : [here || "/"];
  });
}
const served = [...new Set(paths(routes))];

test("every route stands in the table", () => {
  const known = new Set([...Object.keys(API), ...Object.keys(PAGES), "/*", "/api/*"]);
  expect(served.filter((route) => !known.has(route))).toEqual([]);
  expect(Object.keys(API).filter((route) => !served.includes(route))).toEqual([]);
});

test("every Express route stands in the table", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const files = ["server.ts", ...globSync(["server/*.ts", "app/http/**/*.ts"], { cwd: root })].filter(
    (file) => !file.includes(".test."),
  );
  const found = files.flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), "utf8").matchAll(
        /\bapp\.(?:all|get|post|put|patch|delete)\(\s*["'`]([^"'`]+)/g,
      ),
    ].map(([, route]) => route!),
  );
  const each = found.flatMap((route) =>
    route.includes("${part}") ? ["original", "rejected"].map((part) => route.replace("${part}", part)) : [route],
  );
  expect(each.length).toBeGreaterThan(5);
  expect(each.filter((route) => route !== "*" && !(route in BYTES))).toEqual([]);
});

type Viewer = "anonymous" | "key only" | "garbage" | "logged out" | "stranger" | "former" | "grantee" | "owner";
const OUTSIDERS: readonly Viewer[] = ["anonymous", "key only", "garbage", "logged out"];
let loggedOut: string;

function as(viewer: Viewer, rule: Rule): Record<string, string> {
  const people: Partial<Record<Viewer, Person | undefined>> = { stranger, former, grantee, owner };
  const person = people[viewer];
  const key = person && keys.get(person.name);
  if (rule.who === "key") {
    if (key) return { authorization: `Bearer ${key}` };
    // A session opens no stream.
    return viewer === "logged out"
      ? { cookie: owner!.cookie }
      : viewer === "garbage"
        ? { authorization: "Bearer trib_0000000000000000000000000000000000000000000000000" }
        : {};
  }
  const site = { "sec-fetch-site": "same-origin" };
  if (person) return { ...site, cookie: person.cookie };
  if (viewer === "key only") return { authorization: `Bearer ${keys.get(owner!.name)}` };
  if (viewer === "garbage")
    return { ...site, cookie: `${owner!.cookie.split("=")[0]}=eyJhbGciOiJIUzI1NiJ9.e30.garbage` };
  return viewer === "logged out" ? { ...site, cookie: loggedOut } : site;
}

/** The address about one thing; of a connection's runs the first is meant. */
function addressed(route: string, id: string): string {
  return route.replace(":file", `${id}.csv`).replace(":runId", `${id}-1`).replace(/:\w+/, id);
}

function ask(viewer: Viewer, method: string, route: string, rule: Rule, id: string): Promise<Answer> {
  const target = addressed(route, id) + (route.startsWith("/api/stream") ? `?table=${id}` : "");
  const body = rule.body?.(id) ?? (method === "GET" ? undefined : {});
  return product.call(method, target, { headers: as(viewer, rule), ...(body === undefined ? {} : { body }) });
}

/** An answer without what differs from request to request, and with the id that was asked for taken out. */
function comparable({ status, headers, text }: Answer, id: string): unknown {
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "no nonce";
  const plain = (part: string) =>
    part
      .replaceAll(nonce, "NONCE")
      .replaceAll(id, "ID")
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z\\?"/g, "NOW");
  const skipped = ["date", "x-request-id", "content-length", "keep-alive", "connection"];
  return {
    status,
    headers: [...headers].filter(([name]) => !skipped.includes(name)).map(([name, value]) => [name, plain(value)]),
    text: plain(text),
  };
}

const all = Object.entries({ ...API, ...BYTES }).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, rule]) => [method, route, rule] as const),
);
const pages = Object.entries(PAGES)
  .filter(([route]) => served.includes(route))
  .map(([route, rule]) => ["GET", route, rule] as const);

describe("who may call", () => {
  beforeAll(async () => {
    const login = await product.call("POST", "/api/users/login", {
      body: { email: stranger!.email, password: stranger!.password },
    });
    loggedOut = login.headers.getSetCookie()[0]!.split(";")[0]!;
    await product.call("POST", "/api/users/logout", {
      headers: { cookie: loggedOut, "sec-fetch-site": "same-origin" },
      body: {},
    });
  });

  test.each(Object.keys(API))("%s has exactly the methods of the table", async (route) => {
    const { status, headers, json } = await product.call("PUT", route.replace(/:\w+/, NOWHERE), {
      headers: as("owner", user),
      body: {},
    });
    expect([status, json]).toEqual([405, { error: expect.any(String) }]);
    const methods = Object.keys(API[route]!);
    const looking = methods.includes("GET") && !CHANGING_GETS.includes(route) ? ["HEAD"] : [];
    expect(headers.get("allow")!.split(", ").sort()).toEqual([...methods, ...looking].sort());
  });

  test.each(all)("%s %s asks who is there", async (method, route, rule) => {
    for (const viewer of OUTSIDERS) {
      const { status, json, headers } = await ask(viewer, method, route, rule, NOWHERE);
      if (rule.who === "anyone") expect(status, viewer).not.toBe(401);
      else expect([viewer, status, json]).toEqual([viewer, 401, { error: expect.any(String) }]);
      if (rule.who === "key") expect(headers.get("www-authenticate")).toMatch(/^Basic realm="Tributary"/);
      // A dead session is taken away, so that the browser does not send it again.
      if (rule.who === "user" && ["garbage", "logged out"].includes(viewer))
        expect(headers.get("set-cookie")).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i);
    }
  });

  test.each(pages)("%s %s asks who is there", async (method, route, rule) => {
    for (const viewer of OUTSIDERS) {
      const { status, headers } = await ask(viewer, method, route, rule, NOWHERE);
      if (rule.who === "user" || rule.who === "admin")
        expect([viewer, status, headers.get("location")]).toEqual([
          viewer,
          302,
          expect.stringMatching(/^\/login\?redirect=/),
        ]);
      else expect(headers.get("location") ?? "", viewer).not.toMatch(/^\/login\?redirect/);
      expect(status).toBeLessThan(500);
    }
  });
});

const about = [...all, ...pages].filter(([, , rule]) => rule.about);
describe("another's thing is as good as none", () => {
  test.each(about)("%s %s", async (method, route, rule) => {
    const { hidden, deleted } = things[rule.about!];
    const others: Viewer[] = [
      ...OUTSIDERS,
      "stranger",
      ...(rule.about === "dataset" || rule.about === "table" ? (["former"] as const) : []),
    ];
    for (const viewer of others) {
      const missing = comparable(await ask(viewer, method, route, rule, NOWHERE), NOWHERE);
      for (const id of [hidden, deleted])
        expect(
          comparable(await ask(viewer, method, route, rule, id), id),
          `${viewer} ${id === hidden ? "hidden" : "deleted"}`,
        ).toEqual(missing);
    }
    const missing = comparable(await ask("owner", method, route, rule, NOWHERE), NOWHERE);
    expect(comparable(await ask("owner", method, route, rule, deleted), deleted), "owner deleted").toEqual(missing);
  });

  const INTENTS = [
    "activate",
    "cancel",
    "connect",
    "delete",
    "edit",
    "migrate",
    "publish-output",
    "remove",
    "run",
    "save",
    "share-output",
    "sign-out",
    "unknown",
  ];
  test.each(pages.filter(([, , rule]) => rule.about))("%s %s, its data and its forms", async (_method, route, rule) => {
    const at = (id: string) => addressed(route, id);
    const tries = [
      (id: string, headers: Record<string, string>) => product.call("GET", `${at(id)}.data`, { headers }),
      ...INTENTS.map(
        (intent) => (id: string, headers: Record<string, string>) =>
          product.call("POST", at(id), {
            headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
            body: `intent=${intent}&title=Taken`,
          }),
      ),
    ];
    for (const viewer of [
      "anonymous",
      "stranger",
      ...(rule.about === "dataset" ? (["former"] as const) : []),
    ] as const) {
      for (const attempt of tries) {
        const missing = comparable(await attempt(NOWHERE, as(viewer, rule)), NOWHERE);
        for (const id of Object.values(things[rule.about!]))
          expect(comparable(await attempt(id, as(viewer, rule)), id), viewer).toEqual(missing);
      }
    }
  });

  test("lists and searches do not know it", async () => {
    for (const list of ["/api/connectors", "/api/assets", "/datastore?q=Private", "/datastore.data?q=Private"]) {
      const { text } = await stranger!.get(list);
      for (const { hidden } of Object.values(things)) expect(text).not.toContain(hidden);
    }
    expect((await stranger!.get("/api/access/my")).json).toEqual([]);
    const streams = await product.call("GET", "/api/stream/data", { headers: as("stranger", { who: "key" }) });
    expect(streams.json).toEqual([]);
  });
});

describe("those who may, can", () => {
  test.each(about.filter(([, , rule]) => rule.own !== undefined))("%s %s", async (method, route, rule) => {
    const { hidden } = things[rule.about!];
    if (rule.granted !== undefined) {
      const { status, text } = await ask(
        "grantee",
        method,
        route,
        rule,
        rule.about === "table" ? given.table : given.dataset,
      );
      expect(["grantee", status, text]).toEqual(["grantee", rule.granted, text]);
    }
    const { status, text } = await ask("owner", method, route, rule, hidden);
    expect(["owner", status, text]).toEqual(["owner", rule.own, text]);
  });
});
