import type { IncomingMessage, ServerResponse } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Person } from "#testing/person.ts";
import { follow } from "#testing/servers/form-client.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { CLIENT, OWNER, type SignInApi, signInApi, throughProvider } from "#testing/servers/sign-in-api.ts";

let db: InstalledDatabase;
let product: Product;
let api: SignInApi;
let ada: Person;
let number = 0;
let sessionServer: TestServer;
let session: (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

beforeAll(async () => {
  db = await installedDatabase();
  api = await signInApi(() => `${appUrl()}/oauth/callback`);
  sessionServer = await httpServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString())).on("end", () => session(request, response, body));
  });
  product = await startProduct({
    ...db.installation,
    upstreams: [api.port, sessionServer.port],
    env: { LOG_LEVEL: "debug" },
  });
  api.start();
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await sessionServer?.close();
  await db?.drop();
});
beforeEach(() => {
  Object.assign(api.mood, { deny: false, endBefore: 0, refuse: false, lifetime: 3600 });
  api.seen.tokenRequests.length = 0;
  api.seen.items.length = 0;
});

/** The product's own URL. */
const appUrl = () => `http://localhost:${product.port}`;
const CLIENT_DATA = { client_id: CLIENT.id, client_secret: CLIENT.secret };

async function connector(auth: object = {}, more: object = {}): Promise<string> {
  number += 1;
  const made = await ada.post("/api/connectors/upload", {
    title: `Signed in ${number}`,
    description: "x",
    is_public: true,
    dsl: { ...api.definition(auth), ...more },
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.json.id;
}

async function connected(
  auth: object = {},
  auth_data: Record<string, string> = CLIENT_DATA,
  by = ada,
): Promise<{ instance: string; connector: string }> {
  const id = await connector(auth);
  const made = await by.post("/api/connectors/activate", { connector_id: id, auth_data });
  if (made.status !== 201) throw new Error(made.text);
  return { instance: made.json.id, connector: id };
}

const run = async (instance: string, by = ada) => (await by.post(`/api/connectors/instance/${instance}/run`)).json;
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Presses the button: returns the page with the link, and where the link leads. */
async function leave(instance: string, by = ada): Promise<{ page: string; link: string }> {
  const begun = await by.post(`/oauth/sign-in/${instance}`, "", form);
  expect(begun.status).toBe(302);
  const page = await by.get(begun.headers.get("location") ?? "");
  const link = (/href="(http:\/\/127\.0\.0\.1:\d+\/auth[^"]*)"/.exec(page.text)?.[1] ?? "").replaceAll("&amp;", "&");
  return { page: page.text, link };
}

/** The redirect through the provider to our callback, which is not opened yet. */
const wayBack = async (instance: string, by = ada) =>
  (await throughProvider((await leave(instance, by)).link, appUrl())).replace(appUrl(), "");

async function signIn(instance: string, by = ada): Promise<void> {
  const back = await by.get(await wayBack(instance, by));
  expect([back.status, back.headers.get("location")]).toEqual([
    302,
    expect.stringMatching(/^\/connector_profile\/.*\?tab=setup$/),
  ]);
}

const state = async (connectorId: string, by = ada) => (await by.get(`/connector_profile/${connectorId}`)).text;

describe("signing in on the API's own page", () => {
  test("shows where it leads, goes there by a link, comes back and lets runs pull", async () => {
    const { instance, connector: id } = await connected();
    expect(await run(instance)).toMatchObject({ status: "failed", error: `Sign in to 127.0.0.1:${api.port} first.` });
    expect([api.seen.items, api.seen.tokenRequests]).toEqual([[], []]);
    expect(await state(id)).toContain(`Sign in with 127.0.0.1:${api.port}`);

    const { page, link } = await leave(instance);
    expect(page).toContain(api.origin);
    expect(page).toContain(`${appUrl()}/oauth/callback`);
    const query = new URL(link).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: "code",
      client_id: CLIENT.id,
      scope: "read",
      code_challenge_method: "S256",
      redirect_uri: `${appUrl()}/oauth/callback`,
    });
    expect(link).not.toContain(CLIENT.secret);

    await signIn(instance);
    expect(await state(id)).toContain("Signed in to");
    expect(await run(instance)).toMatchObject({ status: "success", rowCount: 6 });
    expect(api.seen.tokenRequests).toEqual(["authorization_code"]);
  });

  test("is what activating leads to on the setup page", async () => {
    const id = await connector();
    const page = await ada.get(`/connector-setup/${id}`);
    expect(page.text).toContain(`Sign in with 127.0.0.1:${api.port}`);
    expect(page.text).toContain(`${appUrl()}/oauth/callback`);
    const posted = await ada.post(
      `/connector-setup/${id}`,
      new URLSearchParams({
        "auth.client_id": CLIENT.id,
        "auth.client_secret": CLIENT.secret,
        agreed_hosts: /name="agreed_hosts" value="([^"]*)"/.exec(page.text)?.[1] ?? "",
      }).toString(),
      form,
    );
    expect(posted.headers.get("location")).toMatch(/^\/oauth\/sign-in\/[\w-]+\?state=/);
  });

  test("says that it was not allowed, and keeps nothing", async () => {
    const { instance, connector: id } = await connected();
    api.mood.deny = true;
    const back = await ada.get(await wayBack(instance));
    expect(back.headers.get("location")).toBe(`/connector_profile/${id}?tab=setup`);
    expect(api.seen.tokenRequests).toEqual([]);
    expect(await run(instance)).toMatchObject({ status: "failed", error: expect.stringContaining("first") });
  });

  test("believes a way back once, in its own session, and nobody else's", async () => {
    const { instance } = await connected();
    const eve = await product.person(`Eve ${(number += 1)}`);
    const way = await wayBack(instance);
    const nobody = await product.call("GET", way);
    expect([nobody.status, nobody.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/^\/login\?redirect=/),
    ]);
    expect(nobody.headers.get("location")).not.toContain("code");

    const stolen = await eve.get(way);
    expect([stolen.status, stolen.text]).toEqual([400, expect.stringContaining("was not started here")]);
    // A redirect opened in another session is used up.
    expect((await ada.get(way)).status).toBe(400);

    const other = await wayBack(instance);
    const again = await product.call("POST", "/api/users/login", {
      body: { email: ada.email, password: ada.password },
    });
    const cookie = again.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    expect((await product.call("GET", other, { headers: { cookie } })).status).toBe(400);

    for (const bad of ["", "?code=x", "?state=x&code=y", `?state=${"a".repeat(43)}&code=y`, "?error=access_denied"]) {
      const answer = await ada.get(`/oauth/callback${bad}`);
      expect([bad, answer.status, answer.headers.get("referrer-policy"), answer.headers.get("cache-control")]).toEqual([
        bad,
        400,
        "no-referrer",
        "no-store",
      ]);
    }
    expect(api.seen.tokenRequests).toEqual([]);

    const good = await wayBack(instance);
    expect((await ada.get(good)).status).toBe(302);
    expect((await ada.get(good)).status).toBe(400);
    expect(api.seen.tokenRequests).toEqual(["authorization_code"]);
  });

  test("gives a code to nobody but the API that sent it", async () => {
    const { instance } = await connected();
    const way = new URL(await wayBack(instance), appUrl());
    expect(way.searchParams.get("iss")).toBe(api.origin);
    way.searchParams.set("iss", "https://another.example");
    const back = await ada.get(way.pathname + way.search);
    expect(back.headers.get("location")).toMatch(/^\/connector_profile\//);
    expect(api.seen.tokenRequests).toEqual([]);
  });

  test("returns users who came by the other name of this machine", async () => {
    const { instance } = await connected();
    const way = await wayBack(instance);
    const atAppUrl = await fetch(appUrl() + way, { redirect: "manual" });
    const onward = atAppUrl.headers.get("location") ?? "";
    expect([atAppUrl.status, onward]).toEqual([302, product.url + way]);
    const back = await ada.get(onward.replace(product.url, ""));
    expect([back.status, back.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/connector_profile\//)]);
    // A visitor can follow it only once.
    expect((await product.call("GET", onward.replace(product.url, ""))).headers.get("location")).toMatch(/^\/login/);
  });

  test("ends a way out after ten minutes", async () => {
    const { instance } = await connected();
    const way = await wayBack(instance);
    await db.pool.query("update identity.one_time_tokens set expires = now() where kind = 'api-sign-in'");
    expect((await ada.get(way)).status).toBe(400);
    expect(api.seen.tokenRequests).toEqual([]);
  });

  test("is forgotten on signing out, on other credentials, and with the connection", async () => {
    const kept = async (instance: string) =>
      (await db.pool.query("select 1 from vault.secrets where name = $1", [`instance/${instance}/sign-in`])).rowCount;
    const { instance, connector: id } = await connected();
    await signIn(instance);
    expect(await kept(instance)).toBe(1);
    const out = await follow(ada, await ada.post(`/oauth/sign-in/${instance}`, "intent=sign-out", form));
    expect(out.page).toContain("Signed out of ");
    expect(await kept(instance)).toBe(0);
    expect(await state(id)).toContain("Not signed in");

    await signIn(instance);
    expect(
      (await ada.call("PATCH", `/api/connectors/instance/${instance}`, { body: { refresh_interval: 0 } })).status,
    ).toBe(200);
    expect(await kept(instance)).toBe(1);
    expect(
      (
        await ada.call("PATCH", `/api/connectors/instance/${instance}`, {
          body: { auth_data: { client_secret: "another" } },
        })
      ).status,
    ).toBe(200);
    expect(await kept(instance)).toBe(0);

    await ada.call("PATCH", `/api/connectors/instance/${instance}`, { body: { auth_data: CLIENT_DATA } });
    await signIn(instance);
    await ada.post(`/api/connectors/remove/${instance}`);
    expect(await kept(instance)).toBe(0);
  });
});

describe("refresh tokens for one use", () => {
  test("renew a token that ends in the middle of a pull", async () => {
    const { instance } = await connected();
    await signIn(instance);
    api.mood.endBefore = 2;
    expect(await run(instance)).toMatchObject({ status: "success", rowCount: 6 });
    expect(api.seen.items).toEqual(["ok 1", "no 2", "ok 2", "ok 3", "ok 4"]);
    expect(api.seen.tokenRequests).toEqual(["authorization_code", "refresh_token"]);
    expect(await run(instance)).toMatchObject({ status: "success" });
    expect(api.seen.tokenRequests).toHaveLength(2);
  });

  test("are renewed before they end, where the API tells when", async () => {
    const { instance } = await connected();
    api.mood.lifetime = 1;
    await signIn(instance);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await run(instance)).toMatchObject({ status: "success" });
    expect(api.seen.items.filter((each) => each.startsWith("no"))).toEqual([]);
    expect(api.seen.tokenRequests).toContain("refresh_token");
  });

  test("fail a run whose fresh token is refused too, after one renewal", async () => {
    const { instance } = await connected();
    await signIn(instance);
    api.mood.refuse = true;
    const failed = await run(instance);
    expect(failed).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^The API answered 401: .*\(after a fresh sign-in\)\.$/),
    });
    expect(api.seen.tokenRequests).toEqual(["authorization_code", "refresh_token"]);
    expect((await ada.get("/api/users/me")).status).toBe(200);
  });

  test("ask to sign in again once they are worth nothing, and only then", async () => {
    const { instance, connector: id } = await connected();
    await signIn(instance);
    api.start();
    expect(await run(instance)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^The sign-in to 127\.0\.0\.1:\d+ has ended.*Sign in again\.$/),
    });
    expect(await state(id)).toContain("has ended");
    const asked = api.seen.tokenRequests.length;
    expect(await run(instance)).toMatchObject({ status: "failed", error: expect.stringContaining("Sign in again.") });
    expect(api.seen.tokenRequests).toHaveLength(asked);
    await signIn(instance);
    expect(await run(instance)).toMatchObject({ status: "success" });
  });
});

describe("machines that sign in by themselves", () => {
  test("with client credentials", async () => {
    const { instance, connector: id } = await connected({ grant_type: "client_credentials" });
    expect(await state(id)).not.toContain("Sign in with");
    expect(await run(instance)).toMatchObject({ status: "success", rowCount: 6 });
    api.mood.endBefore = 3;
    expect(await run(instance)).toMatchObject({ status: "success" });
    expect(api.seen.tokenRequests).toEqual(["client_credentials", "client_credentials"]);
  });

  test("with a user name and a password, which no sentence repeats", async () => {
    const good = await connected(
      { grant_type: "password" },
      { ...CLIENT_DATA, username: OWNER.name, password: OWNER.password },
    );
    expect(await run(good.instance)).toMatchObject({ status: "success", rowCount: 6 });
    const bad = await connected(
      { grant_type: "password" },
      { ...CLIENT_DATA, username: OWNER.name, password: "canary-wrong-password" },
    );
    const failed = await run(bad.instance);
    expect(failed.error).toMatch(/^127\.0\.0\.1:\d+ did not let this connection in: Nobody is called/);
    expect(failed.error).not.toContain("canary");
    expect(api.seen.items).toHaveLength(4);
  });

  test("with an access token that was typed in, and no sign-in", async () => {
    const fields = [{ key: "access_token", required: true }];
    const typed = await connected({ fields }, { access_token: "canary-typed-token" });
    const failed = await run(typed.instance);
    expect(failed).toMatchObject({ status: "failed", error: "The API refuses the access token. Enter a new one." });
    expect(api.seen.items).toEqual(["no 1"]);
  });
});

describe("a login whose token ends while rows are pulled", () => {
  test("is done again, once for each time that it ends", async () => {
    let logins = 0;
    let uses = 0;
    const seen: string[] = [];
    session = (request, response, body) => {
      const url = new URL(request.url ?? "/", "http://x");
      const json = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (url.pathname === "/v1/login") {
        seen.push(`login ${body}`);
        uses = 0;
        return json(200, { data: { session: `canary-session-${(logins += 1)}` } });
      }
      // Each token is valid for two requests.
      if (request.headers["x-session"] !== `canary-session-${logins}` || (uses += 1) > 2)
        return json(401, { message: `${String(request.headers["x-session"])} has ended` });
      seen.push(`page ${url.searchParams.get("page")}`);
      return json(200, Number(url.searchParams.get("page")) > 4 ? [] : [{ n: Number(url.searchParams.get("page")) }]);
    };
    const dsl = {
      protocol: "rest",
      base_url: `http://127.0.0.1:${sessionServer.port}/v1`,
      auth: {
        type: "session",
        login: { url: "/login", body: { user: "{username}", pass: "{password}" } },
        token_path: "data.session",
        in: "header",
        name: "X-Session",
        format: "{token}",
      },
      operations: [{ id: "rows", url: "/rows", pagination: { strategy: "page", page_param: "page" } }],
    };
    const made = await ada.post("/api/connectors/upload", { title: "Session", description: "x", is_public: true, dsl });
    const instance = (
      await ada.post("/api/connectors/activate", {
        connector_id: made.json.id,
        auth_data: { username: OWNER.name, password: OWNER.password },
      })
    ).json.id;
    expect(await run(instance)).toMatchObject({ status: "success", rowCount: 4 });
    const login = `login ${JSON.stringify({ user: OWNER.name, pass: OWNER.password })}`;
    expect(seen).toEqual([login, "page 1", "page 2", login, "page 3", "page 4", login, "page 5"]);
    expect(await run(instance)).toMatchObject({ status: "success" });
    expect(logins).toBe(5);
    for (let number = 1; number <= logins; number += 1) api.seen.tokens.add(`canary-session-${number}`);
  });
});

describe("what nobody may see", () => {
  test("is in no answer, log, mail or table", async () => {
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    const found: string[] = [];
    const secrets = [...api.seen.tokens, CLIENT.secret, OWNER.password, "canary-wrong-password", "canary-typed-token"];
    expect(api.seen.tokens.size).toBeGreaterThan(8);
    const look = (text: string, where: string) =>
      found.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${where}`));
    const { rows: tables } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n') as text from ${name} t`,
      );
      look(rows[0]?.text ?? "", name);
    }
    await client.end();
    look(product.output(), "the log");
    for (const path of ["/api/connectors/my", "/manage", "/api/users/me"]) look((await ada.get(path)).text, path);
    for (const mail of await product.mailsTo(ada.email)) look(mail, "a mail");
    expect(found).toEqual([]);
  });
});
