import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What a page says when an action of it fails on our side: Postgres refuses the write with an unexpected error. */

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [owner, reader]: Person[] = [];
/** Ids of what the actions are about. */
const made: Record<string, string> = {};

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    // This run goes on until it is cancelled.
    if (request.url === "/slow") return;
    response.setHeader("content-type", "application/json").end(JSON.stringify([{ level: 2.4 }]));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  [owner, reader] = await Promise.all(["Owner", "Reader"].map((name) => product.person(name, 3)));
  made["dataset"] = (await owner!.upload("a\n1\n", { title: "Owned" })).json.id;
  made["taken"] = (await owner!.upload("a\n1\n", { title: "Taken" })).json.id;
  await reader!.post("/api/access/grant", { assetId: made["taken"] });
  const published = async (title: string, path = "") =>
    (await owner!.post("/api/connectors/upload", { title, is_public: true, dsl: definition(path) })).json.id as string;
  made["host"] = `http://127.0.0.1:${upstream.port}`;
  made["free"] = await published("Free");
  made["used"] = await published("Used");
  const activated = await owner!.post("/api/connectors/activate", { connector_id: made["used"] });
  made["instance"] = activated.json.id;
  await owner!.post(`/api/connectors/run/${made["instance"]}`);
  made["slow"] = await published("Slow", "slow");
  made["running"] = (await owner!.post("/api/connectors/activate", { connector_id: made["slow"] })).json.id;
  void owner!.post(`/api/connectors/run/${made["running"]}`).catch(() => undefined);
  made["run"] = `${made["running"]}-1`;
  await eventually(async () => (await owner!.get(`/run/${made["run"]}`)).status === 200);
  made["moving"] = await published("Moving");
  await owner!.post("/api/connectors/activate", { connector_id: made["moving"] });
  const next = await owner!.post("/api/connectors/draft", { parent_id: made["moving"], dsl: definition() });
  made["newer"] = (await owner!.post(`/api/connectors/${next.json.connector.id}/publish`)).json.id;
  made["draft"] = (await owner!.post("/api/connectors/draft", { title: "Draft", dsl: definition() })).json.connector.id;
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});
afterEach(() => db.pool.query("DROP FUNCTION IF EXISTS planted_fault CASCADE"));

function definition(path = "") {
  const url = `http://127.0.0.1:${upstream.port}/${path}`;
  return { protocol: "rest", records: "$", operations: [{ id: "levels", url }] };
}

const refuseWrites = (table: string) =>
  db.pool.query(`
  CREATE FUNCTION planted_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$;
  GRANT EXECUTE ON FUNCTION planted_fault TO PUBLIC;
  CREATE TRIGGER planted BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION planted_fault()`);

type Case = {
  readonly says: string;
  readonly at: string;
  readonly form: Readonly<Record<string, string>>;
  readonly by?: "owner" | "reader" | "visitor";
  /** The table that refuses; default: that of events. */
  readonly table?: string;
};

const rights = { rights: "true" };
const draft = { title: "Changed", category: "API", dsl: "{}", price: "0" };
const register = { name: "New Name", email: "new.name@example.org", password: "correct horse 22", terms: "accepted" };

const cases: readonly Case[] = [
  { says: "Grant failed", at: "/dataset_profile/{dataset}", form: { intent: "connect" }, by: "reader" },
  { says: "Failed to remove access", at: "/dataset_profile/{taken}", form: { intent: "remove" }, by: "reader" },
  { says: "Delete failed", at: "/dataset_profile/{dataset}", form: { intent: "delete" } },
  {
    says: "Grant failed",
    at: "/dataset_profile/{dataset}",
    form: { intent: "share", email: "reader@example.org", ...rights },
  },
  {
    says: "Failed to remove access",
    at: "/dataset_profile/{taken}",
    form: { intent: "unshare", email: "reader@example.org" },
  },
  {
    says: "Update failed",
    at: "/dataset_profile/{dataset}",
    form: { intent: "update", title: "Other title", category: "API", license: "none" },
  },
  { says: "Activation failed.", at: "/connector_profile/{free}", form: { intent: "connect" } },
  { says: "Activation failed.", at: "/connector-setup/{free}", form: { agreed_hosts: "{host}" } },
  { says: "Activation failed during save.", at: "/connector_profile/{free}", form: { intent: "save" } },
  {
    says: "Save failed.",
    at: "/connector_profile/{used}",
    form: { intent: "save", header: "X-One", header_value: "1", override: "true", refresh_interval: "60" },
  },
  {
    says: "Failed to trigger run.",
    at: "/connector_profile/{used}",
    form: { intent: "run", override: "true" },
    table: "runs.claims",
  },
  { says: "Failed to remove connector.", at: "/connector_profile/{used}", form: { intent: "remove" } },
  { says: "Failed to create or reuse draft", at: "/connector_profile/{used}", form: { intent: "edit" } },
  { says: "Update failed", at: "/connector_profile/{used}", form: { intent: "deactivate" } },
  { says: "Delete failed", at: "/connector_profile/{used}", form: { intent: "delete" } },
  { says: "Migration failed", at: "/connector_profile/{moving}", form: { intent: "migrate", to: "{newer}" } },
  {
    says: "Publish failed",
    at: "/connector_profile/{used}?tab=output",
    form: { intent: "share-output", operation: "levels" },
  },
  {
    says: "Publish failed",
    at: "/connector_profile/{used}?tab=output",
    form: {
      intent: "publish-output",
      operation: "levels",
      title: "Levels",
      category: "API",
      license: "none",
      ...rights,
    },
  },
  {
    says: "Refresh failed",
    at: "/manage",
    form: { intent: "refresh", instance_id: "{instance}" },
    table: "runs.claims",
  },
  ...["/manage", "/connector_profile/{slow}", "/run/{run}"].map((at) => ({
    ...{ says: "Failed to cancel the run.", at },
    form: { intent: "cancel", instance_id: "{running}", run_id: "{run}" },
  })),
  { says: "Failed to trigger run.", at: "/run/{instance}-1", form: { intent: "restart" }, table: "runs.claims" },
  { says: "Error removing connector.", at: "/manage", form: { intent: "remove-instance", instance_id: "{instance}" } },
  {
    says: "Failed to remove access",
    at: "/manage",
    form: { intent: "remove-access", dataset_id: "{taken}" },
    by: "reader",
  },
  { says: "Delete failed", at: "/manage?tab=uploaded", form: { intent: "delete-dataset", dataset_id: "{dataset}" } },
  { says: "Delete failed", at: "/manage?tab=uploaded", form: { intent: "delete-connector", connector_id: "{used}" } },
  { says: "Delete failed", at: "/manage?tab=uploaded", form: { intent: "discard-draft", draft_id: "{draft}" } },
  {
    says: "Failed to create or reuse draft",
    at: "/manage?tab=uploaded",
    form: { intent: "edit-connector", connector_id: "{used}" },
  },
  { says: "Failed to generate API key.", at: "/manage?tab=stream", form: { intent: "generate-key" } },
  { says: "Publish failed", at: "/upload?tab=connector", form: { ...draft, intent: "publish", dsl: "{definition}" } },
  { says: "Failed to create draft", at: "/upload?tab=connector", form: { ...draft, intent: "new-draft" } },
  {
    says: "Failed to create draft",
    at: "/upload/import",
    form: { text: "curl https://api.example.com/rows" },
  },
  { says: "Save failed.", at: "/upload?edit={draft}", form: { ...draft, intent: "save-draft", draft_id: "{draft}" } },
  { says: "Delete failed", at: "/upload?edit={draft}", form: { intent: "discard-draft", draft_id: "{draft}" } },
  {
    says: "Failed to publish draft.",
    at: "/upload?edit={draft}",
    // Saving what is saved already writes nothing, so that publishing is what fails.
    form: { intent: "publish-draft", draft_id: "{draft}", title: "Draft", category: "API", dsl: "{saved}" },
  },
  { says: "Error registering.", at: "/register", form: register, by: "visitor" },
  {
    says: "Error logging in.",
    at: "/login",
    form: { email: "owner@example.org", password: "correct horse of the test" },
    by: "visitor",
    table: "identity.sessions",
  },
];

const filled = (text: string) =>
  text
    .replace("{definition}", JSON.stringify(definition()))
    .replace("{saved}", JSON.stringify(definition(), null, 2))
    .replace(/\{(\w+)\}/g, (all, name: string) => made[name] ?? all);

async function expectFault(says: string, answer: Answer): Promise<void> {
  const words = answer.text.replace(/<script[\s\S]*?<\/script>/g, "");
  expect([answer.status, words.includes(`${says}<`)]).toEqual([500, true]);
  // The page is still there, not that of an error.
  expect(words).not.toContain("Something went wrong");
  const requestId = answer.headers.get("x-request-id") ?? "none";
  const line = () =>
    product
      .output()
      .split("\n")
      .find((each) => each.includes(`request ${requestId}: ${says}`));
  await eventually(() => Promise.resolve(line() !== undefined), 10_000, "The fault was not logged with its request");
  expect(line()).toContain("planted");
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

test.each(cases)("$at says $says ($form.intent)", async ({ says, at, form, by = "owner", table = "log.events" }) => {
  const fields = Object.entries(form).map(([name, value]): [string, string] => [name, filled(value)]);
  await refuseWrites(table);
  const person = { owner, reader, visitor: null }[by];
  await expectFault(
    says,
    await (person ?? product).call("POST", filled(at), {
      body: new URLSearchParams(fields).toString(),
      headers: formHeaders,
    }),
  );
});

test("a mailed link that cannot be checked says Error verifying. and can be tried again", async () => {
  const email = "unverified@example.org";
  await product.call("POST", "/api/users/register", {
    body: { name: "Unverified", email, password: register.password },
  });
  const mail = await eventually(async () => (await product.mailsTo(email))[0], 20_000, "No mail came");
  const link = /\/verify-email\/[\w-]+/.exec(mail)?.[0] ?? "";
  await refuseWrites("log.events");
  const post = () => product.call("POST", link, { body: "", headers: formHeaders });
  await expectFault("Error verifying.", await post());
  await db.pool.query("DROP FUNCTION planted_fault CASCADE");
  const again = await post();
  expect([again.status, again.headers.get("location")]).toEqual([302, "/login?verified=true"]);
});
