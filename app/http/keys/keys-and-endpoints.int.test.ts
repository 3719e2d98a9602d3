import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { endpoints } from "../../api/endpoints.ts";
import { nameOf } from "../json-api/endpoint.ts";

/**
 * Every endpoint with every credential. What is expected follows from the table of endpoints, except for these two
 * lists, which are written here so that an endpoint cannot leave them unnoticed.
 */
const BY_SESSION_ONLY = [
  "POST /api/users/register",
  "GET /api/users/verify-email/{token}",
  "POST /api/users/resend-verification",
  "POST /api/users/login",
  "POST /api/users/logout",
  "POST /api/users/forgot-password",
  "POST /api/users/reset-password/{token}",
  "POST /api/users/change_email",
  "POST /api/users/change_password",
  // Without the password in its body it deletes nobody.
  "DELETE /api/users/me",
  "GET /api/users/me/export",
  "GET /api/users/api-keys",
  "POST /api/users/api-keys",
  "PATCH /api/users/api-keys/{id}",
  "DELETE /api/users/api-keys/{id}",
  // Forms of pages without JavaScript.
  "POST /api/assets/preview",
  "POST /api/webhooks",
  "PATCH /api/webhooks/{id}",
  "POST /api/webhooks/{id}/secret",
  "PATCH /api/users/plan",
  "POST /api/dev/apikey",
  "GET /api/token/excel",
  "POST /log/witness/add-checkpoint",
];
const RUNS = [
  "POST /api/connectors/test-read",
  "POST /api/connectors/check",
  "POST /api/connectors/options",
  "POST /api/connectors/run/{instanceId}",
  "POST /api/connectors/instance/{instanceId}/run",
  "POST /api/connectors/instance/{instanceId}/runs/{runId}/cancel",
];

const NOWHERE = "0197a000-0000-7000-8000-000000000000";
const CREDENTIALS = ["cookie", ...SCOPES, "streaming", "expired", "wrong", "none"] as const;
type Credential = (typeof CREDENTIALS)[number];
type Endpoint = (typeof endpoints)[number];

let db: InstalledDatabase;
let product: Product;
let chief: Person;
const keys = new Map<Credential, string>();

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org" } });
  chief = await product.person("Chief", 3);
  const key = async (scopes: readonly string[]) => (await chief.post("/api/users/api-keys", { scopes })).json;
  for (const scope of SCOPES) keys.set(scope, (await key([scope])).secret);
  const expired = await key([...SCOPES]);
  await db.pool.query("update identity.access_keys set expires = now() - interval '1 second' where id = $1", [
    expired.id,
  ]);
  keys.set("expired", expired.secret);
  keys.set("streaming", await chief.key());
  keys.set("wrong", `trib_${"0".repeat(49)}`);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** Logging out comes last: it ends the session. */
const inOrder = [...endpoints].sort((a, b) => Number(a.path.endsWith("/logout")) - Number(b.path.endsWith("/logout")));

function ask(endpoint: Endpoint, credential: Credential): Promise<Answer> {
  const key = keys.get(credential);
  const headers: Record<string, string> =
    key === undefined
      ? credential === "cookie"
        ? { cookie: chief.cookie, "sec-fetch-site": "same-origin" }
        : {}
      : // A cookie beside a key is ignored, wherever the request comes from.
        { authorization: `Bearer ${key}`, cookie: chief.cookie, "sec-fetch-site": "cross-site" };
  const target = endpoint.path.replace("{file}", "none.csv").replace(/\{\w+\}/g, NOWHERE);
  return product.call(endpoint.method, target, { headers, ...(endpoint.method === "GET" ? {} : { body: {} }) });
}

/** What an answer says of the credential. */
function verdictOf({ status, headers }: Answer): string {
  const challenge = headers.get("www-authenticate") ?? "";
  if (status === 401) return challenge.includes('error="invalid_token"') ? "wrong" : "nobody";
  if (status !== 403 || !challenge.includes('error="insufficient_scope"')) return status < 500 ? "taken" : "fault";
  return `needs ${/scope="(\w+)"/.exec(challenge)?.[1] ?? "a session"}`;
}

function expected(endpoint: Endpoint, credential: Credential): string {
  const { who, method } = endpoint;
  const name = nameOf(endpoint);
  const needs = BY_SESSION_ONLY.includes(name)
    ? "a session"
    : RUNS.includes(name)
      ? "run"
      : who === "admin"
        ? "admin"
        : method === "GET"
          ? "read"
          : "write";
  const others: Partial<Record<Credential, string>> = {
    expired: "wrong",
    wrong: "wrong",
    none: ["anyone", "reader"].includes(who) ? "taken" : "nobody",
    cookie: who === "key" ? "nobody" : "taken",
    streaming: who === "key" ? "taken" : `needs ${needs}`,
  };
  return others[credential] ?? (needs === credential ? "taken" : `needs ${needs}`);
}

test("the two lists name endpoints", () => {
  const names = endpoints.map(nameOf);
  expect([...BY_SESSION_ONLY, ...RUNS].filter((name) => !names.includes(name))).toEqual([]);
});

describe("what a credential opens", () => {
  test.each(inOrder.map((endpoint) => [nameOf(endpoint), endpoint] as const))("%s", async (_name, endpoint) => {
    const found: Record<string, string> = {};
    for (const credential of CREDENTIALS) {
      const answer = await ask(endpoint, credential);
      found[credential] = verdictOf(answer);
      if (keys.has(credential)) expect(answer.headers.get("set-cookie"), credential).toBeNull();
      // Errors of $metadata are XML, and those of OData have an object in place of the sentence.
      if (answer.status >= 400 && !endpoint.path.endsWith("$metadata"))
        expect(answer.json).toMatchObject({
          error: endpoint.protocol ? { message: expect.any(String) } : expect.any(String),
        });
    }
    expect(found).toEqual(
      Object.fromEntries(CREDENTIALS.map((credential) => [credential, expected(endpoint, credential)])),
    );
  });
});
