import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Every form that sends a secret to an API before its user is connected: only the button that says so agrees. */
let api: TestServer;
let product: Product;
let author: Person;
let user: Person;
let connector: string;
const tokens: string[] = [];

beforeAll(async () => {
  api = await httpServer((request: IncomingMessage, response: ServerResponse) => {
    tokens.push(String(request.headers.authorization));
    response.writeHead(200, { "content-type": "application/json" }).end('[{"id":"from the API"}]');
  });
  product = await startProduct({ upstreams: [api.port] });
  [author, user] = await Promise.all([product.person("Author", 3), product.person("User", 3)]);
  connector = (await author.post("/api/connectors/upload", { title: "Signed", is_public: true, dsl: dsl() })).json.id;
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await api?.close();
});
beforeEach(() => void (tokens.length = 0));

const origin = () => `http://127.0.0.1:${api.port}`;
const dsl = () => ({
  protocol: "rest",
  base_url: origin(),
  auth: { type: "bearer", fields: [{ key: "token", required: true, private: true }] },
  params_fields: [
    { key: "kind", type: "select", options_endpoint: { url: "/kinds", value_path: "id", label_path: "id" } },
  ],
  operations: [{ id: "rows", url: "/rows" }],
});
const offer = () =>
  JSON.stringify({ hosts: [origin()], places: [{ field: "token", host: origin(), where: "header authorization" }] });
const post = (who: Person, path: string, fields: Record<string, string>): Promise<Answer> =>
  who.call("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

const forms = (): Record<string, [who: Person, path: string, fields: Record<string, string>]> => ({
  "before connecting": [user, `/connector-setup/${connector}`, {}],
  "the set-up of a profile": [user, `/connector_profile/${connector}?tab=setup`, {}],
  "writing a connector": [
    author,
    "/upload?tab=connector",
    { kind: "connector", title: "Draft", dsl: JSON.stringify(dsl()) },
  ],
});

describe.each(["before connecting", "the set-up of a profile", "writing a connector"])("%s", (form) => {
  test.each(["test-read", "check", "options:kind"])(
    "%s sends no secret before its own button agrees",
    async (intent) => {
      const [who, path, fields] = forms()[form]!;
      const typed = { ...fields, "auth.token": "CANARY", offer: offer() };
      for (let press = 0; press < 2; press += 1) {
        const asked = await post(who, path, { ...typed, intent });
        expect([asked.status, tokens]).toEqual([409, []]);
        expect(asked.text).toContain(`agree:${intent}`);
      }
      expect((await post(who, path, { ...typed, intent: `agree:${intent}` })).status).toBe(200);
      expect(tokens).toEqual(["Bearer CANARY"]);
    },
  );
});

test("activating agrees to the hosts that the page showed, and to no other", async () => {
  const other = `http://localhost:${api.port}`;
  const derived = {
    ...dsl(),
    base_url: "{h}",
    derived: { h: { from: "region", map: { eu: origin(), us: other }, default: "https://shown.example" } },
    params_fields: [{ key: "region", type: "select", options: ["eu", "us"], required: true }],
  };
  const made = await author.post("/api/connectors/upload", { title: "Regional", is_public: true, dsl: derived });
  const page = `/connector-setup/${made.json.id}`;
  const shown = /name="agreed_hosts" value="([^"]*)"/.exec((await user.get(page)).text)?.[1];
  expect(shown?.split(" ")).toEqual([origin(), other, "shown.example"]);
  const typed = { "auth.token": "CANARY", "setting.region": "eu" };
  for (const agreed_hosts of ["", "shown.example", "{h}"]) {
    const refused = await post(user, page, { ...typed, agreed_hosts });
    expect([refused.status, refused.text.includes(`name="agreed_hosts" value="${origin()}"`)]).toEqual([409, true]);
    expect(refused.text).toContain(`What you entered leads to ${origin()}. Send the form again to agree.`);
  }
  expect((await post(user, page, { ...typed, agreed_hosts: shown ?? "" })).status).toBe(302);
});
