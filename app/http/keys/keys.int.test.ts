import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { caller } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org", LOG_LEVEL: "info" } });
  [ana, ben] = await Promise.all([product.person("Ana", 3), product.person("Ben", 3)]);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Asked = { readonly scopes?: readonly string[] } & Record<string, unknown>;

/** A program with a key of this person. */
async function program(person: Person, asked: Asked = { scopes: SCOPES }) {
  const made = await person.post("/api/users/api-keys", asked);
  expect(made.status, made.text).toBe(201);
  const { id, secret } = made.json as { id: string; secret: string };
  const call = caller(product.url, { authorization: `Bearer ${secret}` });
  return { id, secret, call, get: (target: string) => call("GET", target) };
}

function csv(title: string): FormData {
  const form = new FormData();
  form.append("title", title);
  form.append("file", new Blob(["river,km\nRhine,1233\n"]), "rivers.csv");
  return form;
}

describe("a program does with a key what its user does in a browser", () => {
  test("it uploads, changes, reads and deletes", async () => {
    const { call, get } = await program(ana);
    const made = await call("POST", "/api/assets/upload-csv", { body: csv("Rivers by key") });
    expect(made.status, made.text).toBe(201);
    const at = `/api/assets/${made.json.id}`;
    expect((await call("PATCH", at, { body: { title: "Long rivers" } })).status).toBe(200);
    expect((await get(`${at}/original`)).text).toBe("river,km\nRhine,1233\n");
    expect((await get(`${at}/rejected`)).status).toBe(200);
    expect((await get(`/api/stream/data?table=${made.json.table_name}`)).json).toEqual([{ river: "Rhine", km: 1233 }]);
    expect((await get("/api/assets?search=long")).json).toMatchObject([{ id: made.json.id }]);
    expect((await call("DELETE", `${at}/owner`)).status).toBe(200);
  });

  test("an Idempotency-Key counts for its user, and the request and the events name the key", async () => {
    const { id, secret, call } = await program(ana);
    const headers = { "idempotency-key": "nightly-1" };
    const first = await call("POST", "/api/assets/upload-csv", { body: csv("Nightly"), headers });
    const second = await call("POST", "/api/assets/upload-csv", { body: csv("Nightly"), headers });
    expect([second.json, second.headers.get("idempotency-replayed")]).toEqual([first.json, "true"]);
    const { rows } = await db.pool.query<{ actor: unknown }>("select actor from log.events where stream = $1", [
      `dataset-${first.json.id}`,
    ]);
    expect(rows[0]?.actor).toEqual({ kind: "user", id: ana.id, key: id });
    const lines = product.output().split("\n");
    const logged = await eventually(async () =>
      product
        .output()
        .split("\n")
        .find((line) => line.includes(id)),
    );
    expect(JSON.parse(logged)).toMatchObject({ key: id, method: "POST", path: "/api/assets/upload-csv" });
    expect(lines.some((line) => line.includes(secret.slice(9)))).toBe(false);
    const { rows: stored } = await db.pool.query(
      "select 1 from log.events e where e::text like '%' || $1 || '%' limit 1",
      [secret.slice(9)],
    );
    expect(stored).toEqual([]);
  });

  test("also with curl -u, as the password", async () => {
    const { secret } = await program(ana);
    const authorization = `Basic ${Buffer.from(`:${secret}`).toString("base64")}`;
    const me = await product.call("GET", "/api/users/me", { headers: { authorization } });
    expect([me.status, me.json.id]).toEqual([200, ana.id]);
  });

  test("a private image is read by key", async () => {
    const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
    const { call, get } = await program(ana);
    const { json } = await ana.upload("a\n1\n", { title: "Pictured", is_public: "false" });
    await call("POST", `/api/assets/${json.id}/image`, { body: { image: PNG } });
    const { image } = (await get(`/api/assets/${json.id}`)).json as { image: string };
    const address = new URL(image, product.url).pathname;
    expect((await get(address)).status).toBe(200);
    expect((await product.call("GET", address)).status).toBe(404);
    const runs = await program(ana, { scopes: ["run"] });
    expect((await runs.get(address)).status).toBe(403);
    const wrong = await product.call("GET", address, { headers: { authorization: "Bearer trib_x" } });
    expect(wrong.status).toBe(401);
  });
});

describe("a program agrees to hosts by naming them", () => {
  const dsl = (host: string, auth: object | readonly object[] = { type: "none" }) => ({
    protocol: "rest",
    auth,
    operations: [{ id: "rows", method: "GET", url: `https://${host}/rows`, records: "$" }],
  });

  test("when it connects and when it moves to a version that calls others", async () => {
    const { call } = await program(ana);
    const { id } = (await call("POST", "/api/connectors/upload", { body: { title: "Rates", dsl: dsl("a.example") } }))
      .json as { id: string };
    expect(id).toEqual(expect.any(String));
    const activate = (more: object) =>
      call("POST", "/api/connectors/activate", { body: { connector_id: id, ...more } });
    for (const hosts of [undefined, [], ["https://b.example"]]) {
      const refused = await activate({ hosts });
      expect([refused.status, refused.json.error]).toEqual([
        409,
        "This calls https://a.example. Name every host in hosts to agree to it.",
      ]);
      expect(refused.json.consent.hosts).toEqual(["https://a.example"]);
    }
    expect((await activate({ hosts: ["a.example"] })).status).toBe(201);
    const draft = (await call("POST", "/api/connectors/draft", { body: { parent_id: id } })).json.connector
      .id as string;
    await call("PATCH", `/api/connectors/${draft}/draft`, { body: { dsl: dsl("c.example") } });
    const next = (await call("POST", `/api/connectors/${draft}/publish`, { body: {} })).json.id as string;
    const migrate = (more: object) =>
      call("POST", "/api/connectors/migrate", {
        body: { old_connector_id: id, new_connector_id: next, auth_data: {}, ...more },
      });
    expect((await migrate({})).status).toBe(409);
    const moved = await migrate({ hosts: ["https://c.example"] });
    expect(moved.status, moved.text).toBe(200);
  });

  test("sees no credential of the user's own header rows and body if it cannot change them", async () => {
    const made = await ana.post("/api/connectors/upload", { title: "Own rows", dsl: dsl("rows.example") });
    const own = {
      headers: { Authorization: "Bearer canary-secret-4711", Accept: "text/csv" },
      body_template: '{"api_key":"canary-secret-4712","year":2026}',
    };
    const { id } = (await ana.post("/api/connectors/activate", { connector_id: made.json.id, ...own })).json as {
      id: string;
    };
    for (const [scopes, expected] of [
      [
        ["read"],
        { headers: { Authorization: "•••", Accept: "text/csv" }, body_template: '{"api_key":"•••","year":2026}' },
      ],
      [["read", "write"], own],
    ] as const) {
      const { get } = await program(ana, { scopes });
      expect((await get(`/api/connectors/instance/${id}`)).json).toMatchObject(expected);
      const listed = (await get("/api/connectors/my")).json as { id: string }[];
      expect(listed.find((each) => each.id === id)).toMatchObject(expected);
    }
    expect((await ana.get(`/api/connectors/instance/${id}`)).json).toMatchObject(own);
  });

  test("and when it chooses another way to sign in", async () => {
    const { call } = await program(ana);
    const auths = [
      { type: "none" },
      { type: "bearer", fields: [{ key: "token", label: "Token", type: "text", required: true, private: true }] },
    ];
    const made = await call("POST", "/api/connectors/upload", {
      body: { title: "Ways", dsl: dsl("w.example", auths) },
    });
    expect(made.status, made.text).toBe(201);
    const hosts = ["w.example"];
    const body = { connector_id: made.json.id, hosts };
    const { id } = (await call("POST", "/api/connectors/activate", { body })).json as { id: string };
    const change = (more: object) => call("PATCH", `/api/connectors/instance/${id}`, { body: more });
    const signIn = { auth_choice: 1, auth_data: { token: "t" } };
    expect((await change(signIn)).status).toBe(409);
    expect((await change({ ...signIn, hosts })).status).toBe(200);
    expect((await change({ refresh_interval: 60 })).status).toBe(200);
  });
});

describe("a key opens nothing else", () => {
  test("the header counts alone: not the cookie of another user, and a wrong key is not ignored", async () => {
    const { secret } = await program(ana, { scopes: ["read"] });
    const both = { cookie: ben.cookie, "sec-fetch-site": "same-origin" };
    const asAna = await product.call("GET", "/api/users/me", {
      headers: { ...both, authorization: `Bearer ${secret}` },
    });
    expect(asAna.json.id).toBe(ana.id);
    for (const authorization of ["Bearer trib_x", "Bearer ", "Digest a=b", `bearer${secret}`, "Basic Og=="]) {
      const refused = await product.call("GET", "/api/assets", { headers: { ...both, authorization } });
      expect([authorization, refused.status, refused.json.error]).toEqual([
        authorization,
        401,
        "This API key is wrong, has expired or was deleted.",
      ]);
      expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="Tributary", error="invalid_token"');
    }
  });

  test("pages ignore it", async () => {
    const { get } = await program(ana);
    expect((await get("/account")).status).toBe(302);
    const wrong = await product.call("GET", "/datastore", { headers: { authorization: "Bearer trib_x" } });
    expect(wrong.status).toBe(200);
  });

  test("the scope that is missing is named", async () => {
    const { call } = await program(ana, { scopes: ["read"] });
    const refused = await call("POST", "/api/assets/upload-csv", { body: csv("Never") });
    expect([refused.status, refused.json.error]).toEqual([403, "This API key does not have the scope write."]);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer realm="Tributary", error="insufficient_scope", scope="write"',
    );
    const none = await ana.post("/api/users/api-keys", { scopes: [] });
    expect(none.status).toBe(400);
  });

  test("no key makes or lists keys, or tells the streaming key", async () => {
    await ana.key();
    const { call, get } = await program(ana);
    expect((await get("/api/users/me")).json).toMatchObject({ id: ana.id, api_key: null });
    const refused = [
      await call("POST", "/api/users/api-keys", { body: { scopes: ["admin"] } }),
      await get("/api/users/api-keys"),
      await get("/api/token/excel"),
      await call("POST", "/api/dev/apikey", { body: { email: ana.email } }),
      await call("POST", "/api/users/change_password", { body: {} }),
      await call("POST", "/api/users/login", { body: { email: ana.email, password: ana.password } }),
    ];
    for (const { status, json, headers } of refused)
      expect([status, json.error, headers.get("set-cookie")]).toEqual([
        403,
        "No API key can do this. Log in and do it in a browser.",
        null,
      ]);
  });

  test("the streaming key opens streams only", async () => {
    const authorization = `Bearer ${await ana.key()}`;
    const refused = await product.call("GET", "/api/assets", { headers: { authorization } });
    expect([refused.status, refused.json.error]).toEqual([
      403,
      "The streaming key opens streams only. Make an API key on the account page for other calls.",
    ]);
    expect((await product.call("GET", "/api/stream/data", { headers: { authorization } })).status).toBe(200);
  });

  test("a key in the address opens streams and is refused elsewhere, also beside a session", async () => {
    const { secret } = await program(ana, { scopes: ["read"] });
    expect((await product.call("GET", `/api/stream/data?api_key=${secret}`)).status).toBe(200);
    for (const name of ["api_key", "token"])
      for (const who of [product, ana]) {
        const refused = await who.call("GET", `/api/users/me?${name}=${secret}`);
        expect([refused.status, refused.json.error]).toEqual([
          400,
          "A key in an address opens streams only. Send it in the header Authorization, as a Bearer token.",
        ]);
      }
    const runs = await program(ana, { scopes: ["run", "write", "admin"] });
    const weak = await product.call("GET", `/api/stream/data?api_key=${runs.secret}`);
    expect([weak.status, weak.json.error]).toEqual([403, "This API key does not have the scope read."]);
  });

  test("a deleted key dies at once", async () => {
    const { id, get } = await program(ana);
    expect((await get("/api/users/me")).status).toBe(200);
    await ana.call("DELETE", `/api/users/api-keys/${id}`);
    expect((await get("/api/users/me")).status).toBe(401);
  });

  test("the scope admin makes nobody an admin, and an admin's key without it is nobody's", async () => {
    const { get } = await program(ana, { scopes: ["admin"] });
    const refused = await get("/api/admin/users");
    expect([refused.status, refused.json.error]).toEqual([403, "Only admins can do this."]);
    const chief = await product.person("Chief", 3);
    expect((await (await program(chief, { scopes: ["admin"] })).get("/api/admin/users")).status).toBe(200);
    const without = await program(chief, { scopes: ["read", "run", "write"] });
    expect((await without.get("/api/admin/users")).status).toBe(403);
    expect((await without.get("/api/users/me")).json.roles).toEqual([]);
  });

  test("another site's page may send a Bearer token, and no password that a browser remembers", async () => {
    const { secret } = await program(ana);
    const site = { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" };
    const body = { scopes: ["read"] };
    const by = (authorization: string) =>
      product.call("PATCH", "/api/users/notices/settings", { headers: { ...site, authorization }, body: {} });
    expect((await by(`Bearer ${secret}`)).status).not.toBe(403);
    expect((await by(`Basic ${Buffer.from(`:${secret}`).toString("base64")}`)).status).toBe(403);
    const byCookie = await product.call("POST", "/api/users/api-keys", {
      headers: { ...site, cookie: ana.cookie },
      body,
    });
    expect(byCookie.status).toBe(403);
  });

  test("nobody tries keys without end; a valid key still opens, and is told what is left of its limits", async () => {
    const own = await installedDatabase();
    const strict = await startProduct({
      ...own.installation,
      env: { RATE_LIMITS: "key=3/1h,change=30/1h,save=2/1h" },
    });
    try {
      const dora = await strict.person("Dora");
      const { secret } = (await dora.post("/api/users/api-keys", { scopes: ["read", "write"] })).json as {
        secret: string;
      };
      const statuses: number[] = [];
      for (const address of ["/api/assets", "/api/users/me", "/api/stream/data", "/api/assets", "/d/none.csv"])
        statuses.push((await strict.call("GET", address, { headers: { authorization: "Bearer trib_x" } })).status);
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
      const headers = { authorization: `Bearer ${secret}` };
      const draft = () => strict.call("POST", "/api/connectors/draft", { headers, body: {} });
      const told = [await draft(), await draft(), await draft()].map(({ status, headers: said }) => [
        status,
        ...["limit", "remaining"].map((name) => said.get(`ratelimit-${name}`)),
      ]);
      expect(told).toEqual([
        [201, "2", "1"],
        [201, "2", "0"],
        [429, "2", "0"],
      ]);
      const settings = await strict.call("PATCH", "/api/users/notices/settings", { headers, body: {} });
      expect(settings.headers.get("ratelimit-limit")).toBe("30");
      expect(Number(settings.headers.get("ratelimit-reset"))).toBeGreaterThan(3_000);
      expect((await strict.call("GET", "/api/assets")).headers.get("ratelimit-limit")).toBeNull();
      expect((await strict.call("GET", "/api/users/me", { headers })).status).toBe(200);
    } finally {
      await strict.remove();
      await own.drop();
    }
  });
});
