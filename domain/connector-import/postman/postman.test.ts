import fc from "fast-check";
import { expect, test } from "vitest";
import { oddDocuments } from "#testing/imports/odd-documents.ts";
import { Steps } from "../../core/limits/steps.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { reviewDefinition } from "../../connector-language/validation/review-definition.ts";
import { importLines, importLossWords } from "../import-note-words.ts";
import { lossAt } from "../imported.ts";
import { collectionChoices, importPostman } from "./postman-definition.ts";

const SECRET = "s3cr3t-of-somebody-0123456789";
const get = (name: string, raw: string, rest: object = {}) => ({
  name,
  request: { method: "GET", url: { raw, ...rest } },
});
const query = (pairs: Record<string, string>) => Object.entries(pairs).map(([key, value]) => ({ key, value }));
const collection = {
  info: {
    name: "Harbour",
    description: "Ships and ports.\n\nA long story.",
    schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
  },
  auth: { type: "bearer", bearer: [{ key: "token", value: "{{api_token}}" }] },
  variable: [
    { key: "base", value: "https://api.harbour.example/v1" },
    { key: "api_token", value: SECRET, type: "secret" },
    { key: "port", value: "Kiel", description: "Where ships are" },
  ],
  item: [
    {
      name: "Ships",
      item: [
        {
          name: "List",
          request: {
            method: "GET",
            url: {
              raw: "{{base}}/ports/{{port}}/ships?page=1&per_page=50&kind=ferry",
              query: [
                ...query({ page: "1", per_page: "50", kind: "ferry" }),
                { key: "off", value: "1", disabled: true },
              ],
            },
            header: query({ "X-Version": "3", "X-Api-Key": SECRET, "User-Agent": "Mine" }),
          },
          response: [{ code: 200, body: '{"data":[{"id":1},{"id":2}],"total_pages":4}' }],
        },
        get("One", "{{base}}/ships/:ship_id"),
      ],
    },
    {
      name: "Search",
      request: {
        method: "POST",
        url: "{{base}}/search",
        body: { mode: "raw", raw: `{"q":"{{words}}","most":{{most}},"password":"${SECRET}"}` },
      },
    },
    { name: "Remove", request: { method: "DELETE", url: "{{base}}/ships" } },
  ],
};

function imported(document: unknown, wanted: string[] | null = null) {
  const made = importPostman(document, wanted);
  if (!made.ok) throw new Error(made.message);
  expect(reviewDefinition(made.connector.definition)).toMatchObject({ ok: true });
  return { ...made.connector, ...importLines(made.connector) };
}

test("a collection becomes a connector of its GETs, with variables as settings and no value of a secret", () => {
  const made = imported(collection);
  expect(made).toMatchObject({ title: "Harbour", description: "Ships and ports." });
  expect(made.definition).toEqual({
    protocol: "rest",
    base_url: "https://api.harbour.example/v1",
    auth: {
      type: "bearer",
      format: "Bearer {api_token}",
      fields: [{ key: "api_token", label: "Api token", type: "text", required: true, private: true }],
    },
    params_fields: [
      { key: "port", label: "Port", type: "text", required: true, description: "Where ships are", default: "Kiel" },
      { key: "kind", label: "Kind", type: "text", default: "ferry" },
      { key: "X_Api_Key", label: "X api key", type: "text", required: true, private: true },
      { key: "ship_id", label: "Ship id", type: "text", required: true },
    ],
    operations: [
      {
        id: "List",
        name: "List",
        url: "/ports/{port}/ships",
        headers: { "X-Version": "3", "X-Api-Key": "{X_Api_Key}" },
        query: { kind: "{kind}" },
        records: "data",
        pagination: {
          strategy: "page",
          page_param: "page",
          limit_param: "per_page",
          limit: 50,
          total_pages_path: "total_pages",
        },
        primary_key: "id",
      },
      { id: "One", name: "One", url: "/ships/{ship_id}" },
    ],
  });
  expect(JSON.stringify(made)).not.toContain(SECRET);
});

test("requests that write are lost; by name a POST is taken and a DELETE is refused with its place", () => {
  expect(imported(collection).lost).toMatchObject([{ place: "item[2]", feature: "http-method" }]);
  expect(imported(collection, ["POST Search"]).definition.operations).toEqual([
    {
      id: "Search",
      name: "Search",
      method: "POST",
      url: "/search",
      body_template: { q: "{words}", most: "{most}", password: "{password}" },
    },
  ]);
  expect(JSON.stringify(imported(collection, ["Search"]))).not.toContain(SECRET);
  expect(importPostman(collection, ["Remove"])).toMatchObject({
    ok: false,
    lost: [
      lossAt("item[2].request.method", "http-method", { code: "method-unsupported", facts: { method: "DELETE" } }),
    ],
  });
  expect(importPostman(collection, ["Else"])).toEqual({ ok: false, message: 'The collection has no request "Else".' });
});

test("its requests are offered with their folders", () => {
  const choices = collectionChoices(collection);
  expect(choices.ok && choices.choices.map(({ key, usual }) => [key, usual])).toEqual([
    ["GET Ships/List", true],
    ["GET Ships/One", true],
    ["POST Search", false],
    ["DELETE Remove", false],
  ]);
});

test.each([
  [
    {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-Key" },
        { key: "value", value: SECRET },
      ],
    },
    { type: "apikey", in: "header", name: "X-Key" },
  ],
  [
    {
      type: "basic",
      basic: [
        { key: "username", value: "ann" },
        { key: "password", value: SECRET },
      ],
    },
    { type: "basic" },
  ],
  [
    {
      type: "oauth2",
      oauth2: [
        { key: "grant_type", value: "client_credentials" },
        { key: "accessTokenUrl", value: "https://a.example/token" },
      ],
    },
    { type: "oauth2", grant_type: "client_credentials", token_url: "https://a.example/token" },
  ],
])("signing in by %j", (auth, written) => {
  const made = imported({ ...collection, auth });
  expect(made.definition.auth).toMatchObject(written);
  expect(JSON.stringify(made)).not.toContain(SECRET);
});

test("a way to sign in that is not supported loses the requests that use it", () => {
  const made = importPostman({ ...collection, auth: { type: "awsv4" } });
  const told = made.ok ? [] : (made.lost ?? []).map(importLossWords).map(({ place, feature }) => `${feature} ${place}`);
  expect(told).toEqual(["http-method item[2]", "authenticator item[0].item[0]", "authenticator item[0].item[1]"]);
});

test("a value that changes each time is told", () => {
  const item = [get("Now", "{{base}}/now", { query: query({ t: "{{$timestamp}}" }) })];
  expect(imported({ ...collection, item }).lost).toEqual([
    {
      place: "item[0].request.url.query[0]",
      feature: "expression",
      message: "This value changes each time: {{$timestamp}}",
    },
  ]);
});

const variable = [
  { key: "base", value: "https://api.harbour.example/v1" },
  { key: "tok", value: SECRET, type: "secret" },
  { key: "pw", value: "hunter2-of-somebody" },
];
const post = (body: object, header: object[] = []) => ({
  name: "Ask",
  request: { method: "POST", url: "{{base}}/ask", header, body },
});
const asked = (request: object) => {
  const made = imported({ info: { name: "Asks" }, variable, item: [request] }, ["Ask"]);
  expect(JSON.stringify(made)).not.toMatch(/hunter2|s3cr3t|4711/);
  return made.definition;
};

test.each([
  [
    "variables of GraphQL",
    post({
      mode: "graphql",
      graphql: {
        query: "query q",
        variables: `{"password":"hunter2","token":4711,"n":{{n}},"port":"{{port}}","passwords":["hunter2",4711],"w":["{{tok}}"]}`,
      },
    }),
    {
      query: "query q",
      variables: {
        ...{ password: "{password}", token: "{token}", n: "{n}", port: "{port}" },
        ...{ passwords: ["{password}", "{password}"], w: ["{tok}"] },
      },
    },
  ],
  [
    "JSON with secrets that are no texts",
    post({ mode: "raw", raw: '{"pass":4711,"token":["hunter2",4711],"most":5,"open":true}' }),
    { pass: "{pass}", token: ["{token}", "{token}"], most: 5, open: true },
  ],
  [
    "JSON with a secret beside a variable",
    post({ mode: "raw", raw: '{"password":"hunter2{{pw}}","auth_token":"Bearer {{pw}}"}' }),
    { password: "{password}", auth_token: "Bearer {pw}" },
  ],
  [
    "a form",
    post({ mode: "urlencoded", urlencoded: query({ password: "{{pw}}", secret: "hunter2-{{n}}" }) }),
    { password: "{pw}", secret: "{secret}" },
  ],
  [
    "a text",
    post({ mode: "raw", raw: "user=x&password={{pw}}" }, query({ "Content-Type": "text/plain" })),
    "user=x&password={pw}",
  ],
])("in %s no secret is written out, and its settings are private", (_what, request, template) => {
  const { operations, params_fields: fields } = asked(request);
  expect(operations).toMatchObject([{ body_template: template }]);
  const open = (fields as { key: string; private?: true }[]).filter((field) => field.private !== true);
  expect(open.map(({ key }) => key).filter((key) => !["n", "port"].includes(key))).toEqual([]);
});

test.each([
  ["a text with a password", { mode: "raw", raw: "<password>hunter2</password>" }],
  ["GraphQL with a password", { mode: "graphql", graphql: { query: '{ login(password: "hunter2") }' } }],
  ["GraphQL with a key", { mode: "graphql", graphql: { query: '{ rows(in: ["sk_live_hunter2hunter2"]) }' } }],
  ["GraphQL whose variables are no JSON", { mode: "graphql", graphql: { query: "{ a }", variables: "hunter2" } }],
])("%s is refused with its place", (_what, body) => {
  const header = query({ "Content-Type": "text/plain" });
  const made = importPostman({ info: {}, variable, item: [post(body, header)] }, ["Ask"]);
  expect(made).toMatchObject({ ok: false, lost: [{ feature: "request-body" }] });
  expect(JSON.stringify(made)).not.toContain("hunter2");
});

test("a variable is private if what uses it is named as secrets are, also after another use", () => {
  const item = [
    get("One", "{{base}}/a", { query: query({ q: "{{pw}}" }) }),
    get("Two", "{{base}}/b", { query: query({ password: "{{pw}}" }) }),
  ];
  const made = imported({ info: {}, variable, item });
  expect(made.definition).toMatchObject({
    params_fields: [{ key: "pw", private: true }],
    operations: [{ query: { q: "{pw}" } }, { query: { password: "{pw}" } }],
  });
  expect(JSON.stringify(made)).not.toContain("hunter2");
});

test.each([
  ["https://{{tok}}.harbour.example/a", []],
  ["{{inner}}/a", [{ key: "inner", value: "https://{{tok}}.harbour.example" }]],
  ["{{inner}}/a", [{ key: "inner", value: "https://ann:hunter2@harbour.example" }]],
  ["{{inner}}/a", [{ key: "inner", value: "https://harbour.example/aB3dE5gH7jK9mN1pQ3sT5vW7" }]],
  ["{{inner}}/a", [{ key: "inner", value: "https://harbour.example/?token=hunter2" }]],
  ["https://ann:hunter2@harbour.example/a", []],
])("an address with a secret in its base, %s, is refused", (raw, more) => {
  const made = importPostman({ info: {}, variable: [...variable, ...more], item: [get("One", raw)] });
  expect(made).toMatchObject({ ok: false, lost: [{ feature: "address" }] });
  expect(JSON.stringify(made)).not.toMatch(/hunter2|s3cr3t|aB3dE5/);
});

test("a secret in a path becomes a private setting", () => {
  const item = [get("One", `{{base}}/bot123456:${SECRET}/rows/aB3dE5gH7jK9mN1pQ3sT5vW7`)];
  const made = imported({ info: {}, variable, item });
  expect(made.definition).toMatchObject({
    params_fields: [
      { key: "path_1", private: true },
      { key: "path_3", private: true },
    ],
    operations: [{ url: "/{path_1}/rows/{path_3}" }],
  });
  expect(JSON.stringify(made)).not.toMatch(/s3cr3t|aB3dE5/);
});

test("requests of the same name are told apart by a number, also where one is named so", () => {
  const names = ["A", "A (2)", "A", "A", "A (2)"];
  const choices = collectionChoices({ info: {}, item: names.map((name) => get(name, "https://a.example")) });
  expect(choices.ok && choices.choices.map(({ key }) => key)).toEqual([
    ...["GET A", "GET A (2)", "GET A (3)", "GET A (4)", "GET A (2) (2)"],
  ]);
});

test("many requests of one name take a few steps each", () => {
  const steps = new Steps(20_000);
  const item = Array.from({ length: 5_000 }, () => get("A", "https://a.example"));
  expect(collectionChoices({ info: {}, item }, steps)).toMatchObject({ ok: true });
  expect(steps.taken).toBeGreaterThanOrEqual(10_000);
});

test("a host of variables ends where it is longer than an address, however long they are", () => {
  const long = { key: "a", value: "ab ".repeat(300_000) };
  const item = [get("One", `https://${"{{a}}".repeat(700)}/x`), get("Two", "https://a.example/x")];
  const made = imported({ info: {}, variable: [long], item });
  expect(made.definition).toMatchObject({ base_url: "https://a.example" });
  expect(made.lost).toMatchObject([{ place: "item[0].request.url", feature: "address" }]);
});

test("no request is left out without a word: not behind many others, and not in deep folders", () => {
  const many = Array.from({ length: 6_000 }, (_, at) => get(`Request ${at}`, `https://a.example/${at}`));
  const deep = Array.from({ length: 30 }).reduce<object>(
    (inner) => ({ name: "f", item: [inner] }),
    get("Deep", "https://a.example/deep"),
  );
  const choices = collectionChoices({ info: {}, item: [...many, deep] });
  expect(choices).toMatchObject({ ok: true });
  if (choices.ok)
    expect(choices.choices.map(({ summary }) => summary)).toEqual([...many.map(({ name }) => name), "Deep"]);
  expect(importPostman({ info: {}, item: [deep] })).toMatchObject({ ok: true });
});

test("whatever stands anywhere in a collection, it ends in a refusal or in a definition that is accepted", () => {
  const words = ["{{", "{{}}", "{{base}}", "{{$guid}}", ":id", "https://", "//x"];
  fc.assert(
    fc.property(oddDocuments(collection, words), (document) => {
      const made = importPostman(document);
      if (made.ok) expect(parseDefinition(made.connector.definition)).toMatchObject({ ok: true });
      else expect(made.message).not.toBe("");
    }),
    { numRuns: 100 },
  );
});

test.each([
  [
    "folders in folders",
    Array.from({ length: 40 }).reduce<object>(
      (inner) => ({ name: "f", item: [inner, inner] }),
      get("x", "https://a.example"),
    ),
  ],
  ["many requests", { item: Array.from({ length: 20_000 }, () => get("x", "https://a.example/x")) }],
  ["long texts", { item: Array.from({ length: 400 }, () => get("x", `https://a.example/${"{{a}}".repeat(700)}`)) }],
])("%s end within the budget, or are refused", (_what, item) => {
  const steps = new Steps(100_000);
  const made = importPostman({ info: {}, item: [item] }, null, steps);
  expect(made.ok ? steps.taken : 0).toBeLessThanOrEqual(100_000);
});
