import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer, Ask } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/*
 * Every place where a secret can be entered gets one of its own, with a recognisable start and end in case it is cut in
 * two or encoded. The APIs repeat all they receive, in every way, while the test does everything that a user can do.
 * Afterwards no secret may be anywhere but in the vault, encrypted.
 */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ada: Person;
let stranger: Person;
const places: string[] = [];
/** Every answer of the product, with its request. */
const answers: { readonly to: string; readonly text: string }[] = [];
/** Secrets that the APIs have received: those never sent would prove little. */
const received = new Set<number>();

/**
 * A new secret; `place` says where it is entered. Between its ends are characters that each encoding writes
 * differently.
 */
function canary(place: string, plain = false): string {
  const number = places.push(place) - 1;
  const key = String(number).padStart(3, "0");
  return plain ? `heada${key}qz-tailz${key}qz` : `heada${key}qz/+"&= %tailz${key}qz`;
}

/** How the ends of secrets may be written: as they are (and so in URLs, JSON and HTML), reversed, in hex, in base64 at each of its offsets. */
function spellings(number: number): { readonly anyCase: readonly string[]; readonly exact: readonly string[] } {
  const key = String(number).padStart(3, "0");
  const ends = [`heada${key}qz`, `tailz${key}qz`];
  const inBase64 = (text: string) =>
    [0, 1, 2].map((lead) =>
      Buffer.from("\0".repeat(lead) + text)
        .toString("base64")
        .slice(lead === 0 ? 0 : lead + 1, Math.floor(((lead + text.length) * 8) / 6)),
    );
  return {
    anyCase: ends.flatMap((end) => [end, [...end].reverse().join(""), Buffer.from(end).toString("hex")]),
    exact: ends.flatMap(inBase64),
  };
}

function found(text: string): { readonly number: number; readonly around: string }[] {
  const lower = text.toLowerCase();
  return places.flatMap((_place, number) => {
    const { anyCase, exact } = spellings(number);
    const at = Math.max(...anyCase.map((each) => lower.indexOf(each)), ...exact.map((each) => text.indexOf(each)));
    return at < 0 ? [] : [{ number, around: text.slice(Math.max(0, at - 100), at + 60) }];
  });
}

/** Repeats everything that it received, under paths that are each wrong in a different way. */
function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const url = new URL(request.url ?? "/", origin());
  const unpacked = (request.headers.authorization ?? "").replace(/^Basic (.*)$/, (_all, text: string) =>
    Buffer.from(text, "base64").toString(),
  );
  for (const { number } of found(`${JSON.stringify(request.headers)} ${request.url} ${body} ${unpacked}`))
    received.add(number);
  const fields =
    request.headers["content-type"] === "application/json"
      ? leaves(JSON.parse(body))
      : [...new URLSearchParams(body).values()];
  const sent = [...fields, ...url.searchParams.values(), ...Object.values(request.headers).map(String), unpacked];
  // Each is written in one way at a time.
  const [words, inUrl, inBase64] = [
    sent.join(" "),
    encodeURIComponent(sent.join(" ")),
    Buffer.from(sent.join(" ")).toString("base64"),
  ];
  const echo = `${words} ${inUrl} ${inBase64} ${sent.map((text) => JSON.stringify(text)).join()}`;
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { "content-type": "application/json", "x-echo": `${inUrl} ${inBase64}`, ...headers })
      .end(typeof value === "string" ? value : JSON.stringify(value));
  const own = (key: string) => canaries.get(key) ?? "";
  switch (url.pathname.split("/")[1] ?? "") {
    case "token":
      return void send(200, {
        access_token: own(body.includes("refresh") ? "renewed access" : "access"),
        refresh_token: own("refresh"),
        expires_in: 3600,
        token_type: "Bearer",
      });
    case "login":
      return void send(200, { session: own("session") });
    case "no-token":
      return void send(400, { error: "invalid_client", error_description: echo });
    case "good":
      return void send(200, {
        items: url.searchParams.has("next") ? [] : [{ id: 1 }],
        next: url.searchParams.has("next")
          ? null
          : `${url.pathname}?next=1&all=${inUrl}&packed=${encodeURIComponent(inBase64)}`,
      });
    case "options":
      return void send(200, [{ id: words, name: echo }]);
    case "not-json":
      return void send(200, `${words} ${echo}`);
    case "away":
      return void send(302, "", {
        location: `http://${/^[a-z0-9-]+$/.test(sent[0] ?? "") ? sent[0] : "host"}.example/${inUrl}`,
      });
    case "round":
      return void send(302, "", {
        location: url.search === "" || !url.searchParams.has("all") ? `/round?all=${inUrl}` : `/round${url.search}`,
      });
    case "lost":
      response.writeHead(200, { "content-type": "application/json", "content-length": "100000" }).write(echo);
      return void setTimeout(() => response.destroy(), 50);
    case "refused":
      return void send(401, { message: echo });
    case "page":
      return void response
        .writeHead(500, { "content-type": "text/html" })
        .end(`<title>${words.replaceAll("&", "&amp;")}</title>${echo}`);
    default:
      return void send(400, { error: { message: echo }, errors: { [words]: [echo] } });
  }
}

function leaves(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];
}

const canaries = new Map<string, string>();
const origin = () => `http://127.0.0.1:${api.port}`;

/** A person whose answers are all checked in the end. */
function watched(person: Person): Person {
  const call = async (method: string, target: string, ask?: Ask): Promise<Answer> => {
    const got = await person.call(method, target, ask);
    answers.push({
      to: `${person.name} ${method} ${target}`,
      text: `${JSON.stringify([...got.headers])}\n${got.text}`,
    });
    return got;
  };
  return {
    ...person,
    call,
    get: (target) => call("GET", target),
    post: (target, body = {}, headers) => call("POST", target, { body, ...(headers ? { headers } : {}) }),
  };
}

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString())).on("end", () => answer(request, response, body));
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port], env: { LOG_LEVEL: "debug" } });
  [ada, stranger] = (await Promise.all(
    ["Ada", "Stranger"].map(async (name) => watched(await product.person(name, 3))),
  )) as [Person, Person];
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const secret = (key: string, more: object = {}) => ({ key, private: true, ...more });
const WRONG = ["refused", "not-json", "away", "round", "lost", "page", "other"];

/** Auths, each with what its owner types. */
function signIns(): {
  readonly name: string;
  readonly auth: object;
  readonly typed: Record<string, string>;
  readonly method?: "POST";
}[] {
  const client = (name: string) => ({ client_id: `${name}-client`, client_secret: canary(`client secret, ${name}`) });
  const oauth = (grant_type: string, more: object = {}) => ({
    type: "oauth2",
    grant_type,
    token_url: `${origin()}/token`,
    ...more,
  });
  return [
    { name: "bearer", auth: { type: "bearer" }, typed: { token: canary("bearer") } },
    {
      name: "apikey in a header",
      auth: { type: "apikey", in: "header", name: "X-Own", fields: [secret("token")] },
      typed: { token: canary("apikey, header") },
    },
    {
      name: "apikey in the query",
      auth: { type: "apikey", in: "query", name: "key", fields: [secret("token")] },
      typed: { token: canary("apikey, query") },
    },
    {
      name: "apikey in the body",
      auth: { type: "apikey", in: "body", name: "key", fields: [secret("token")] },
      typed: { token: canary("apikey, body") },
      method: "POST",
    },
    {
      name: "basic",
      auth: { type: "basic" },
      typed: { username: canary("basic, name", true), password: canary("basic, password") },
    },
    {
      name: "session",
      auth: {
        type: "session",
        login: { url: `${origin()}/login`, body: { user: "{username}", pass: "{password}" } },
        token_path: "session",
      },
      typed: { username: canary("session, name"), password: canary("session, password") },
    },
    {
      name: "client credentials",
      auth: oauth("client_credentials", { token_auth: "body" }),
      typed: client("client credentials"),
    },
    {
      name: "password",
      auth: oauth("password", { token_auth: "basic" }),
      typed: { ...client("password"), username: canary("oauth, name"), password: canary("oauth, password") },
    },
    {
      name: "refresh token",
      auth: oauth("refresh_token", { fields: [secret("client_id"), secret("client_secret"), secret("refresh_token")] }),
      typed: { ...client("refresh token"), refresh_token: canary("typed refresh token") },
    },
    {
      name: "no token",
      auth: oauth("client_credentials", { token_url: `${origin()}/no-token` }),
      typed: client("no token"),
    },
    {
      name: "no login",
      auth: {
        type: "session",
        login: { url: `${origin()}/no-token`, body: { user: "{username}", pass: "{password}" } },
        token_path: "session",
      },
      typed: { username: canary("failed session, name"), password: canary("failed session, password") },
    },
  ];
}

const made: { readonly instance: string; readonly connector: string }[] = [];

async function connect(title: string, dsl: object, activate: object): Promise<string> {
  const connector = await ada.post("/api/connectors/upload", { title, is_public: true, dsl });
  expect([connector.status, connector.text]).toEqual([201, expect.any(String)]);
  const instance = await ada.post("/api/connectors/activate", { connector_id: connector.json.id, ...activate });
  expect([instance.status, instance.text]).toEqual([201, expect.any(String)]);
  made.push({ instance: instance.json.id, connector: connector.json.id });
  return instance.json.id;
}

/** Sends a test, and again with the consent that it needs. */
async function tryOut(call: string, body: object): Promise<void> {
  const first = await ada.post(`/api/connectors/${call}`, body);
  if (first.status === 409)
    expect(await ada.post(`/api/connectors/${call}`, { ...body, consent: first.json.consent })).toMatchObject({
      status: 200,
    });
  else expect(first.status).toBe(200);
}

test("a secret is stored only in the vault, sealed, wherever it came in and whatever the API does with it", async () => {
  for (const key of ["access", "renewed access", "refresh", "session"])
    canaries.set(key, canary(`given by the API: ${key}`, true));
  const operation = (id: string) => ({ id: id.replace("-", "_"), url: `/${id}`, retry: { max_attempts: 1 } });
  const paged = { id: "good", url: "/good", records: "items", pagination: { strategy: "link", next_url_path: "next" } };
  for (const { name, auth, typed, method = "GET" } of signIns()) {
    const dsl = {
      protocol: "rest",
      base_url: origin(),
      auth,
      operations: [paged, ...WRONG.map(operation)].map((each) => ({ ...each, method })),
      check: { operation: "refused" },
    };
    const instance = await connect(`By ${name}`, dsl, { auth_data: typed });
    expect((await ada.post(`/api/connectors/run/${instance}`)).json.status).toMatch(/partial|failed/);
    await tryOut("check", { instance_id: instance });
    await tryOut("test-read", { instance_id: instance });
    await tryOut("test-read", { dsl, auth_data: typed });
    await tryOut("check", { dsl, auth_data: typed });
    await ada.call("PATCH", `/api/connectors/instance/${instance}`, {
      body: { auth_data: typed, refresh_interval: 60 },
    });
  }

  // Settings, header rows and bodies, each of them possibly a secret, whatever its name.
  const fields = [
    secret("in_query"),
    secret("in_path"),
    secret("in_header"),
    secret("in_body"),
    secret("many", { multiple: true }),
    secret("of_this_run"),
    {
      key: "choice",
      type: "select",
      private: true,
      options_endpoint: { url: "/options?mine={in_query}", value_path: "id", label_path: "name" },
    },
  ];
  const wide = {
    protocol: "rest",
    base_url: origin(),
    params_fields: fields,
    operations: WRONG.map((id) => ({
      ...operation(id),
      url: `/${id}/{in_path}/{in_query}`,
      method: "POST",
      query: { q: "{in_query}", m: "{many}", run: "{of_this_run}" },
      headers: { "X-Mine": "{in_header}" },
      body_template: { deep: [{ er: "{in_body}" }] },
    })),
  };
  const settings = {
    in_query: canary("setting, query"),
    in_path: canary("setting, path", true),
    in_header: canary("setting, header"),
    in_body: canary("setting, body"),
    many: [canary("setting, list"), canary("setting, list, second")],
    choice: canary("setting, choice"),
  };
  const rest = {
    headers: { "X-Row": canary("header row"), Cookie: `sid=${canary("cookie row", true)}` },
    body_template: JSON.stringify({ api_token: canary("typed body"), from: "{in_body}" }),
  };
  const instance = await connect("By settings", wide, { settings, ...rest });
  for (let time = 0; time < 3; time += 1) {
    expect(
      (
        await ada.post(`/api/connectors/run/${instance}`, {
          settings: { of_this_run: canary(`setting of run ${time}`) },
        })
      ).json,
    ).toMatchObject({ status: "failed" });
  }
  await tryOut("test-read", { dsl: wide, settings, ...rest });
  for (const field of ["choice", "none"]) {
    await tryOut("options", { instance_id: instance, field });
    await tryOut("options", { dsl: wide, field, settings, ...rest });
  }
  expect(
    await ada.post("/api/connectors/activate", {
      connector_id: made[0]!.connector,
      auth_data: { token: 5, wrong: canary("refused body") },
      settings: [canary("refused body, list")],
    }),
  ).toMatchObject({ status: 400 });
  await ada.post("/api/connectors/test-read", `{"auth_data": ${canary("no JSON")}`, {
    "content-type": "application/json",
  });
  await stranger.post(`/api/connectors/run/${instance}`, { settings: { in_query: canary("somebody else's run") } });
  await ada.get(`/oauth/callback?state=${canary("state", true)}&code=${canary("code", true)}&error_description=x`);

  const curl = [
    `-H 'Authorization: Bearer ${canary("curl, bearer")}'`,
    `-u 'me:${canary("curl, user")}'`,
    `-H 'X-Api-Key: ${canary("curl, key")}'`,
    `-b 'sid=${canary("curl, cookie")}'`,
    `-H 'Cookie: a=${canary("curl, cookie header")}'`,
    `--oauth2-bearer '${canary("curl, oauth")}'`,
    `-x 'http://me:${canary("curl, proxy", true)}@proxy.example'`,
    `--cert 'file:${canary("curl, certificate")}'`,
  ];
  for (const option of curl)
    await ada.post("/api/connectors/import", { kind: "curl", text: `curl ${origin()}/good ${option}` });
  await ada.post("/api/connectors/import", {
    kind: "curl",
    text: `curl 'http://me:${canary("curl, address", true)}@127.0.0.1:${api.port}/good?api_key=${canary("curl, query", true)}&access_token=${canary("curl, token", true)}'`,
  });

  // Everything that can be seen.
  await eventually(
    async () => (await product.mailsTo(ada.email)).some((mail) => mail.includes("failed 3 times")),
    20_000,
    "No mail told of the failures",
  );
  for (const person of [ada, stranger]) {
    const pages = [
      "/manage",
      "/account",
      "/datastore",
      "/outbox",
      "/upload",
      "/api/connectors",
      "/api/connectors/my",
      "/api/assets",
      "/api/users/me",
      "/api/users/usage",
    ];
    for (const { instance: id, connector } of made) {
      pages.push(
        `/connector_profile/${connector}`,
        ...["setup", "runs", "output"].map((tab) => `/connector_profile/${connector}?tab=${tab}`),
        `/connector-setup/${connector}`,
        `/api/connectors/${connector}`,
        `/api/connectors/${connector}/versions`,
        `/api/connectors/instance/${id}/runs`,
        `/api/connectors/instance/${id}/runs/${id}-1`,
        `/run/${id}-1`,
        `/api/assets/table/${id}`,
        `/upload?edit=${connector}`,
      );
    }
    const drafts =
      person === ada
        ? (
            await db.pool.query<{ stream: string }>(
              "SELECT DISTINCT stream FROM log.events WHERE stream LIKE 'draft-%'",
            )
          ).rows.map(({ stream }) => stream.slice("draft-".length))
        : [];
    for (const draft of drafts) pages.push(`/upload?edit=${draft}`, `/api/connectors/${draft}`);
    for (const page of pages) expect((await person.get(page)).status).toBeLessThan(500);
  }
  await product.call("GET", "/metrics").then(({ text }) => answers.push({ to: "metrics", text }));

  const leaks: string[] = [];
  const look = (text: string, where: string, allowed: (place: string) => boolean = () => false) => {
    for (const { number, around } of found(text))
      if (!allowed(places[number] ?? "")) leaks.push(`${places[number]} in ${where}: …${around}…`);
  };
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["log.events", "vault.secrets", "run_records.requests", "requests.answers"]),
  );
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    for (const { text } of rows) look(text, name);
  }
  for (const entry of await readdir(product.dataDir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      look(await readFile(path.join(entry.parentPath, entry.name), "latin1"), `the file ${entry.name}`);
  }
  look(product.output(), "the log of the product");
  // Users may read their own header rows and bodies again, and a page may repeat its own URL.
  for (const { to, text } of answers)
    look(
      text,
      `the answer to ${to}`,
      (place) =>
        (to.startsWith("Ada") && /^(header row|cookie row|typed body)$/.test(place)) ||
        (to.includes("/oauth/callback?") && /^(state|code)$/.test(place)),
    );
  expect([...new Set(leaks)].slice(0, 20)).toEqual([]);
  const inward = /^(refused body|no JSON|somebody|state|code|curl|setting, choice)/;
  expect(
    places.filter((place, number) => !received.has(number) && !inward.test(place) && !place.startsWith("given")),
  ).toEqual([]);
}, 600_000);
