import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import jwt from "jsonwebtoken";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { Secret } from "#domain/core/text/secret.ts";
import { signedTokens } from "#infra/identity/tokens/signed-token.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { endpoints } from "../api/endpoints.ts";
import routes from "../routes.ts";
import { nameOf, type Thing, type Who } from "./json-api/endpoint.ts";

/**
 * Who may call what. Endpoints declare it themselves; every page is listed here, and a missing one makes a test fail.
 * `user`: 401 without a session. `owner`: the same, and 403 for users who may only see the thing. `reader`: 401 without
 * a session too, if the thing is visible. `key`: 401 without a streaming key, whatever the cookie. `admin`: a page for
 * admins, 404 for other logged-in users. `about`: the route is about one thing, and viewers who may not see it get the
 * same answer, byte for byte, as for a missing thing.
 */
type Rule = {
  readonly who: Who | "admin";
  readonly about?: About;
  readonly body?: (id: string) => unknown;
  readonly own?: number;
  readonly granted?: number;
  /** A page that auditors and admins read. */
  readonly auditorsRead?: boolean;
};

/** What a route can be about: things that keys can be limited to, and others. `stream`: one of the log. */
type About = Thing | "api key" | "data app" | "post" | "stream" | "webhook" | History;
/** Whose history is read, by the kinds of its addresses. */
const HISTORIES = ["connector", "dataset", "instance", "user"] as const;
type History = `history of ${(typeof HISTORIES)[number]}`;

/** Method, path and rule. */
type Routed = readonly [string, string, Rule];

const anyone: Rule = { who: "anyone" };
const user: Rule = { who: "user" };

/** A call of an endpoint that is about something, and the expected answers for its owner and a grantee. */
type Case = Pick<Rule, "body" | "own" | "granted">;
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
const email = () => ({ email: "nobody@example.org" });
const CASES: Readonly<Record<string, Case>> = {
  "POST /api/connectors/draft": { body: (parent_id) => ({ parent_id }), own: 201 },
  "POST /api/connectors/test-read": { body: (connector_id) => ({ connector_id }), own: 409 },
  "POST /api/connectors/check": { body: (instance_id) => ({ instance_id }), own: 200 },
  "POST /api/connectors/options": { body: (instance_id) => ({ instance_id, field: "none" }), own: 200 },
  "POST /api/connectors/activate": { body: (connector_id) => ({ connector_id }), own: 201 },
  "POST /api/connectors/migrate": { body: (id) => ({ old_connector_id: id, new_connector_id: id }) },
  "POST /api/connectors/remove/{instanceId}": {},
  "POST /api/connectors/run/{instanceId}": { own: 200 },
  "GET /api/connectors/instance/{instanceId}": { own: 200 },
  "PATCH /api/connectors/instance/{instanceId}": { body: () => ({ override: true }), own: 200 },
  "POST /api/connectors/instance/{instanceId}/run": { own: 200 },
  "GET /api/connectors/instance/{instanceId}/runs": { own: 200 },
  "GET /api/connectors/instance/{instanceId}/runs/{runId}": { own: 200 },
  "POST /api/connectors/instance/{instanceId}/runs/{runId}/cancel": { own: 409 },
  "GET /api/runs/{id}": { own: 200 },
  "POST /api/connectors/instance/{instanceId}/publish": { body: () => ({ title: "Published" }), own: 201 },
  "GET /api/connectors/{id}": { own: 200 },
  "DELETE /api/connectors/{id}": {},
  "GET /api/connectors/{id}/versions": { own: 200 },
  "GET /api/connectors/{id}/latest": { own: 200 },
  "GET /api/connectors/{id}/changes": { own: 200 },
  "PATCH /api/connectors/{id}/draft": { body: () => ({ title: "Changed" }), own: 200 },
  "POST /api/connectors/{id}/publish": {},
  "GET /api/assets/table/{tableName}": { own: 200, granted: 200 },
  "GET /api/assets/{id}": { own: 200, granted: 200 },
  "PATCH /api/assets/{id}": { body: () => ({ title: "Private" }), own: 200 },
  "PATCH /api/assets/{id}/columns": { body: () => ({ columns: [{ name: "a", unit: "m" }] }), own: 200 },
  "DELETE /api/assets/{id}": {},
  "DELETE /api/assets/{id}/owner": {},
  "GET /api/assets/{id}/data": { own: 200, granted: 200 },
  "GET /api/assets/{id}/load": { own: 200 },
  "POST /api/assets/{id}/load/cancel": { own: 409 },
  "POST /api/assets/{id}/load/retry": { own: 409 },
  "PUT /api/assets/{id}/data": { body: () => "a,b\n3,4\n", own: 200 },
  "POST /api/assets/{id}/versions": { body: () => versionForm(), own: 200 },
  "POST /api/assets/{id}/rows": { body: () => [{ a: 7, b: 8 }], own: 200 },
  "POST /api/assets/{id}/refresh": { own: 409 },
  "GET /api/assets/{id}/source": { own: 409 },
  "PATCH /api/assets/{id}/source": { body: () => ({ refresh_interval: 0 }), own: 409 },
  "GET /api/assets/{id}/schema": { own: 200, granted: 200 },
  // Rows were added before: it has several files.
  "PUT /api/assets/{id}/schema": { body: () => ({ fields: [{ name: "a", reading: "text" }] }), own: 409 },
  "GET /api/assets/{id}/versions": { own: 200, granted: 200 },
  "GET /api/assets/table/{tableName}/versions": { own: 200, granted: 200 },
  "GET /api/assets/table/{tableName}/versions/{before}/compare/{after}": { own: 404, granted: 404 },
  "GET /api/assets/{id}/versions/{before}/compare/{after}": { own: 404, granted: 404 },
  "POST /api/assets/{id}/versions/{version}/restore": { own: 404 },
  "GET /api/assets/{id}/original": { own: 200, granted: 200 },
  "GET /api/assets/{id}/rejected": { own: 200, granted: 200 },
  "POST /api/connectors/{id}/image": { body: () => ({ image: PNG }), own: 200 },
  "DELETE /api/connectors/{id}/image": { own: 200 },
  "POST /api/assets/{id}/image": { body: () => ({ image: PNG }), own: 200 },
  "DELETE /api/assets/{id}/image": { own: 200 },
  "GET /api/assets/{id}/shares": { own: 200 },
  "POST /api/assets/{id}/shares": { body: email, own: 404 },
  "DELETE /api/assets/{id}/shares": { body: email, own: 404 },
  "GET /api/assets/{id}/requests": { own: 200 },
  "POST /api/assets/{id}/requests": { body: () => ({ reason: "A study" }), own: 409, granted: 409 },
  "PATCH /api/assets/{id}/requests": { body: () => ({ ...email(), answer: "refuse" }), own: 404 },
  "DELETE /api/assets/{id}/requests": { own: 409, granted: 409 },
  "POST /api/access/grant": { body: (assetId) => ({ assetId }), own: 409, granted: 200 },
  "POST /api/access/remove": { body: (assetId) => ({ assetId }), own: 404 },
  "GET /api/stream/data": { own: 200, granted: 200 },
  "GET /api/stream/data/excel": { own: 200, granted: 200 },
  "GET /d/{file}": { own: 200, granted: 200 },
  "GET /api/assets/table/{tableName}/odc": { own: 200, granted: 200 },
  "GET /api/assets/table/{tableName}/pbids": { own: 200, granted: 200 },
  "GET /odata/{set}": { own: 200, granted: 200 },
  "GET /odata/{set}({row})": { own: 200, granted: 200 },
  "GET /odata/{set}/$count": { own: 200, granted: 200 },
};

/** Endpoints about something that no key can be limited to. */
const OTHER_CASES: Readonly<Record<string, Case & { readonly about: About }>> = {
  "PATCH /api/users/api-keys/{id}": { about: "api key", body: () => ({ name: "Renamed" }), own: 200 },
  "DELETE /api/users/api-keys/{id}": { about: "api key" },
  "PATCH /api/webhooks/{id}": { about: "webhook", body: () => ({ kinds: ["run.failed"] }), own: 200 },
  "POST /api/webhooks/{id}/secret": { about: "webhook", own: 200 },
  "POST /api/webhooks/{id}/switch": { about: "webhook", body: () => ({ enabled: true }), own: 200 },
  "GET /api/webhooks/{id}/deliveries": { about: "webhook", own: 200 },
  "POST /api/webhooks/{id}/test": { about: "webhook", own: 202 },
  "POST /api/webhooks/{id}/deliveries/{delivery}/again": { about: "webhook", own: 404 },
  "DELETE /api/webhooks/{id}": { about: "webhook" },
  "GET /api/blog/{slug}": { about: "post" },
  "GET /api/dataapps/{id}": { about: "data app", own: 200 },
  "DELETE /api/dataapps/{id}": { about: "data app" },
  "POST /api/blog/{slug}/like": { about: "post" },
  "GET /api/history/{stream}/{revision}/proof": { about: "stream" },
};
/** Paths with parameters that name nothing of a user: what is public, secrets of mails, and what admins look after. */
const NOBODYS = [
  "/api/users/verify-email/{token}",
  "/api/users/reset-password/{token}",
  "/log/tile/{level}/{tile}",
  "/log/tile/entries/{tile}",
  "/log/witness/{originHash}/checkpoint",
  "/api/admin/users/{id}/roles",
  "/api/admin/categories/{category}",
  "/api/admin/takedowns/{id}",
  "/api/admin/exposed-connections/{id}/remind",
  "/api/admin/exposed-connections/{id}/stop",
  "/api/admin/jobs/{id}/retry",
  "/api/admin/jobs/{id}",
];

/** A route of histories, once for each kind. Only datasets and instances have rows. */
function byKind([method, route, rule]: Routed): readonly Routed[] {
  if (!route.includes("/history/:kind/")) return [[method, route, rule]];
  return HISTORIES.map((kind) => {
    const hasRows = kind === "dataset" || kind === "instance";
    const own = route.endsWith("/rows") && !hasRows ? 404 : 200;
    return [method, route.replace(":kind", kind), { ...rule, about: `history of ${kind}`, own }];
  });
}

function versionForm(): FormData {
  const form = new FormData();
  form.append("file", new Blob(["a,b\n5,6\n"]), "next.csv");
  return form;
}

/** Express routes of the server itself, and the images of pages, whose viewers are in app/images/images.int.test.ts. */
const OPERATIONS = ["/healthz", "/readyz", "/metrics"];

/** Pages: those for users redirect to the login page. */
const PAGES: Readonly<Record<string, Rule>> = {
  "/": anyone,
  "/about": anyone,
  "/account": user,
  "/account/delete": user,
  "/admin": { who: "admin" },
  "/admin/categories": { who: "admin" },
  "/admin/credentials": { who: "admin" },
  "/admin/jobs": { who: "admin" },
  "/admin/read-models": { who: "admin" },
  "/admin/operations": { who: "admin" },
  "/admin/searches": { who: "admin" },
  "/admin/takedowns": { who: "admin" },
  "/api-documentation": anyone,
  "/api-documentation/:group": anyone,
  "/api-documentation/open": anyone,
  "/blog": anyone,
  "/blog/:slug": { who: "anyone", about: "post" },
  "/blog/:slug/edit": { who: "user", about: "post" },
  "/blog/new": user,
  "/blog/rss.xml": anyone,
  "/connector-setup": anyone,
  "/connector-setup/:id": { who: "user", about: "connector" },
  "/connector_profile/:id": { who: "anyone", about: "connector", own: 200 },
  "/contact": anyone,
  "/cookie-settings": anyone,
  "/dataapps": anyone,
  "/dataapps/:id": { who: "anyone", about: "data app", own: 200 },
  "/dataset_profile/:id": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/versions": { who: "user", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/rows": { who: "user", about: "dataset", own: 200, granted: 302 },
  "/dataset_profile/:id/rejected": { who: "user", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/chart": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/croissant.json": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/datapackage.json": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/dataset.jsonld": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/dataset_profile/:id/versions.rss": { who: "anyone", about: "dataset", own: 200, granted: 200 },
  "/catalog.jsonld": anyone,
  "/datastore": anyone,
  "/datastore.rss": anyone,
  "/datastore/:id": { who: "anyone", about: "dataset" },
  "/documentation": anyone,
  "/documentation/:page": anyone,
  "/forgot-password": anyone,
  "/history/:kind/:id": user,
  "/history/:kind/:id/access": user,
  "/history/:kind/:id/access.csv": user,
  "/imprint": anyone,
  "/jump": anyone,
  "/log": anyone,
  "/login": anyone,
  "/logout": anyone,
  "/manage": user,
  "/notices": user,
  "/oauth/callback": user,
  "/oauth/sign-in/:instanceId": { who: "user", about: "instance" },
  "/outbox": anyone,
  "/register": anyone,
  "/robots.txt": anyone,
  "/sitemap.xml": anyone,
  "/sitemap/items.xml": anyone,
  "/run/:id": { who: "user", about: "run", own: 200, auditorsRead: true },
  "/reset-password/:token": anyone,
  "/schemas/connector.json": anyone,
  "/table/:table/versions": { who: "user", about: "table", own: 302, granted: 302 },
  "/terms": anyone,
  "/theme": anyone,
  "/unsubscribe/:token": anyone,
  "/upload": user,
  "/upload/import": user,
  "/upload/preview/:id": user,
  "/upload/job/:id": { who: "user", about: "dataset", own: 200 },
  "/use-cases": anyone,
  "/verify-email/:token": anyone,
};

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const ROOT = path.resolve(import.meta.dirname, "../..");
const NOWHERE = "0197a000-0000-7000-8000-000000000000";
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [owner, stranger, grantee, former, admin, auditor]: Person[] = [];
const keys = new Map<string, string>();
/** Account keys of the owner: one with all scopes, and one that is limited to another dataset. */
let [fullKey, limitedKey] = ["", ""];
/** A public dataset of the owner. */
let offered: string;
/** The owner's things that no one else may see, and deleted ones. */
let things: Readonly<Record<About, { readonly hidden: string; readonly deleted: string }>>;
/** A dataset to which the grantee has access, and its table. */
let given: { readonly dataset: string; readonly table: string };

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer(
    (_request, response) => void response.setHeader("content-type", "application/json").end('[{"id":1}]'),
  );
  const env = { ADMIN_EMAILS: "admin@example.org" };
  product = await startProduct({ ...db.installation, upstreams: [upstream.port], env });
  [owner, stranger, grantee, former, admin, auditor] = await Promise.all(
    ["Owner", "Stranger", "Grantee", "Former", "Admin", "Auditor"].map((name) => product.person(name, 3)),
  );
  for (const each of [owner, stranger, grantee, former, admin, auditor]) keys.set(each!.name, await each!.key());
  await admin!.post(`/api/admin/users/${auditor!.id}/roles`, { role: "auditor" });
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
  offered = (await owner!.upload("a,b\n1,2\n", { title: "Offered" })).json.id as string;
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
  const app = async (title: string) => {
    const body = new URLSearchParams({ intent: "save-chart", title }).toString();
    const saved = await owner!.post(`/dataset_profile/${hidden.id}/chart?kind=bar&x=a&y=b`, body, FORM);
    return /\/dataapps\/([\w-]+)/.exec(saved.headers.get("location") ?? saved.text)?.[1] ?? saved.text;
  };
  const [hiddenApp, deletedApp] = [await app("Private"), await app("Deleted")];
  await owner!.post(`/dataapps/${deletedApp}`, "intent=delete-chart", FORM);
  const accountKey = async (limits: object = {}) =>
    (await owner!.post("/api/users/api-keys", { scopes: SCOPES, ...limits })).json as { id: string; secret: string };
  const [hiddenKey, deletedKey] = [await accountKey(), await accountKey()];
  await owner!.call("DELETE", `/api/users/api-keys/${deletedKey.id}`);
  [fullKey, limitedKey] = [hiddenKey.secret, (await accountKey({ tables: [offered] })).secret];
  const webhook = async () => {
    const asked = { url: "https://example.org/hook", kinds: ["dataset.version"] };
    return (await owner!.post("/api/webhooks", asked)).json.webhook.id as string;
  };
  const [hiddenWebhook, deletedWebhook] = [await webhook(), await webhook()];
  await owner!.call("DELETE", `/api/webhooks/${deletedWebhook}`);
  const post = async (slug: string) => {
    const fields = { intent: "save-draft", title: slug, slug, type: "update", content: "<p>Text</p>" };
    await admin!.post("/blog/new", new URLSearchParams(fields).toString(), FORM);
    expect((await admin!.get(`/blog/${slug}/edit`)).status).toBe(200);
    return slug;
  };
  const [hiddenPost, deletedPost] = [await post("a-post-not-yet-shown"), await post("a-post-no-longer-there")];
  await admin!.post(`/blog/${deletedPost}/edit`, "intent=delete", FORM);
  things = {
    item: { hidden: hidden.id, deleted: deleted.id },
    "api key": { hidden: hiddenKey.id, deleted: deletedKey.id },
    "data app": { hidden: hiddenApp, deleted: deletedApp },
    webhook: { hidden: hiddenWebhook, deleted: deletedWebhook },
    post: { hidden: hiddenPost, deleted: deletedPost },
    // The history of what was deleted stays, for its owner too.
    stream: { hidden: `dataset-${hidden.id}`, deleted: `dataset-${deleted.id}` },
    "history of dataset": { hidden: hidden.id, deleted: deleted.id },
    "history of connector": { hidden: hiddenConnector, deleted: deletedConnector },
    "history of instance": { hidden: hiddenInstance.id, deleted: removedInstance.id },
    // No account is deleted here: two users whose histories are not the viewer's.
    "history of user": { hidden: owner!.id, deleted: grantee!.id },
    dataset: { hidden: hidden.id, deleted: deleted.id },
    table: { hidden: hidden.table_name, deleted: deleted.table_name },
    connector: { hidden: hiddenConnector, deleted: deletedConnector },
    instance: { hidden: hiddenInstance.id, deleted: removedInstance.id },
    run: { hidden: `${hiddenInstance.id}-1`, deleted: `${removedInstance.id}-1` },
    draft: { hidden: hiddenDraft, deleted: deletedDraft },
  };
  for (const [kind, made] of Object.entries(things))
    for (const id of Object.values(made)) expect([kind, id]).toEqual([kind, expect.stringMatching(/^[\w-]+$/)]);
});
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
const files = new Map(routes.map((route) => [`/${route.path ?? ""}`, route.file]));

test("every page is in the table", () => {
  const known = new Set([...Object.keys(PAGES), "/*"]);
  const forgotten = served.filter((route) => !known.has(route));
  expect(forgotten, "say in PAGES of app/http/route-matrix.int.test.ts who may see them").toEqual([]);
});

test("every endpoint that is about something has its case", () => {
  const about = endpoints.filter((each) => each.about !== undefined).map(nameOf);
  const advice = "add to CASES in app/http/route-matrix.int.test.ts what is asked and what its owner hears";
  expect(Object.keys(CASES).sort(), advice).toEqual(about.sort());
});

test("every path with a parameter says whose it names", () => {
  const known = new Set([...Object.keys(CASES), ...Object.keys(OTHER_CASES)]);
  const forgotten = endpoints
    .filter((each) => each.path.includes("{") && !known.has(nameOf(each)) && !NOBODYS.includes(each.path))
    .filter(({ path: at }) => !at.startsWith("/api/history/{kind}/"))
    .map(nameOf);
  const advice =
    "say `about` in the endpoint's file, or add it to OTHER_CASES or NOBODYS in app/http/route-matrix.int.test.ts";
  expect(forgotten, advice).toEqual([]);
});

test("every Express route is an endpoint or one of the server's own", () => {
  const files = ["server.ts", ...globSync(["server/*.ts", "app/http/**/*.ts"], { cwd: ROOT })].filter(
    (file) => !file.includes(".test."),
  );
  const found = files.flatMap((file) =>
    [
      ...readFileSync(path.join(ROOT, file), "utf8").matchAll(
        /\bapp\.(?:all|get|post|put|patch|delete)\(\s*["'`]([^"'`]+)/g,
      ),
    ].map(([, route]) => route!),
  );
  expect(found.filter((route) => route !== "*").sort()).toEqual([...OPERATIONS].sort());
});

/** The intents of a page's forms, read from the code of its folder and of shared forms. A page without an action has none. */
function intentsOf(route: string): readonly string[] {
  const file = files.get(route.replace(/^\/history\/\w+/, "/history/:kind"));
  const page = readFileSync(path.join(ROOT, "app", file ?? ""), "utf8");
  if (!/\bexport (const|async function|function) action\b/.test(page)) return ["unknown"];
  const folders = [path.dirname(file ?? ""), "images", "runs", "settings-form", "trying"];
  const sources = folders
    .flatMap((folder) => globSync(`app/${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter((each) => !each.includes(".test."))
    .map((each) => readFileSync(path.join(ROOT, each), "utf8"));
  const found = sources.flatMap((source) => [
    ...source.matchAll(/name="intent"\s+value="([\w-]+)"|\bintent"?\)* === "([\w-]+)"/g),
    ...(/switch \((?:intent|text\(form, "intent"\))\)/.test(source) ? source.matchAll(/\bcase "([\w-]+)":/g) : []),
  ]);
  return ["unknown", ...new Set(found.map(([, ...each]) => each.find((intent) => intent !== undefined)!))];
}

test("the intents of a page are found", () => {
  expect(intentsOf("/dataset_profile/:id")).toEqual(expect.arrayContaining(["connect", "share", "update", "delete"]));
  expect(intentsOf("/connector_profile/:id")).toEqual(
    expect.arrayContaining(["connect", "publish-output", "remove", "run", "save", "deactivate"]),
  );
});

type Viewer =
  | ("anonymous" | "key only" | "garbage" | "logged out" | "expired")
  | ("stranger" | "former" | "grantee" | "owner" | "admin" | "auditor")
  | ("full key" | "limited key");
const OUTSIDERS: readonly Viewer[] = ["anonymous", "key only", "garbage", "logged out", "expired"];
/** Those of whom the owner's things know nothing. A former grantee was one of the hidden dataset. */
const OTHERS: readonly Viewer[] = [...OUTSIDERS, "stranger", "former", "admin", "auditor"];
let loggedOut: string;
let expired: string;

function as(viewer: Viewer, rule: Rule): Record<string, string> {
  if (viewer === "full key") return { authorization: `Bearer ${fullKey}` };
  if (viewer === "limited key") return { authorization: `Bearer ${limitedKey}` };
  const people: Partial<Record<Viewer, Person | undefined>> = { stranger, former, grantee, owner, admin, auditor };
  const person = people[viewer];
  const key = person && keys.get(person.name);
  if (rule.who === "key") {
    if (key) return { authorization: `Bearer ${key}` };
    // A session does not open a stream.
    return viewer === "logged out"
      ? { cookie: owner!.cookie }
      : viewer === "garbage"
        ? { authorization: "Bearer trib_0000000000000000000000000000000000000000000000000" }
        : {};
  }
  const site = { "sec-fetch-site": "same-origin" };
  if (person) return { ...site, cookie: person.cookie };
  if (viewer === "key only") return { authorization: `Bearer ${keys.get(owner!.name)}` };
  if (viewer === "expired") return { ...site, cookie: expired };
  if (viewer === "garbage")
    return { ...site, cookie: `${owner!.cookie.split("=")[0]}=eyJhbGciOiJIUzI1NiJ9.e30.garbage` };
  return viewer === "logged out" ? { ...site, cookie: loggedOut } : site;
}

/** The path for one thing; for an instance's runs the first one. */
function addressed(route: string, id: string): string {
  return route
    .replace(":revision", "0")
    .replace(":file", `${id}.csv`)
    .replace(":runId", `${id}-1`)
    .replace(":row", "1")
    .replace(/:\w+/, id);
}

function ask(viewer: Viewer, method: string, route: string, rule: Rule, id: string): Promise<Answer> {
  const target = addressed(route, id) + (route.startsWith("/api/stream") ? `?table=${id}` : "");
  const body = rule.body?.(id) ?? (method === "GET" ? undefined : {});
  return product.call(method, target, { headers: as(viewer, rule), ...(body === undefined ? {} : { body }) });
}

function messageIn(flash: string): string {
  const text = Buffer.from(decodeURIComponent(flash.replace("flash=", "")), "base64").toString();
  return text.replace(/"id":"[\w-]+"/g, "");
}

/** An answer without what differs between requests, and without the requested id. */
function comparable({ status, headers, text }: Answer, id: string): unknown {
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "no nonce";
  const plain = (part: string) =>
    part
      .replaceAll(nonce, "NONCE")
      .replaceAll(id, "ID")
      .replaceAll(headers.get("x-request-id") ?? "no id", "REQUEST")
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z\\?"/g, "NOW")
      // The message for the next page has an id of its own.
      .replace(/^flash=[^;]+/, (flash) => messageIn(flash));
  const skipped = [
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "date",
    "x-request-id",
    "content-length",
    "keep-alive",
    "connection",
  ];
  return {
    status,
    headers: [...headers].filter(([name]) => !skipped.includes(name)).map(([name, value]) => [name, plain(value)]),
    text: plain(text),
  };
}

const all = endpoints
  .map((each): Routed => {
    const granted = each.who === "owner" && each.about === "dataset" ? { granted: 403 } : {};
    return [
      each.method,
      each.path.replace(/\{(\w+)\}/g, ":$1"),
      {
        who: each.who,
        ...(each.about ? { about: each.about } : {}),
        ...CASES[nameOf(each)],
        ...OTHER_CASES[nameOf(each)],
        ...granted,
      },
    ];
  })
  .flatMap(byKind);
const addresses = [...new Set(endpoints.map((each) => each.path))].filter((each) => each.startsWith("/api/"));
const pages = Object.entries(PAGES)
  .filter(([route]) => served.includes(route))
  .map(([route, rule]): Routed => ["GET", route, rule])
  .flatMap(byKind);

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
    const [name, token = ""] = owner!.cookie.split("=");
    const claims = jwt.decode(token) as jwt.JwtPayload & { readonly sid: string };
    const issuer = claims.iss!;
    const { sign } = signedTokens({
      secrets: [new Secret(PRODUCT_SECRET)],
      issuer,
      audience: "session",
      idClaim: "sid",
    });
    const until = (seconds: number) =>
      `${name}=${sign({ subject: claims.sub!, id: claims.sid }, new Date(claims.iat! * 1000), new Date(Date.now() + seconds * 1000))}`;
    expired = until(-1);
    // It is the time alone that makes it invalid.
    expect((await product.call("GET", "/api/users/me", { headers: { cookie: until(60) } })).status).toBe(200);
  });

  test.each(addresses)("%s has exactly its methods", async (address) => {
    const methods = endpoints.filter((each) => each.path === address);
    const other = ["PUT", "PATCH"].find((name) => methods.every(({ method }) => method !== name))!;
    const { status, headers, json } = await product.call(other, address.replace(/\{\w+\}/g, NOWHERE), {
      headers: as("owner", user),
      body: {},
    });
    expect([status, json]).toMatchObject([405, { error: expect.any(String) }]);
    const looking = methods.some(({ method, changes }) => method === "GET" && !changes) ? ["HEAD"] : [];
    expect(headers.get("allow")!.split(", ").sort()).toEqual(
      [...methods.map(({ method }) => method), ...looking].sort(),
    );
  });

  test("files of a public dataset are for those who have it", async () => {
    for (const part of ["original", "rejected"]) {
      const target = `/api/assets/${offered}/${part}`;
      const statuses = [product.call("GET", target), stranger!.get(target), owner!.get(target)];
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 403, 200]);
    }
  });

  test.each(all)("%s %s asks who is there", async (method, route, rule) => {
    for (const viewer of OUTSIDERS) {
      const { status, json, headers } = await ask(viewer, method, route, rule, NOWHERE);
      // The streaming key opens streams only, whatever its user may do.
      if (viewer === "key only" && rule.who !== "key") expect(status, viewer).toBe(403);
      else if (rule.who === "anyone" || rule.who === "reader") expect(status, viewer).not.toBe(401);
      else if (!route.endsWith("$metadata"))
        expect([viewer, status, json]).toMatchObject([viewer, 401, { error: expect.anything() }]);
      else expect([viewer, status]).toEqual([viewer, 401]);
      if (rule.who === "key") expect(headers.get("www-authenticate")).toMatch(/^Basic realm="Tributary"/);
      // An invalid session cookie is deleted, so that the browser does not send it again.
      if (rule.who !== "key" && rule.who !== "anyone" && ["garbage", "logged out", "expired"].includes(viewer))
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
/** Events stay, so that there are no deleted ones. */
function ofLog({ about: kind }: Pick<Rule, "about">): boolean {
  return kind === "stream" || (kind?.startsWith("history of ") ?? false);
}
/** To whom a thing of the owner is as good as missing. Editors see each other's posts, auditors all of the log. */
function others({ about: kind, auditorsRead = false }: Rule): readonly Viewer[] {
  const auditors = auditorsRead || ofLog({ about: kind });
  const insiders: readonly Viewer[] = kind === "post" ? ["admin"] : auditors ? ["admin", "auditor"] : [];
  return [...OTHERS, "limited key" as const].filter((viewer) => !insiders.includes(viewer));
}
describe("another's thing is as good as none", () => {
  test.each(about)("%s %s", async (method, route, rule) => {
    const { hidden, deleted } = things[rule.about!];
    for (const viewer of others(rule)) {
      const missing = comparable(await ask(viewer, method, route, rule, NOWHERE), NOWHERE);
      for (const id of [hidden, deleted])
        expect(
          comparable(await ask(viewer, method, route, rule, id), id),
          `${viewer} ${id === hidden ? "hidden" : "deleted"}`,
        ).toEqual(missing);
    }
    if (ofLog(rule)) return;
    const insiders: Viewer[] = ["owner", "grantee", "full key", ...(rule.about === "post" ? (["admin"] as const) : [])];
    for (const viewer of insiders) {
      const missing = comparable(await ask(viewer, method, route, rule, NOWHERE), NOWHERE);
      expect(comparable(await ask(viewer, method, route, rule, deleted), deleted), `${viewer} deleted`).toEqual(
        missing,
      );
    }
  });

  test.each(pages.filter(([, , rule]) => rule.about))("%s %s, its data and its forms", async (_method, route, rule) => {
    const at = (id: string) => addressed(route, id);
    const tries = [
      (id: string, headers: Record<string, string>) => product.call("GET", `${at(id)}.data`, { headers }),
      ...intentsOf(route).map(
        (intent) => (id: string, headers: Record<string, string>) =>
          product.call("POST", at(id), {
            headers: { ...headers, ...FORM },
            body: `intent=${intent}&title=Taken`,
          }),
      ),
    ];
    for (const viewer of others(rule).filter((each) => !["key only", "limited key", "garbage"].includes(each))) {
      // Without a session a form is refused before its intent is read, for whatever reason there is no session.
      const hasEnded = viewer === "logged out" || viewer === "expired";
      for (const attempt of hasEnded ? tries.slice(0, 2) : tries) {
        const missing = comparable(await attempt(NOWHERE, as(viewer, rule)), NOWHERE);
        for (const id of Object.values(things[rule.about!]))
          expect(comparable(await attempt(id, as(viewer, rule)), id), viewer).toEqual(missing);
      }
    }
  });

  const lists = endpoints
    .filter(
      ({ method, path: at, who, changes }) => method === "GET" && !at.includes("{") && who !== "admin" && !changes,
    )
    .map(({ path: at }) => at);
  test.each([...lists, "/datastore?q=Private", "/datastore.data?q=Private"])("%s does not know it", async (list) => {
    // What happened to a former grantee's access is theirs to read.
    const toldOf = ["/api/users/me/export", "/api/users/notices"].includes(list);
    const viewers: readonly Viewer[] = ["anonymous", "stranger", "auditor", "admin", "limited key"];
    for (const viewer of toldOf ? viewers : [...viewers, "former" as const]) {
      const rule = endpoints.find(({ path: at }) => at === list);
      const { text } = await product.call("GET", list, { headers: as(viewer, { who: rule?.who ?? "user" }) });
      for (const [kind, { hidden }] of Object.entries(things)) {
        // The ids of users are in what they offer.
        const isTold = kind === "history of user" || (kind === "post" && viewer === "admin");
        if (!isTold) expect(text, viewer).not.toContain(hidden);
      }
    }
  });

  test("there is nothing that a stranger or an auditor can read", async () => {
    expect((await stranger!.get("/api/access/my")).json).toEqual([]);
    const streams = await product.call("GET", "/api/stream/data", { headers: as("stranger", { who: "key" }) });
    expect(streams.json).toEqual([]);
  });
});

describe("what admins look after", () => {
  test.each(all.filter(([, , rule]) => rule.who === "admin"))(
    "%s %s is refused to others",
    async (method, route, rule) => {
      for (const viewer of ["stranger", "owner", "auditor", "full key"] as const) {
        const answers = [];
        for (const id of [NOWHERE, stranger!.id, things.dataset.hidden])
          answers.push(comparable(await ask(viewer, method, route, rule, id), id));
        expect([viewer, answers[0]]).toMatchObject([viewer, { status: 403 }]);
        expect(answers.slice(1), viewer).toEqual([answers[0], answers[0]]);
      }
    },
  );

  test.each(pages.filter(([, , rule]) => rule.who === "admin"))(
    "%s %s is as good as no page",
    async (method, route, rule) => {
      for (const viewer of ["stranger", "owner", "auditor"] as const)
        expect([viewer, (await ask(viewer, method, route, rule, NOWHERE)).status]).toEqual([viewer, 404]);
      expect((await ask("admin", method, route, rule, NOWHERE)).status).toBe(200);
    },
  );

  test("auditors and admins read the log and its entries, others their own part", async () => {
    const proof = `/api/history/${things.stream.hidden}/0/proof`;
    const statuses = async (target: string) => {
      const found: Record<string, number> = {};
      for (const viewer of ["stranger", "former", "owner", "full key", "auditor", "admin"] as const) {
        const { status } = await product.call("GET", target, { headers: as(viewer, user) });
        // The proof may come with the next checkpoint.
        found[viewer] = status === 200 || status === 409 || status === 503 ? 200 : status;
      }
      return found;
    };
    const own = { owner: 200, "full key": 200, auditor: 200, admin: 200 };
    expect(await statuses(proof)).toEqual({ stranger: 404, former: 404, ...own });
    const entries = await statuses("/log/tile/entries/000");
    expect([entries["stranger"], entries["owner"], entries["full key"]]).toEqual([403, 403, 403]);
    expect([entries["auditor"], entries["admin"]]).not.toContain(403);
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
    if (method !== "GET" || !route.startsWith("/api")) return;
    const byKey = await ask("full key", method, route, rule, hidden);
    expect(["full key", byKey.status]).toEqual(["full key", route.startsWith("/api/users/") ? 403 : rule.own]);
  });
});
