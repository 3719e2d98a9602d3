import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, caller } from "#testing/call.ts";
import { type Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** A stored credential goes to the origins that its owner agreed to, whatever the settings of a call say. */
const SECRET = "VICTIM-SECRET-TOKEN-42";
const OWN_ROW = "VICTIM-HEADER-ROW-43";

let home: TestServer;
let thief: TestServer;
let product: Product;
let ana: Person;
let callers: Record<string, (method: string, path: string, body?: unknown) => Promise<Answer>>;
let instance: string;
let connector: string;
/** What each server has received. */
const heard = { home: [] as IncomingMessage["headers"][], thief: [] as IncomingMessage["headers"][] };

const answering = (headers: IncomingMessage["headers"][]) => (request: IncomingMessage, response: ServerResponse) => {
  headers.push(request.headers);
  response.writeHead(200, { "content-type": "application/json" }).end('[{"id":"eu","name":"Europe"}]');
};
const homeUrl = () => `http://127.0.0.1:${home.port}`;
const thiefUrl = () => `http://127.0.0.1:${thief.port}`;

const dsl = () => ({
  protocol: "rest",
  base_url: "{base_url}",
  auth: { type: "bearer", fields: [{ key: "token", label: "Token", required: true, private: true }] },
  params_fields: [
    { key: "base_url", label: "Base URL", required: true },
    { key: "region", type: "select", options_endpoint: { url: "/regions", value_path: "id", label_path: "name" } },
  ],
  operations: [{ id: "items", url: "/items" }],
});

beforeAll(async () => {
  [home, thief] = await Promise.all([httpServer(answering(heard.home)), httpServer(answering(heard.thief))]);
  product = await startProduct({ upstreams: [home.port, thief.port] });
  ana = await product.person("Ana", 3);
  connector = (await ana.post("/api/connectors/upload", { title: "Own server", dsl: dsl() })).json.id;
  instance = (
    await ana.post("/api/connectors/activate", {
      connector_id: connector,
      auth_data: { token: SECRET },
      settings: { base_url: homeUrl() },
      headers: { "X-Own": OWN_ROW },
    })
  ).json.id;
  const program = async (asked: object) => {
    const made = await ana.post("/api/users/api-keys", asked);
    expect(made.status, made.text).toBe(201);
    const call = caller(product.url, { authorization: `Bearer ${made.json.secret}` });
    return (method: string, path: string, body?: unknown) => call(method, path, body === undefined ? {} : { body });
  };
  callers = {
    "a key that may run": await program({ scopes: ["read", "run"] }),
    "a key that may run this connection": await program({ scopes: ["run"], connectors: [instance] }),
    "a key that may write": await program({ scopes: ["read", "run", "write"] }),
    "the session": (method, path, body) => ana.call(method, path, body === undefined ? {} : { body }),
  };
}, 240_000);
afterAll(async () => {
  await product?.remove();
  await Promise.all([home?.close(), thief?.close()]);
});
beforeEach(() => {
  heard.home.length = 0;
  heard.thief.length = 0;
});

const runs = async () => (await ana.get(`/api/connectors/instance/${instance}/runs`)).json.length as number;
const used = async () => (await ana.get("/api/users/usage")).json.runs_this_week as number;
const stored = async () => (await ana.get(`/api/connectors/instance/${instance}`)).json;
const consent = (origin: string) => ({
  hosts: [origin],
  places: [{ field: "token", host: origin, where: "header authorization" }],
});

/** Every call that takes settings and uses the stored credential. */
const doors = {
  run: (settings: object) => [`/api/connectors/instance/${instance}/run`, { settings }],
  "run under its short address": (settings: object) => [`/api/connectors/run/${instance}`, { settings }],
  "test read": (settings: object) => ["/api/connectors/test-read", { instance_id: instance, settings }],
  check: (settings: object) => ["/api/connectors/check", { instance_id: instance, settings }],
  options: (settings: object) => ["/api/connectors/options", { instance_id: instance, field: "region", settings }],
} satisfies Record<string, (settings: object) => [string, object]>;

const WHO = [
  "a key that may run",
  "a key that may run this connection",
  "a key that may write",
  "the session",
] as const;

describe.each(WHO)("%s", (who) => {
  test.each(Object.keys(doors) as (keyof typeof doors)[])("sends nothing by %s to another host", async (door) => {
    const before = [await runs(), await used()];
    const attacks = [
      { base_url: thiefUrl() },
      { base_url: `${thiefUrl()}/path` },
      { base_url: `http://localhost:${thief.port}` },
    ];
    for (const settings of attacks) {
      const [path, body] = doors[door](settings) as [string, object];
      const answers = [await callers[who]!("POST", path, body)];
      // Agreeing to the host in the same call is no way around it.
      if (!door.startsWith("run"))
        answers.push(await callers[who]!("POST", path, { ...body, consent: consent(thiefUrl()) }));
      for (const answer of answers)
        expect([answer.status, answer.json.code, heard.thief, heard.home]).toEqual([
          409,
          "setting-decides-host",
          [],
          [],
        ]);
    }
    expect([await runs(), await used()]).toEqual(before);
  });

  test.each(Object.keys(doors) as (keyof typeof doors)[])("sends nothing by %s to a list of hosts", async (door) => {
    const [path, body] = doors[door]({ base_url: [thiefUrl()] }) as [string, object];
    const answer = await callers[who]!("POST", path, body);
    // A field of one text takes no list at all where its settings are checked first.
    expect(["setting-decides-host", "settings-invalid"]).toContain(answer.json.code);
    expect([heard.thief, heard.home]).toEqual([[], []]);
  });

  test.each(Object.keys(doors) as (keyof typeof doors)[])("uses another path of the host by %s", async (door) => {
    const same = [homeUrl(), `${homeUrl()}/v2`, `HTTP://127.0.0.1:${home.port}/`];
    for (const base_url of same) {
      const [path, body] = doors[door]({ base_url }) as [string, object];
      const answer = await callers[who]!("POST", path, body);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    }
    expect(heard.home.map(({ authorization }) => authorization)).toEqual(same.map(() => `Bearer ${SECRET}`));
    expect(heard.thief).toEqual([]);
  });
});

describe.each(["a key that may write", "the session"] as const)("%s changes the connection", (who) => {
  const change = (body: object) => callers[who]!("PATCH", `/api/connectors/instance/${instance}`, body);

  test("to another host only if it names it, and without the secrets", async () => {
    const before = await stored();
    for (const more of [
      {},
      { hosts: [] },
      { hosts: [homeUrl()] },
      { hosts: ["{base_url}"] },
      { auth_data: { token: "x" } },
    ]) {
      const refused = await change({ settings: { base_url: thiefUrl() }, ...more });
      expect([refused.status, refused.json.code, refused.json.consent]).toEqual([
        409,
        "hosts-unnamed",
        consent(thiefUrl()),
      ]);
    }
    const named = { settings: { base_url: thiefUrl() }, hosts: [thiefUrl()] };
    for (const more of [{}, { auth_data: {} }, { auth_data: { token: "" } }]) {
      const incomplete = await change({ ...named, ...more });
      expect([incomplete.status, incomplete.json.code, incomplete.json.faults]).toEqual([
        400,
        "settings-invalid",
        [{ path: "auth_data.token", message: '"Token" is required.' }],
      ]);
    }
    expect(await stored()).toEqual(before);
    expect((await change({ ...named, auth_data: { token: "ANOTHER" } })).status).toBe(200);
    const run = await callers[who]!("POST", `/api/connectors/instance/${instance}/run`, {});
    expect([run.status, run.json.status]).toEqual([200, "success"]);
    expect(heard.thief.map(({ authorization, "x-own": own }) => [authorization, own])).toEqual([
      ["Bearer ANOTHER", undefined],
    ]);
    expect(heard.home).toEqual([]);

    const back = { settings: { base_url: homeUrl() }, hosts: [homeUrl()], headers: { "X-Own": OWN_ROW } };
    expect((await change({ ...back, auth_data: { token: SECRET } })).status).toBe(200);
  });

  test("to another path of the host without a question", async () => {
    const before = await stored();
    const changed = await change({ settings: { base_url: `${homeUrl()}/v3` } });
    expect(changed.status, changed.text).toBe(200);
    expect((await change({ settings: before.settings })).status).toBe(200);
  });
});
