import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importNoteWords } from "../import-note-words.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import type { Loose, LooseObject } from "../imported.ts";
import { importOpenApi, operationChoices } from "./openapi-definition.ts";

const info = { title: "Bookshop", version: "1", description: "Books and their readers.\n\nLong story." };
const ok = (schema: object, rest: object = {}) => ({
  responses: { "200": { description: "ok", content: { "application/json": { schema } }, ...rest } },
});
const list = (of: object) => ({ type: "array", items: of });
const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const Book = object({ id: { type: "integer" }, title: { type: "string" } }, ["id"]);
const query = (name: string, schema: object = { type: "string" }, rest: object = {}) => ({
  name,
  in: "query",
  schema,
  ...rest,
});
const servers = [{ url: "https://api.example.com/v1" }];
const doc = (paths: object, rest: object = {}) => ({ openapi: "3.0.3", info, servers, paths, ...rest });

function imported(document: unknown, wanted: string[] | null = null) {
  const made = importOpenApi(document, wanted);
  if (!made.ok) throw new Error(made.message);
  const { definition, notes, lost, ...card } = made.connector;
  expect(lost).toEqual([]);
  expect(parseDefinition(definition).ok).toBe(true);
  const operations = definition.operations as LooseObject[];
  return {
    card,
    definition,
    operations,
    first: operations[0] ?? {},
    notes: notes.map(importNoteWords).map(({ place, message }) => `${place}: ${message}`),
  };
}

describe("a document like the pet shop's", () => {
  const petshop = doc(
    {
      "/pets": {
        get: {
          operationId: "listPets",
          summary: "All pets",
          parameters: [
            query("limit", { type: "integer", maximum: 100 }, { description: "How many" }),
            query("page", { type: "integer", minimum: 1 }),
            query("status", { type: "string", enum: ["available", "sold"], default: "available" }),
            query("born_after", { type: "string", format: "date" }),
            { name: "X-Trace", in: "header", schema: { type: "string" } },
          ],
          ...ok({ $ref: "#/components/schemas/Pets" }),
        },
        post: { requestBody: { content: { "application/json": { schema: Book } } }, ...ok(Book) },
        delete: {},
      },
      "/pets/{petId}": {
        parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
        get: ok({ $ref: "#/components/schemas/Pet" }),
      },
    },
    {
      components: {
        schemas: {
          Pet: object({
            id: { type: "integer" },
            tags: list(object({ name: { type: "string" } })),
            friend: { $ref: "#/components/schemas/Pet" },
            a: {},
            b: {},
          }),
          Pets: list({ $ref: "#/components/schemas/Pet" }),
        },
        securitySchemes: {
          key: { type: "apiKey", in: "header", name: "X-Key" },
          open: { type: "openIdConnect", openIdConnectUrl: "https://a.example" },
        },
      },
      security: [{ key: [] }, { open: [] }],
      externalDocs: { url: "https://docs.example.com" },
    },
  );

  test("becomes a connector of its lists", () => {
    const { card, definition, operations, first, notes } = imported(petshop);
    expect(card).toEqual({
      title: "Bookshop",
      description: "Books and their readers.",
      apiDocUrl: "https://docs.example.com",
    });
    expect(operations).toHaveLength(1);
    expect(definition).toMatchObject({
      base_url: "https://api.example.com/v1",
      auth: { type: "apikey", in: "header", name: "X-Key", format: "{api_key}" },
    });
    expect(first).toEqual({
      id: "listPets",
      name: "All pets",
      url: "/pets",
      query: { status: "{status}", born_after: "{born_after}" },
      headers: { "X-Trace": "{X_Trace}" },
      params_fields: [
        { key: "status", label: "Status", type: "select", options: ["available", "sold"], default: "available" },
        { key: "born_after", label: "Born after", type: "date" },
        { key: "X_Trace", label: "X trace", type: "text" },
      ],
      records: "$",
      pagination: { strategy: "page", page_param: "page", limit_param: "limit", limit: 100 },
      primary_key: "id",
    });
    expect(notes).toEqual([
      "paths: 2 of 3 operations were not taken: the lists were. Choose operations to take others.",
      "paths: 1 operation that writes (PUT, PATCH, DELETE) has no place in a connector.",
      "components.securitySchemes.open: openIdConnect is not supported.",
      'paths./pets.get.parameters: Paging was guessed: page, from the parameter "page". Check it with a test read.',
      'paths./pets.get.responses: Rows are told apart by "id". Take primary_key out if it is not unique.',
    ]);
  });

  test("takes what was chosen, by either name, and no row from the middle of one", () => {
    const { operations } = imported(petshop, ["GET /pets/{petId}", "listPets"]);
    expect(operations.map(({ id }) => id)).toEqual(["pets", "listPets"]);
    expect(operations[0]).toMatchObject({
      url: "/pets/{petId}",
      records: "$",
      params_fields: [{ key: "petId", type: "number", required: true }],
    });
    expect(importOpenApi(petshop, ["DELETE /pets"])).toEqual({
      ok: false,
      message: 'The document has no operation "DELETE /pets" that reads.',
    });
    expect(importOpenApi(petshop, [])).toEqual({ ok: false, message: "Choose at least one operation." });
  });

  test("says which operations there are", () => {
    const asked = operationChoices(petshop);
    expect(asked.ok && asked.choices.map(({ key, usual }) => [key, usual])).toEqual([
      ["GET /pets", true],
      ["POST /pets", false],
      ["GET /pets/{petId}", false],
    ]);
  });
});

describe("paging is guessed while the connector is written", () => {
  const paging = (parameters: object[], operation: object) => {
    const { first, notes } = imported(doc({ "/books": { get: { parameters, ...operation } } }));
    return {
      pagination: first.pagination,
      records: first.records,
      settings: ((first.params_fields ?? []) as LooseObject[]).map(({ key }) => key),
      notes,
    };
  };
  const integer = { type: "integer" };
  const text = { type: "string" };

  test.each<[string, object[], object, object | undefined, unknown]>([
    [
      "like Stripe's",
      [query("limit", { ...integer, maximum: 100, default: 10 }), query("starting_after"), query("ending_before")],
      ok(object({ object: text, data: list(Book), has_more: { type: "boolean" }, url: text })),
      {
        strategy: "cursor",
        cursor_param: "starting_after",
        cursor_field: "id",
        has_more_path: "has_more",
        limit_param: "limit",
        limit: 100,
      },
      "data",
    ],
    [
      "like GitHub's",
      [query("per_page", { ...integer, default: 30 }), query("page", integer)],
      ok(list(Book), { headers: { Link: { schema: text } } }),
      { strategy: "link", limit_param: "per_page", limit: 30 },
      "$",
    ],
    [
      "like Slack's",
      [query("cursor"), query("limit", integer)],
      ok(object({ ok: { type: "boolean" }, members: list(Book), response_metadata: object({ next_cursor: text }) })),
      {
        strategy: "cursor",
        cursor_param: "cursor",
        cursor_path: "response_metadata.next_cursor",
        limit_param: "limit",
        limit: 100,
      },
      undefined,
    ],
    [
      "like Google's",
      [query("pageToken"), query("maxResults", { ...integer, maximum: 2500 })],
      ok(object({ nextPageToken: text, items: list(Book) })),
      {
        strategy: "cursor",
        cursor_param: "pageToken",
        cursor_path: "nextPageToken",
        limit_param: "maxResults",
        limit: 1000,
      },
      "items",
    ],
    [
      "like Django's",
      [query("limit", integer), query("offset", integer)],
      ok(
        object({
          count: integer,
          next: { ...text, nullable: true, format: "uri" },
          previous: text,
          results: list(Book),
        }),
      ),
      { strategy: "link", next_url_path: "next", limit_param: "limit", limit: 100 },
      "results",
    ],
    [
      "by pages from 0",
      [query("page[number]", { ...integer, minimum: 0 }), query("page[size]", integer)],
      ok(object({ data: list(Book), meta: object({ total_pages: integer }) })),
      {
        strategy: "page",
        page_param: "page[number]",
        start: 0,
        total_pages_path: "meta.total_pages",
        limit_param: "page[size]",
        limit: 100,
      },
      "data",
    ],
    [
      "by offset with a total",
      [query("skip", integer), query("take", integer)],
      ok(object({ total: integer, records: list(Book) })),
      { strategy: "offset", offset_param: "skip", total_path: "total", limit_param: "take", limit: 100 },
      "records",
    ],
    [
      "in HAL",
      [query("page", integer)],
      ok(object({ _embedded: object({ items: list(Book) }), _links: object({ next: object({ href: text }) }) })),
      { strategy: "link", next_url_path: "_links.next.href" },
      "_embedded.items",
    ],
    ["none", [query("q")], ok(list(Book)), undefined, "$"],
  ])("%s", (_name, parameters, operation, expected, records) => {
    const found = paging(parameters, operation);
    expect(found.pagination).toEqual(expected);
    if (records !== undefined) expect(found.records).toBe(records);
    expect(found.settings).not.toContain("limit");
    if (expected !== undefined)
      expect(found.notes.join("\n")).toMatch(/Paging was guessed: \w+.*Check it with a test read\./);
  });

  test("a cursor without a place for the next one stays a setting, and that is said", () => {
    const found = paging([query("cursor")], ok(list(object({ name: text }))));
    expect([found.pagination, found.settings]).toEqual([undefined, ["cursor"]]);
    expect(found.notes.join("\n")).toContain('The parameter "cursor" looks like paging');
  });

  test("also in the body of a POST, whose required members become settings", () => {
    const body = object(
      {
        database: text,
        filter: object({ state: { type: "string", enum: ["open", "done"] } }, ["state"]),
        start_cursor: text,
        page_size: { ...integer, maximum: 50 },
        note: text,
      },
      ["database", "filter"],
    );
    const search = {
      operationId: "search",
      requestBody: { content: { "application/json": { schema: body } } },
      ...ok(object({ results: list(Book), next_cursor: text })),
    };
    const { first, notes } = imported(doc({ "/search": { post: search } }), ["search"]);
    expect(first).toMatchObject({
      method: "POST",
      body_template: { database: "{database}", filter: { state: "{state}" } },
      pagination: {
        strategy: "cursor",
        cursor_param: "start_cursor",
        cursor_path: "next_cursor",
        limit_param: "page_size",
        limit: 50,
        in: "body",
      },
    });
    expect(notes).toContain("paths./search.post.requestBody: Optional members were left out: note.");
  });
});

describe("signing in", () => {
  const auth = (schemes: object, security: object[]) => {
    const { definition, notes } = imported(
      doc({ "/books": { get: ok(list(Book)) } }, { security, components: { securitySchemes: schemes } }),
    );
    return { auth: definition.auth, notes: notes.filter((note) => note.startsWith("components")) };
  };
  const flow = {
    authorizationUrl: "https://a.example/auth",
    tokenUrl: "https://a.example/token",
    scopes: { read: "r", write: "w" },
  };

  test.each<[object, object[], object]>([
    [
      { a: { type: "http", scheme: "bearer" } },
      [{ a: [] }],
      { type: "bearer", fields: [{ key: "token", private: true }] },
    ],
    [{ a: { type: "http", scheme: "Basic" } }, [{ a: [] }], { type: "basic" }],
    [{ a: { type: "apiKey", in: "query", name: "key" } }, [{ a: [] }], { type: "apikey", in: "query", name: "key" }],
    [
      { a: { type: "apiKey", in: "cookie", name: "sid" } },
      [{ a: [] }],
      { type: "apikey", in: "header", name: "Cookie", format: "sid={api_key}" },
    ],
    [
      { a: { type: "oauth2", flows: { implicit: flow, authorizationCode: flow } } },
      [{ a: ["read"] }],
      {
        type: "oauth2",
        grant_type: "authorization_code",
        authorization_url: flow.authorizationUrl,
        token_url: flow.tokenUrl,
        scopes: ["read"],
      },
    ],
    [
      { a: { type: "oauth2", flows: { clientCredentials: { tokenUrl: flow.tokenUrl } } } },
      [{ a: [] }],
      { type: "oauth2", grant_type: "client_credentials" },
    ],
    [
      { a: { type: "http", scheme: "bearer" }, b: { type: "http", scheme: "basic" } },
      [{ a: [] }, { b: [] }, {}],
      [{ type: "bearer", label: "A" }, { type: "basic", label: "B" }, { type: "none" }] as object,
    ],
  ])("%j", (schemes, security, expected) => {
    expect(auth(schemes, security).auth).toMatchObject(expected);
  });

  test.each([
    [{ a: { type: "http", scheme: "digest" } }, "components.securitySchemes.a: http digest is not supported."],
    [{ a: { type: "mutualTLS" } }, "components.securitySchemes.a: mutualTLS is not supported."],
    [
      { a: { type: "apiKey", in: "query", name: "\t" } },
      "components.securitySchemes.a: It names no parameter that can be used.",
    ],
    [
      { a: { type: "oauth2", flows: { implicit: flow } } },
      "components.securitySchemes.a: Only the flows authorizationCode, clientCredentials and password are supported.",
    ],
    [
      { a: { type: "oauth2", flows: { authorizationCode: { ...flow, tokenUrl: "/token" } } } },
      "components.securitySchemes.a: Its tokenUrl is not an absolute address.",
    ],
    [{}, "components.securitySchemes.a: The document does not describe it."],
  ])("what cannot be carried over is said with its place: %j", (schemes, note) => {
    expect(auth(schemes, [{ a: [] }])).toEqual({ auth: undefined, notes: [note] });
  });
});

describe("the rest of a document", () => {
  test("reads 3.1's lists of types, const and examples", () => {
    const parameters = [
      query("name", { type: ["string", "null"] }),
      query("count", { type: ["null", "integer"], examples: [3] }),
      query("kind", { const: "x" }, { required: true }),
    ];
    const schema = object({
      total: { type: ["integer", "null"] },
      data: { type: ["array", "null"], items: { anyOf: [{ type: "null" }, Book] } },
    });
    const { first } = imported({ ...doc({ "/a": { get: { parameters, ...ok(schema) } } }), openapi: "3.1.0" });
    expect(first).toMatchObject({
      records: "data",
      params_fields: [
        { key: "name", type: "text" },
        { key: "count", type: "number" },
        { key: "kind", type: "select", options: ["x"], default: "x" },
      ],
    });
  });

  test.each<[string, object[] | undefined, string, string[]]>([
    [
      "variables in a path",
      [{ url: "https://api.example.com/{version}", variables: { version: { default: "v2", enum: ["v1", "v2"] } } }],
      "https://api.example.com/{version}",
      ["version"],
    ],
    [
      "a variable that is a whole part of the host",
      [{ url: "https://{shop}.example.com", variables: { shop: { default: "my" } } }],
      "https://{shop}.example.com",
      ["shop"],
    ],
    [
      "a variable that chooses the domain",
      [{ url: "https://{region}.com", variables: { region: { default: "eu" } } }],
      "https://{region}.com",
      ["region"],
    ],
    [
      "a variable in the middle of the last name",
      [{ url: "https://api.x-{region}", variables: { region: { default: "eu.test" } } }],
      "https://api.x-eu.test",
      [],
    ],
    ["no host", [{ url: "/v3" }], "{base_url}/v3", ["base_url"]],
    ["no server", undefined, "{base_url}", ["base_url"]],
    ["nonsense", [{ url: "ftp://x" }], "{base_url}", ["base_url"]],
  ])("the address: %s", (_name, own, expected, fields) => {
    const { definition } = imported({ ...doc({ "/books": { get: ok(list(Book)) } }), servers: own });
    expect(definition.base_url).toBe(expected);
    expect(((definition.params_fields ?? []) as LooseObject[]).map(({ key }) => key)).toEqual(fields);
  });

  test("keeps settings apart that share a name and mean different things", () => {
    const path = (name: string) => ({
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: name, ...ok(list(Book)) },
    });
    const { operations } = imported(
      doc({ "/shops/{id}/books": path("a"), "/readers/{id}/books": path("b"), "/shops/{id}/staff": path("c") }),
    );
    expect(operations.map(({ url }) => url)).toEqual([
      "/shops/{id}/books",
      "/readers/{id_2}/books",
      "/shops/{id}/staff",
    ]);
  });

  test("survives names that objects and placeholders must not have", () => {
    const parameters = ["__proto__", "constructor", "a{b}", "", "\u0000", "ü", "1st", "x".repeat(300)].map((name) =>
      query(name),
    );
    const paths = JSON.parse(
      `{"/a/{constructor}/{__proto__}/{}/{+all}": {"get": ${JSON.stringify({ parameters, ...ok(list(Book)) })}}, "__proto__": {}, "/b c\\u0000?d": {"get": ${JSON.stringify(ok(list(Book)))}}}`,
    ) as object;
    expect(imported(doc(paths)).operations).toHaveLength(2);
  });

  test("other answers than JSON", () => {
    const csv = { responses: { 200: { content: { "text/csv": { schema: { type: "string" } } } } } };
    expect(imported(doc({ "/a": { get: csv } })).first).toMatchObject({ response_format: "csv" });
    expect(imported(doc({ "/a": { get: { responses: {} } } })).notes.join()).toContain("The answer is not described");
    expect(imported(doc({ "/a": { get: ok({ type: "object", additionalProperties: Book }) } })).first.records).toEqual({
      path: "$",
      shape: "keyed",
    });
    expect(imported(doc({ "/a": { get: ok(object({ names: list({ type: "string" }) })) } })).first.records).toBe("$");
  });

  test.each<[unknown, RegExp]>([
    [null, /none of what can be imported/],
    ["openapi: 3", /none of what can be imported/],
    [{}, /An OpenAPI document has the key "openapi"/],
    [{ swagger: "2.0", paths: {} }, /^This is Swagger 2/],
    [{ openapi: "4.0.0", paths: {} }, /^This is OpenAPI 4\.0\.0\./],
    [{ openapi: "3.0.0" }, /no paths/],
    [{ openapi: "3.0.0", paths: { "/a": { put: {} } } }, /no operation that reads/],
    [{ openapi: "3.0.0", paths: { "/a/../b": { get: {} }, "/./{.}": { get: {} } } }, /no operation that reads/],
    [doc({ "/a": { post: ok(Book) } }), /no GET/],
  ])("refuses %j", (document, message) => {
    const made = importOpenApi(document);
    expect(made.ok ? "" : made.message).toMatch(message);
  });
});

describe("what is made to break it", () => {
  test("circles of references end", () => {
    const components = {
      schemas: {
        A: { $ref: "#/components/schemas/B" },
        B: { $ref: "#/components/schemas/A" },
        C: { allOf: [{ $ref: "#/components/schemas/C" }, { oneOf: [{ $ref: "#/components/schemas/C" }] }] },
        D: object({ data: { $ref: "#/components/schemas/D" } }),
      },
    };
    for (const name of ["A", "B", "C", "D"])
      imported(doc({ "/a": { get: ok({ $ref: `#/components/schemas/${name}` }) } }, { components }));
    imported(
      doc({
        "/a": { $ref: "#/paths/~1a" },
        "/b": { get: { $ref: "https://elsewhere.example/x.json" } },
        "/c": { get: ok(list(Book)) },
      }),
    );
  });

  test("objects in a circle, towers and bombs of shared parts are refused", () => {
    const circle: Record<string, unknown> = { openapi: "3.0.0", paths: {} };
    circle.self = circle;
    expect(importOpenApi(circle)).toEqual({ ok: false, message: "The document nests deeper than 100 levels." });
    let bomb: unknown = "lol";
    for (let level = 0; level < 30; level += 1) bomb = [bomb, bomb, bomb];
    expect(importOpenApi({ openapi: "3.0.0", paths: {}, bomb })).toEqual({
      ok: false,
      message: "The document is too large.",
    });
  });

  test("a very large document gives at most a hundred operations, in a definition that is not too large", () => {
    const long = { description: "x".repeat(2_000), ...query("q") };
    const paths = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, n) => [
        `/list${n}`,
        {
          get: {
            parameters: Array.from({ length: 10 }, (_, p) => ({ ...long, name: `p${n}_${p}` })),
            ...ok(list(Book)),
          },
        },
      ]),
    );
    const { operations, notes } = imported(doc(paths));
    expect(operations).toHaveLength(100);
    expect(notes).toContain(
      "components: The descriptions of settings were left out, because the definition would be too large.",
    );
  });

  test("says what it leaves out, whatever there is too much of", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
    const read = (rest: object = {}) => ({ get: { ...ok(list(Book)), ...rest } });
    const enumOf = (name: string, values: readonly unknown[]) => query(name, { type: "string", enum: values });
    const parameters = [
      ...[enumOf("most", many(500)), enumOf("more", many(501))],
      ...[enumOf("mixed", ["a", null, { b: 1 }]), enumOf("some", ["a", null])],
    ];
    const paths = {
      "/a": read({ parameters }),
      [`/${"x".repeat(2_000)}`]: read(),
      "/../b": { ...read(), post: ok(list(Book)) },
    };
    const variables = { v: { default: "v0", enum: many(1_001) } };
    const one = imported(doc(paths, { servers: [{ url: "https://api.example.com/{v}", variables }] }));
    const types = ["select", "text", "text", "select"];
    expect(one.first.params_fields).toMatchObject(types.map((type) => ({ type })));
    expect(one.definition.params_fields).toMatchObject([{ key: "v", type: "text", default: "v0" }]);
    expect(one.notes.slice(0, 2)).toEqual([
      "paths: 3 operations were left out: the path is longer than 2,000 characters or holds . or .., or there are more than 5,000.",
      "servers[0].variables.v and 2 more places: Its values are too many or of several kinds for a list, so the setting is typed.",
    ]);
    const named = many(502).map((name) => query(name));
    expect(imported(doc({ "/b": read({ parameters: named }) })).notes).toContain(
      "paths./b.get.parameters: 2 parameters after the first 500 were left out.",
    );
    const others = many(104).map((name) => ({ url: `https://${name}.example.com` }));
    expect(imported(doc({ "/c": read() }, { servers: others })).notes).toContain(
      "the rest: 2 more things could not be carried over.",
    );
  });

  test("never throws, and never makes what the language refuses", () => {
    const junk = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Loose>;
    const name = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom("id", "page", "limit", "cursor", "__proto__", "constructor", "Authorization", "a.b", "x{y}"),
    );
    const schema = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        junk,
        fc.record(
          {
            type: fc.constantFrom("string", "integer", "array", "object", "boolean", ["string", "null"]),
            enum: fc.array(junk, { maxLength: 3 }),
            default: junk,
            format: fc.constantFrom("date", "uri"),
          },
          { requiredKeys: [] },
        ),
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(name, tie("schema"), { maxKeys: 4 }),
          required: fc.array(name, { maxLength: 2 }),
        }),
      ),
    })).schema;
    const parameter = fc.record(
      {
        name: fc.oneof(name, junk),
        in: fc.constantFrom("query", "path", "header", "cookie", "?"),
        schema,
        required: fc.oneof(fc.boolean(), junk),
        description: fc.oneof(fc.string(), junk),
      },
      { requiredKeys: ["name", "in"] },
    );
    const media = schema.map((each) => ({ "application/json": { schema: each } }));
    const operation = fc.record(
      {
        parameters: fc.array(fc.oneof(parameter, junk), { maxLength: 5 }),
        responses: fc.oneof(
          media.map((content) => ({ 200: { content } })),
          junk,
        ),
        requestBody: fc.oneof(
          media.map((content) => ({ content })),
          junk,
        ),
        operationId: fc.oneof(name, junk),
        servers: junk,
      },
      { requiredKeys: [] },
    );
    const url = fc.oneof(
      fc.string({ unit: "binary", maxLength: 10 }),
      fc.constantFrom("https://a.example", "https://{x}.example.com", "/", "{x}", "https://a.example/{y}?q"),
    );
    const document = fc.record({
      paths: fc
        .dictionary(
          fc.oneof(
            name,
            name.map((each) => `/${each}/{${each}}`),
          ),
          fc.oneof(fc.record({ get: operation, post: operation }), junk),
          { maxKeys: 3 },
        )
        .map((paths) => ({ ...paths, "/ok": { get: {} } })),
      servers: fc.oneof(
        fc.array(fc.record({ url, variables: fc.oneof(fc.dictionary(name, fc.record({ default: junk })), junk) }), {
          maxLength: 2,
        }),
        junk,
      ),
      security: fc.oneof(
        fc.array(fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(fc.constant([]), junk)), { maxLength: 2 }),
        junk,
      ),
      securitySchemes: fc.dictionary(
        fc.constantFrom("a", "b"),
        fc.oneof(
          fc.record({
            type: fc.constantFrom("http", "apiKey", "oauth2"),
            name,
            in: fc.constantFrom("header", "query", "cookie"),
            scheme: fc.constantFrom("basic", "bearer", "x"),
            flows: junk,
          }),
          junk,
        ),
      ),
      post: fc.boolean(),
    });
    fc.assert(
      fc.property(document, ({ securitySchemes, post, ...rest }) => {
        const value = { openapi: "3.1.0", info, components: { securitySchemes }, ...rest };
        const asked = operationChoices(value);
        if (!asked.ok) return;
        const made = importOpenApi(value, post ? asked.choices.map(({ key }) => key) : null);
        if (!made.ok) expect(made.message).not.toMatch(/^This cannot be written/);
      }),
      { numRuns: 400 },
    );
  });
});
