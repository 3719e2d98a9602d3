import { describe, expect, test } from "vitest";
import { chosenAuth, privateKeys } from "../definition/definition.ts";
import { parseDefinition } from "./parse-definition.ts";
import { definitionJsonSchema } from "../definition/json-schema.ts";

const SMALL = {
  protocol: "rest",
  auth: {
    type: "bearer",
    in: "header",
    format: "Bearer {token}",
    fields: [{ key: "token", label: "Token", type: "text", required: true }],
  },
  operations: [
    {
      id: "items",
      name: "Items",
      method: "GET",
      url: "https://api.example.com/items?q={q}",
      params_fields: [{ key: "q", label: "Query", type: "text", required: true }],
      pagination: { strategy: "page", page_param: "page", limit_param: "per_page" },
    },
  ],
};

function definitionOf(input: unknown) {
  const parsed = parseDefinition(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

function faultsOf(input: unknown) {
  const parsed = parseDefinition(input);
  return parsed.ok ? [] : parsed.faults.map((fault) => `${fault.path}: ${fault.message}`);
}

function withOperation(operation: object, rest: object = {}) {
  return { protocol: "rest", operations: [{ url: "https://api.example.com/x", ...operation }], ...rest };
}

describe("the four sentences of the specification", () => {
  test.each([
    ["{not json", "Invalid JSON in connector spec."],
    ["", "Invalid JSON in connector spec."],
    [undefined, "Invalid JSON in connector spec."],
    ["null", "Connector must define protocol: 'rest'."],
    [[], "Connector must define protocol: 'rest'."],
    [{}, "Connector must define protocol: 'rest'."],
    [{ protocol: "soap" }, "Connector must define protocol: 'rest'."],
    [{ protocol: "rest" }, "Connector must include at least one operation."],
    [{ protocol: "rest", operations: [] }, "Connector must include at least one operation."],
    [{ protocol: "rest", operations: {} }, "Connector must include at least one operation."],
    [{ protocol: "rest", operations: [{}], unknown: 1 }, "First operation must include a 'url'."],
    [{ protocol: "rest", operations: [{ url: " " }] }, "First operation must include a 'url'."],
    [{ protocol: "rest", operations: [null] }, "First operation must include a 'url'."],
  ])("answers %j", (input, message) => {
    const parsed = parseDefinition(input);
    expect(parsed.ok ? null : parsed.faults[0]?.message).toBe(message);
  });

  test("come together, in their order, before everything else", () => {
    expect(faultsOf({})).toEqual([
      "protocol: Connector must define protocol: 'rest'.",
      "operations: Connector must include at least one operation.",
    ]);
    expect(faultsOf({ protocol: 1, operations: [{}], unknown: 1 })).toEqual([
      "protocol: Connector must define protocol: 'rest'.",
      "operations[0].url: First operation must include a 'url'.",
      'unknown: The key "unknown" is not known here.',
    ]);
    expect(faultsOf("null")).toEqual(["protocol: Connector must define protocol: 'rest'."]);
  });
});

describe("parseDefinition", () => {
  test("takes the small form, as object and as text alike, and writes out its defaults", () => {
    const definition = definitionOf(SMALL);
    expect(definitionOf(JSON.stringify(SMALL))).toEqual(definition);
    expect(definition.operations[0]).toMatchObject({
      id: "items",
      method: "GET",
      records: { path: null, shape: "objects", keyField: "key", keep: false, optional: false },
      maxAttempts: 5,
      concurrency: 1,
    });
    expect([...privateKeys(definition)]).toEqual(["token"]);
  });

  test("pushes top-level keys down and merges headers and query by name", () => {
    const definition = definitionOf({
      protocol: "rest",
      base_url: "https://api.example.com/v1",
      headers: { Accept: "application/json", "X-A": "1" },
      query: { limit: 5 },
      pagination: { strategy: "link" },
      operations: [
        { url: "/a", headers: { "x-a": "2" } },
        { id: "b", url: "/b", pagination: "none", query: { deep: true } },
      ],
    });
    const [first, second] = definition.operations;
    expect(first).toMatchObject({
      id: "operation_1",
      baseUrl: "https://api.example.com/v1",
      pagination: { strategy: "link" },
    });
    expect(first?.headers).toEqual([
      ["Accept", "application/json"],
      ["x-a", "2"],
    ]);
    expect(second).toMatchObject({
      pagination: { strategy: "none" },
      query: [
        ["limit", "5"],
        ["deep", "true"],
      ],
    });
  });

  test.each([
    [{ type: "bearer" }, "Authorization", "Bearer {token}", ["token"]],
    [{ type: "apikey" }, "X-API-Key", "{token}", ["token"]],
    [{ type: "apikey", format: "Key {api_key}" }, "X-API-Key", "Key {api_key}", ["api_key"]],
    [{ type: "apikey", in: "query", fields: [{ key: "appid" }] }, "appid", "{appid}", ["appid"]],
    [
      { type: "apikey", fields: [{ key: "account", private: false }, { key: "k" }] },
      "X-API-Key",
      "{k}",
      ["account", "k"],
    ],
    [{ type: "basic" }, "Authorization", "Bearer {username}", ["username", "password"]],
    [
      { type: "oauth2", token_url: "https://a.test/t" },
      "Authorization",
      "Bearer {access_token}",
      ["client_id", "client_secret"],
    ],
  ])("implies what %j leaves out", (auth, name, format, keys) => {
    const chosen = chosenAuth(definitionOf({ ...SMALL, auth }));
    expect(chosen).toMatchObject({ name, format });
    expect(chosen.fields.map((field) => field.key)).toEqual(keys);
  });

  test("lets the user pick from a list of auths, and knows the private params fields", () => {
    const definition = definitionOf({
      ...withOperation({
        params_fields: [
          { key: "pin", private: true },
          { key: "box", type: "group", fields: [{ key: "a" }, { key: "b", private: true }] },
          { key: "list", type: "group", multiple: true, fields: [{ key: "c", private: true }] },
        ],
      }),
      auth: [{ type: "bearer" }, { type: "basic", fields: [{ key: "user", private: false }, { key: "pass" }] }],
    });
    expect([...privateKeys(definition)].sort()).toEqual(["b", "list", "pin", "token"]);
    expect([...privateKeys(definition, 1)].sort()).toEqual(["b", "list", "pass", "pin"]);
  });

  test("reads a POST body that is given as text", () => {
    const definition = definitionOf(withOperation({ method: "POST", body_template: '{"q":"{q}"}' }));
    expect(definition.operations[0]?.body).toEqual({ q: "{q}" });
  });

  test.each([
    [{ ...SMALL, shape: 1 }, 'shape: The key "shape" is not known here.'],
    [
      { ...SMALL, version: 2 },
      "version: The definition is written in version 2 of the language; this server knows it up to 1.",
    ],
    [withOperation({ method: "PUT" }), 'operations[0].method: This must be one of "GET", "POST".'],
    [
      withOperation({ pagination: { strategy: "odd" } }),
      /^operations\[0\]\.pagination\.strategy: This must be one of "none"/,
    ],
    [
      withOperation({ pagination: { strategy: "page", pages: 1 } }),
      'operations[0].pagination.pages: The key "pages" is not known here.',
    ],
    [withOperation({ records: { shape: "odd" } }), /^operations\[0\]\.records\.shape: This must be one of "objects"/],
    [withOperation({ records: "a..b" }), /^operations\[0\]\.records: The path "a\.\.b" cannot be read/],
    [withOperation({ records: 5 }), "operations[0].records: This must be a text or a list or an object."],
    [withOperation({ headers: { Host: "x" } }), "operations[0].headers.Host: The header Host cannot be set."],
    [withOperation({ headers: { "proxy-authorization": "x" } }), /cannot be set/],
    [withOperation({ headers: { "X-A": "a\r\nB: c" } }), /must not hold line breaks/],
    [withOperation({ headers: { "X A": "a" } }), /not a valid header name/],
    [withOperation({ url: "https://api-{host}/x" }), /^operations\[0\]\.url: A placeholder at the end of a host/],
    [withOperation({ url: "//evil.test" }), "operations[0].url: A URL must not start with //."],
    [
      withOperation({ url: "https://{s}.example.com/x", params_fields: [{ key: "s", private: true }] }),
      /must not be part of the host/,
    ],
    [
      withOperation({ params_fields: [{ key: "a b" }] }),
      /^operations\[0\]\.params_fields\[0\]\.key: This must start with a letter/,
    ],
    [withOperation({ params_fields: [{ key: "a" }, { key: "a" }] }), /declared twice/],
    [withOperation({ body_template: "{broken" }), /^operations\[0\]\.body_template: This text is not a JSON object/],
    [withOperation({ for_each: { x: "nowhere.id" } }), /^operations\[0\]\.for_each\.x: /],
    [
      {
        protocol: "rest",
        operations: [
          { id: "a", url: "https://a.test", for_each: { x: "b.id" } },
          { id: "b", url: "https://a.test", for_each: { y: "a.id" } },
        ],
      },
      /waits for itself/,
    ],
    [
      {
        protocol: "rest",
        operations: [
          { id: "a", url: "https://a.test" },
          { id: "a", url: "https://a.test" },
        ],
      },
      'operations[1].id: The id "a" is used twice.',
    ],
    [
      { protocol: "rest", operations: [{ url: "https://a.test" }, { id: "b" }] },
      "operations[1].url: This key is missing.",
    ],
    [withOperation({}, { auth: { type: "oauth2" } }), "auth.token_url: oauth2 needs a token_url."],
    [withOperation({}, { auth: { type: "odd" } }), /^auth\.type: This must be one of "none"/],
    [withOperation({}, { auth: { type: "apikey", name: "Content-Length" } }), /cannot be set/],
    [withOperation({}, { check: { operation: "no" } }), /no operation "no"/],
  ])("refuses %j in one sentence with its place", (input, expected) => {
    const faults = faultsOf(input);
    if (typeof expected === "string") expect(faults).toContain(expected);
    else expect(faults.join("\n")).toMatch(expected);
  });

  test("refuses keys that reach for prototypes, at any depth", () => {
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const text = JSON.stringify(SMALL).replace('"page_param"', `"${key}":{"polluted":true},"page_param"`);
      expect(faultsOf(text)).toEqual([`operations[0].pagination: The key "${key}" is not allowed.`]);
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("refuses NUL, lone surrogates, depth and size", () => {
    expect(faultsOf(withOperation({ name: "a\0b" }))[0]).toMatch(/NUL/);
    expect(faultsOf(withOperation({ query: { "\ud800": "x" } }))[0]).toMatch(/Unicode/);
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    expect(faultsOf(JSON.stringify(SMALL).replace('"items"', deep))[0]).toMatch(/nests deeper/);
    expect(faultsOf(withOperation({ body_template: JSON.parse(deep) }))[0]).toMatch(/nests deeper/);
    expect(faultsOf(withOperation({ name: "x".repeat(300_000) }))[0]).toMatch(/larger than 256 kB/);
    expect(faultsOf(JSON.stringify(withOperation({ name: "x".repeat(300_000) })))[0]).toMatch(/larger than 256 kB/);
    const loop: Record<string, unknown> = { ...SMALL };
    loop["self"] = loop;
    expect(faultsOf(loop)[0]).toMatch(/nests deeper/);
  });

  const many = (count: number) => Array.from({ length: count }, (_, at) => at);
  const manyOperations = many(100).map((at) => ({ id: `o${at}`, url: "https://api.test/a" }));

  test("refuses what a hundred operations would multiply", () => {
    const headers = Object.fromEntries(many(2_000).map((at) => [`X-${at}`, "{token}"]));
    expect(faultsOf({ ...SMALL, headers, operations: manyOperations })).toEqual([
      expect.stringMatching(/counts for each operation/),
    ]);
    expect(faultsOf({ ...SMALL, headers: { "X-1": "1" }, operations: manyOperations })).toEqual([]);
  });

  test("looks through many columns, operations and ways to sign in before anybody gives up", () => {
    const fields = (letter: string) => many(60).map((at) => ({ key: `${letter}${at}` }));
    const columns = many(150).map((at) => ({ name: `c${at}`, value: "{x}{y}" }));
    const auth = many(3).map(() => ({ type: "bearer", fields: fields("a") }));
    expect(faultsOf({ ...SMALL, auth, params_fields: fields("f"), columns, operations: manyOperations })).toEqual([]);
  }, 5_000);

  test("says of what is too much, or too faulty to list, where it is", () => {
    const oneOperation = (more: object) => withOperation(more);
    expect(faultsOf(oneOperation({ body_template: `${"[".repeat(40_000)}${"]".repeat(40_000)}` }))[0]).toMatch(
      /nests deeper/,
    );
    expect(faultsOf(oneOperation({ body_template: many(40_000) }))[0]).toMatch(/more than 40,000 values/);
    expect(faultsOf(oneOperation({ body_template: JSON.stringify(many(40_000)) }))[0]).toMatch(/more than 40,000/);
    const sources = Object.fromEntries(many(21).map((at) => [`k${at}`, "{x}"]));
    expect(faultsOf(oneOperation({ for_each: sources }))).toEqual([
      "operations[0].for_each: This has more than 20 names.",
    ]);
    const query = Object.fromEntries(many(501).map((at) => [`k${at}`, "x"]));
    expect(faultsOf(oneOperation({ query }))).toEqual(["operations[0].query: This has more than 500 names."]);
    const ofMany = (at: number) => ({
      url: "https://api.test/a",
      params_fields: many(100).map((field) => ({ key: `f${at}_${field}` })),
    });
    expect(faultsOf({ ...SMALL, operations: many(21).map(ofMany) })[0]).toMatch(/more than 2,000 fields/);
    const options = many(1_000);
    const choices = many(11).map((at) => ({ key: `f${at}`, type: "select", options }));
    expect(faultsOf(oneOperation({ params_fields: choices }))[0]).toMatch(/more than 10,000 options/);
    const filter = many(30).map(() => ({ path: "a", in: many(1_000).map(() => ({})) }));
    expect(faultsOf(oneOperation({ filter }))).toEqual(["operations[0]: This has too many faults to list them."]);
    const list = { type: "group", multiple: true, fields: many(50).map((at) => ({ key: `m${at}` })) };
    const params_fields = [{ ...list, key: "list", default: many(1_000).map(() => ({})) }];
    expect(faultsOf(oneOperation({ params_fields }))[0]).toMatch(/hold too many entries in total/);
  });

  test("has a JSON Schema that names its keys", () => {
    expect(JSON.stringify(definitionJsonSchema())).toContain("total_pages_path");
  });
});
