import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerChecker, type OpenApi } from "#testing/openapi/answer-checker.ts";
import { exampleRecorder } from "#testing/openapi/example-recorder.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer, Ask } from "#testing/call.ts";
import { exposeConnection } from "#testing/postgres/exposed-connection.ts";
import { eventually } from "#testing/eventually.ts";
import { failedJob } from "#testing/postgres/failed-job.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { testKey } from "#testing/transparency/log-in-tests.ts";
import { signatureLine } from "#domain/transparency/notes/signed-note.ts";
import { nameOf } from "../../http/json-api/endpoint.ts";
import { endpoints } from "../endpoints.ts";

/**
 * Calls every endpoint as some user, and checks its answer against the document that the product serves. With
 * RECORD_EXAMPLES=1 the calls and answers become the examples of the document.
 */
const recorder = exampleRecorder();
const otherLog = testKey("other.example.org/log");
let db: InstalledDatabase;
/** Holds the lock of a load, so that it waits. */
let exclusive: ReturnType<typeof createExclusiveWork>;
let api: TestServer;
let product: Product;
let ana: Person;
let ben: Person;
let admin: Person;
let document: OpenApi;
let checker: ReturnType<typeof answerChecker>;
/** Endpoints with a successful answer that matches the document. */
const checked = new Set<string>();

beforeAll(async () => {
  db = await installedDatabase();
  exclusive = createExclusiveWork(db.pool);
  api = await httpServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/rivers.csv") response.setHeader("content-type", "text/csv").end("name,km\nRhine,1233\n");
    else if (request.url?.startsWith("/slow")) setTimeout(() => response.end('[{"id":1}]'), 60_000).unref();
    else response.end('[{"id":1,"name":"one"},{"id":2,"name":"two"}]');
  });
  product = await startProduct({
    ...db.installation,
    upstreams: [api.port],
    env: { ADMIN_EMAILS: "chief@example.org,editor@example.org", WITNESSED_LOGS: otherLog.vkey },
  });
  [ana, ben, admin] = await Promise.all([
    product.person("Ana", 3),
    product.person("Ben", 3),
    product.person("Chief", 3),
  ]);
  document = (await product.call("GET", "/api/openapi.json")).json;
  checker = answerChecker(document);
});
afterAll(async () => {
  if (process.env["RECORD_EXAMPLES"]) await recorder.write();
  await exclusive?.close();
  await product?.remove();
  await api?.close();
  await db?.drop();
});

/** Calls an endpoint as some user, and fails if its answer differs from the document. */
async function ask(who: Pick<Person, "call">, method: string, target: string, asked: Ask = {}): Promise<Answer> {
  const answer = await who.call(method, target, asked);
  const name = checker.endpointOf(method, target);
  expect(name, `${method} ${target}`).not.toBeNull();
  expect(checker.faultOf(name!, answer), answer.text).toBeNull();
  if (answer.status < 300) checked.add(name!);
  recorder.record(name!, asked.body, answer);
  return answer;
}
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
const post = (who: Pick<Person, "call">, target: string, body: unknown = {}) => ask(who, "POST", target, { body });

const definition = (path: string, more: object = {}) => ({
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}${path}`, records: "$" }],
  ...more,
});

test("is an OpenAPI 3.1 document of every endpoint", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(checker.names.sort()).toEqual(endpoints.map(nameOf).sort());
});

describe("answers are as the document says", () => {
  test("about accounts", async () => {
    const email = "cleo@example.org";
    const mailed = (at: string) =>
      eventually(async () => (await product.mailsTo(email)).join("\n").match(new RegExp(`/${at}/([\\w-]+)`))?.[1]);
    await post(product, "/api/users/register", { name: "Cleo", email, password: "long enough" });
    await post(product, "/api/users/resend-verification", { email });
    await ask(product, "GET", `/api/users/verify-email/${await mailed("verify-email")}`);
    await post(product, "/api/users/forgot-password", { email });
    await post(product, `/api/users/reset-password/${await mailed("reset-password")}`, { password: "long enough too" });
    const { headers } = await post(product, "/api/users/login", { email, password: "long enough too" });
    const cookie = headers.getSetCookie()[0]!.split(";")[0]!;
    await ask(product, "POST", "/api/users/logout", {
      headers: { cookie, "sec-fetch-site": "same-origin" },
      body: {},
    });
    await ask(ana, "GET", "/api/users/me");
    const dora = await product.person("Dora");
    await post(dora, "/api/users/update_profile", { name: "Dora D." });
    await post(dora, "/api/users/change_email", { new_email: "dora@example.com", password: dora.password });
    const changed = { oldPassword: dora.password, newPassword: "another long one" };
    await post(dora, "/api/users/change_password", changed);
    const { id } = (await post(dora, "/api/users/api-keys", { expires_at: "2999-01-01T00:00:00Z" })).json;
    await ask(dora, "GET", "/api/users/api-keys");
    await ask(dora, "PATCH", `/api/users/api-keys/${id}`, { body: { name: "Sheets" } });
    await ask(dora, "DELETE", `/api/users/api-keys/${id}`);
    await ask(dora, "GET", "/api/users/me/export");
    await ask(dora, "DELETE", "/api/users/me", { body: { password: "another long one" } });
    await ask(ana, "GET", "/api/users/usage");
    await ask(ana, "PATCH", "/api/users/usage/increment", { body: { type: "scheduled_run" } });
    await ask(ana, "PATCH", "/api/users/plan", { body: { plan: 3 } });
    await ask(product, "GET", "/api/openapi.json");
    await ask(product, "GET", "/api/openapi-3.0.json");
  });

  test("about webhooks", async () => {
    const asked = { url: `http://127.0.0.1:${api.port}/hook`, kinds: ["run.failed", "dataset.version"] };
    const made = await post(ana, "/api/webhooks", asked);
    expect(made.json.secret).toMatch(/^whsec_/);
    const at = `/api/webhooks/${made.json.webhook.id}`;
    await ask(ana, "GET", "/api/webhooks");
    await ask(ana, "PATCH", at, { body: { kinds: ["dataset.version"] } });
    await post(ana, `${at}/secret`);
    expect((await post(ana, `${at}/test`)).status).toBe(202);
    const [delivery] = await eventually(async () => {
      const { json } = await ana.call("GET", `${at}/deliveries`);
      return json[0]?.status === "delivered" ? json : null;
    });
    expect(delivery).toMatchObject({ kind: "test", answer_status: 200 });
    await ask(ana, "GET", `${at}/deliveries`);
    await post(ana, `${at}/deliveries/${delivery.id}/again`);
    await post(ana, `${at}/switch`, { enabled: false });
    expect((await post(ana, `${at}/test`)).json.code).toBe("webhook-off");
    await ask(ana, "DELETE", at);
  });

  test("about a dataset from an address", async () => {
    const asked = { url: `http://127.0.0.1:${api.port}/rivers.csv`, title: "Rivers from an address" };
    const made = await post(ana, "/api/assets/from-url", asked);
    expect([made.status, made.json.rowCount]).toEqual([201, 1]);
    const at = `/api/assets/${made.json.id}`;
    expect((await post(ana, `${at}/refresh`)).json.unchanged).toBe(true);
    await ask(ana, "GET", `${at}/source`);
    await ask(ana, "PATCH", `${at}/source`, { body: { refresh_interval: 60 } });
    const { fields } = (await ask(ana, "GET", `${at}/schema`)).json;
    const asText = { fields: [{ name: fields[0].name, type: "string" }] };
    expect((await ask(ana, "PUT", `${at}/schema`, { body: asText })).status).toBe(200);
    await ask(ana, "DELETE", at);
  });

  test("about datasets", async () => {
    const form = new FormData();
    form.append("title", "Rivers");
    form.append("is_public", "true");
    form.append("file", new Blob(["name,km\nRhine,1233\nElbe,1094,x\n"]), "rivers.csv");
    const made = await ask(ana, "POST", "/api/assets/upload-csv", { body: form });
    expect([made.status, made.json.rejected]).toEqual([201, 1]);
    const at = `/api/assets/${made.json.id}`;
    const looked = new FormData();
    looked.append("file", new Blob(["river;km\nRhine;1233,5\n"]), "rivers.csv");
    expect((await ask(ana, "POST", "/api/assets/inspect", { body: looked })).status).toBe(200);
    const kept = new FormData();
    kept.append("file", new Blob(["river;km\nRhine;1233,5\n"]), "rivers.csv");
    expect((await ask(ana, "POST", "/api/assets/preview", { body: kept })).status).toBe(201);
    for (const read of [
      "/api/assets",
      "/api/assets/categories",
      at,
      `${at}/data`,
      `${at}/load`,
      `${at}/original`,
      `${at}/rejected`,
    ])
      await ask(ana, "GET", read);
    await ask(ana, "GET", `/api/assets/table/${made.json.table_name}?bigint=string`);
    const csv = { "content-type": "text/csv" };
    const second = await ask(ana, "PUT", `${at}/data`, { body: "name,km\nRhine,1233\n", headers: csv });
    expect([second.status, second.json.version]).toEqual([200, 2]);
    const next = new FormData();
    next.append("file", new Blob(["name,km\nElbe,1094\n"]), "rivers.csv");
    await ask(ana, "POST", `${at}/versions`, { body: next });
    const oder = { body: "name,km\nOder,866\n", headers: csv };
    await ask(ana, "POST", `${at}/rows?mode=upsert&key=name`, oder);
    await ask(ana, "GET", `${at}/versions`);
    await ask(ana, "GET", `${at}/versions/3/compare/4`);
    const byName = `/api/assets/table/${made.json.table_name}/versions`;
    for (const read of [byName, `${byName}/3/compare/4`]) await ask(ana, "GET", read);
    await post(ana, `${at}/versions/3/restore`, {});
    await exclusive.run(`load/${made.json.id}`, async () => {
      const waits = { body: "name,km\nOder,866\n", headers: { ...csv, prefer: "respond-async" } };
      expect((await ana.call("PUT", `${at}/data`, waits)).status).toBe(202);
      await post(ana, `${at}/load/cancel`);
    });
    const wider = { body: "name,km,source\nOder,866,Lieselberg\n", headers: csv };
    expect((await ana.call("PUT", `${at}/data`, wider)).json.code).toBe("columns-changed");
    await post(ana, `${at}/load/retry`, { columns: "change" });
    expect((await ana.get(`${at}/load?wait=30`)).json.state).toBe("succeeded");
    await ask(ana, "PATCH", at, {
      body: {
        title: "Longer rivers",
        license: "EUPL-1.2",
        row_meaning: "One river",
        update_frequency: "annual",
        read_me: "Measured from source to mouth.",
        source_url: "https://example.org/rivers",
      },
    });
    const columns = [{ name: "km", label: "Length", description: "From source to mouth", unit: "km" }];
    await ask(ana, "PATCH", `${at}/columns`, { body: { columns } });
    await post(ana, `${at}/image`, { image: PNG });
    await ask(ana, "DELETE", `${at}/image`);
    await post(ana, `${at}/shares`, { email: ben.email });
    await ask(ana, "GET", `${at}/shares`);
    await ask(ana, "DELETE", `${at}/shares`, { body: { email: ben.email } });
    await post(ben, "/api/access/grant", { assetId: made.json.id });
    await ask(ben, "GET", "/api/access/my");
    await post(ben, "/api/access/remove", { assetId: made.json.id });
    await ask(ana, "PATCH", at, { body: { on_request: true } });
    const reason = "A study of floods";
    await post(ben, `${at}/requests`, { reason });
    await ask(ana, "GET", `${at}/requests`);
    await ask(ben, "DELETE", `${at}/requests`);
    await post(ben, `${at}/requests`, { reason });
    await ask(ana, "PATCH", `${at}/requests`, { body: { email: ben.email, answer: "refuse", note: "Not yet" } });
    await ask(ben, "GET", "/api/access/requests");
    const told = await ask(ben, "GET", "/api/users/notices");
    await post(ben, "/api/users/notices/read", { position: told.json[0].position });
    await ask(ben, "GET", "/api/users/notices/settings");
    await ask(ben, "PATCH", "/api/users/notices/settings", { body: { version: { page: true, mail: true } } });
    await ask(ana, "DELETE", `${at}/owner`);
    const other = await ana.upload("a\n1\n");
    await ask(ana, "DELETE", `/api/assets/${other.json.id}`);
  });

  test("about data apps", async () => {
    const { id } = (await ana.upload("station,level\nMill,3\nWeir,4\n", { title: "Levels" })).json as { id: string };
    const chart = { kind: "bar", x: "station", y: "level", aggregate: "max" };
    const asked = { dataset_id: id, title: "Highest level", chart, filters: "where.level=gte.2" };
    const made = await post(ana, "/api/dataapps", asked);
    expect(made.status).toBe(201);
    await ask(product, "GET", "/api/dataapps");
    const read = await ask(ana, "GET", `/api/dataapps/${made.json.id}`);
    expect(read.json.drawn.points).toEqual([
      { x: "Weir", y: 4 },
      { x: "Mill", y: 3 },
    ]);
    await ask(ana, "DELETE", `/api/dataapps/${made.json.id}`);
  });

  test("about the blog", async () => {
    const editor = await product.person("Editor");
    const written = { title: "Summer update", slug: "summer-update", type: "update", content: "<p>News</p>" };
    const made = await post(editor, "/api/blog", written);
    expect([made.status, made.json.redirectUrl]).toEqual([201, "/blog/summer-update"]);
    expect((await post(ben, "/api/blog", written)).status).toBe(403);
    await ask(product, "GET", "/api/blog?search=news&type=update");
    await ask(product, "GET", "/api/blog/summer-update");
    await post(ben, "/api/blog/summer-update/like");
  });

  test("about streams", async () => {
    const table = (await ana.upload("a,b\n1,2\n")).json.table_name as string;
    await post(ana, "/api/dev/apikey", { email: ana.email });
    const key = { headers: { authorization: `Bearer ${await ana.key()}` } };
    for (const target of [
      "/api/stream/data",
      `/api/stream/data?table=${table}&format=ndjson`,
      `/api/stream/data/excel?table=${table}`,
      `/d/${table}.csv`,
      "/odata",
      "/odata/$metadata",
      `/odata/${table}?$top=1`,
      `/odata/${table}(1)`,
      `/odata/${table}/$count`,
    ])
      await ask(product, "GET", target, key);
    for (const file of ["odc", "pbids"]) await ask(ana, "GET", `/api/assets/table/${table}/${file}`);
    await ask(ana, "GET", "/api/token/excel");
  });

  test("about connectors and drafts", async () => {
    const dsl = definition("/rows");
    const { json: made } = await post(ana, "/api/connectors/upload", { title: "Rows", dsl, is_public: true });
    const at = `/api/connectors/${made.id}`;
    for (const read of ["/api/connectors", at, `${at}/versions`, `${at}/latest`]) await ask(ana, "GET", read);
    await post(ana, `${at}/image`, { image: PNG });
    await ask(ana, "DELETE", `${at}/image`);
    await post(ben, "/api/connectors/activate", { connector_id: made.id });
    const draft = (await post(ana, "/api/connectors/draft", { parent_id: made.id })).json.connector.id as string;
    for (const read of [`/api/connectors/${draft}`, `${at}/versions`, "/api/connectors/drafts"])
      await ask(ana, "GET", read);
    await ask(ana, "PATCH", `/api/connectors/${draft}/draft`, { body: { title: "Rows again" } });
    const next = (await post(ana, `/api/connectors/${draft}/publish`)).json.id as string;
    await ask(ana, "GET", `/api/connectors/${next}/changes`);
    const text = `curl http://127.0.0.1:${api.port}/rows`;
    const imported = (await post(ana, "/api/connectors/import", { kind: "curl", text })).json.connector.id as string;
    await ask(ana, "GET", `/api/connectors/${imported}`);
    await ask(ana, "DELETE", `/api/connectors/${imported}`);
    await post(ben, "/api/connectors/migrate", { old_connector_id: made.id, new_connector_id: next });
    await ask(ana, "PATCH", `${at}/draft`, { body: { status: "inactive" } });
    const unfit = await post(ana, "/api/connectors/upload", { title: "Unfit", dsl: { protocol: "soap" } });
    expect([unfit.status, unfit.json.faults.length > 0]).toEqual([400, true]);
  });

  test("about trying out", async () => {
    const auth = {
      type: "apikey",
      in: "header",
      name: "x-key",
      fields: [{ key: "key", label: "Key", required: true }],
    };
    const asked = { dsl: definition("/rows", { auth }), auth_data: { key: "secret-of-ana" } };
    const { status, json } = await post(ana, "/api/connectors/test-read", asked);
    expect(status).toBe(409);
    const { consent } = json;
    const read = await post(ana, "/api/connectors/test-read", { ...asked, consent });
    expect(read.json.operations[0].rows.length).toBe(2);
    await post(ana, "/api/connectors/check", { ...asked, consent });
    await post(ana, "/api/connectors/options", { ...asked, consent, field: "key" });
  });

  test("about connections and runs", async () => {
    const connect = async (path: string) => {
      const made = await post(ana, "/api/connectors/upload", { title: `At ${path}`, dsl: definition(path) });
      return (await post(ana, "/api/connectors/activate", { connector_id: made.json.id })).json.id as string;
    };
    const id = await connect("/rows");
    const at = `/api/connectors/instance/${id}`;
    await ask(ana, "PATCH", at, { body: { refresh_interval: 60 } });
    await post(ana, `${at}/run`);
    const { runId } = (await post(ana, `/api/connectors/run/${id}`)).json as { runId: string };
    for (const read of ["/api/connectors/my", at, `${at}/runs`, `${at}/runs/${runId}`, `/api/runs/${runId}`])
      await ask(ana, "GET", read);
    const published = (await post(ana, `${at}/publish`, { title: "Rows for all" })).json.id as string;
    await ask(ana, "GET", `/api/assets/${published}`);
    const slow = await connect("/slow");
    const running = ana.post(`/api/connectors/run/${slow}`);
    const runs = `/api/connectors/instance/${slow}/runs`;
    const begun = await eventually(async () => (await ana.get(runs)).json[0]?.runId as string | undefined);
    await ask(ana, "GET", `${runs}/${begun}`);
    await post(ana, `${runs}/${begun}/cancel`);
    await running;
    await post(ana, `/api/connectors/remove/${slow}`);
  });

  test("about histories", async () => {
    const { id } = (await ask(ana, "GET", "/api/users/me")).json;
    await ask(ana, "GET", `/api/history/user/${id}?limit=10`);
    await ask(ana, "GET", `/api/history/user/${id}/state`);
    await ask(ana, "GET", `/api/history/user/${id}/timeline`);
    await ask(ana, "GET", `/api/history/user/${id}/export?about=access`);
    await ask(ana, "GET", `/api/history/dataset/${(await ask(ana, "GET", "/api/assets")).json[0].id}/rows`);
  });

  test("about the proof of the log", async () => {
    const { id } = (await ana.call("GET", "/api/users/me")).json as { id: string };
    const proof = `/api/history/user-${id}/0/proof`;
    await eventually(async () => (await ask(ana, "GET", proof)).status === 200 || undefined);
    await ask(product, "GET", "/log/checkpoint");
    await ask(product, "GET", "/log/keys");
    await ask(product, "GET", "/log/tile/0/000.p/1");
    await ask(admin, "GET", "/log/tile/entries/000.p/1");
    await ask(ben, "GET", "/log/tile/entries/000.p/1");
    const text = "other.example.org/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
    const body = `old 0\n\n${text}\n${signatureLine(otherLog.sign(text))}`;
    const headers = { "content-type": "text/plain" };
    await ask(product, "POST", "/log/witness/add-checkpoint", { body, headers });
    await ask(product, "POST", "/log/witness/add-checkpoint", { body: body.replace("old 0", "old"), headers });
    const hash = createHash("sha256").update("other.example.org/log").digest("hex");
    await ask(product, "GET", `/log/witness/${hash}/checkpoint`);
  });

  test("about administration", async () => {
    await ask(admin, "GET", "/api/admin/users?search=ben&limit=10");
    await post(admin, `/api/admin/users/${ben.id}/roles`, { role: "editor" });
    await ask(admin, "DELETE", `/api/admin/users/${ben.id}/roles`, { body: { role: "editor" } });
    const { id } = (await ana.upload("a\n1\n", { title: "Rows to hide" })).json as { id: string };
    await post(admin, "/api/admin/takedowns", { id, reason: "It is a test." });
    await ask(admin, "GET", "/api/admin/takedowns");
    await ask(admin, "DELETE", `/api/admin/takedowns/${id}`);
    const added = await post(admin, "/api/admin/categories", { name: "Public sector" });
    expect(added.headers.get("location")).toMatch(/\/api\/admin\/categories\/Public%20sector$/);
    await ask(admin, "PATCH", "/api/admin/categories/Public%20sector", { body: { name: "Government" } });
    await ask(admin, "DELETE", "/api/admin/categories/Government");
    await ask(admin, "GET", "/api/admin/searches");
    const own = await post(ana, "/api/connectors/upload", {
      title: "A server of one's own",
      dsl: {
        protocol: "rest",
        base_url: "{server}",
        auth: { type: "bearer" },
        params_fields: [{ key: "server" }],
        operations: [{ url: "/" }],
      },
    });
    const connection = await post(ana, "/api/connectors/activate", {
      connector_id: own.json.id,
      settings: { server: `http://127.0.0.1:${api.port}` },
      auth_data: { token: "a-token" },
    });
    await exposeConnection(db.pool, connection.json.id as string);
    const exposed = "/api/admin/exposed-connections";
    await eventually(async () => (await admin.get(exposed)).json.length === 1);
    await ask(admin, "GET", exposed);
    await post(admin, `${exposed}/${connection.json.id as string}/remind`);
    await post(admin, `${exposed}/${connection.json.id as string}/stop`);
    await ask(admin, "GET", `/api/audit/why?item=${id}&user=${ben.id}`);
    await ask(admin, "GET", `/api/history/dataset/${id}/streams`);
    const [again, gone] = [
      await failedJob(db.pool, "pull", "run-a", "The log was away"),
      await failedJob(db.pool, "pull", "run-b", "The log was away"),
    ];
    await ask(admin, "GET", "/api/admin/jobs?state=failed&limit=10");
    await post(admin, `/api/admin/jobs/${again}/retry`);
    await ask(admin, "DELETE", `/api/admin/jobs/${gone}`);
  });

  test("and every endpoint was asked", () => {
    const forgotten = endpoints.map(nameOf).filter((name) => !checked.has(name));
    expect(forgotten, "add a call that succeeds to app/api/openapi/openapi.int.test.ts").toEqual([]);
  });
});
