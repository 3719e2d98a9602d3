import { describe, expect, test } from "vitest";
import { parseDefinition } from "./parse-definition.ts";
import { reviewDefinition } from "./review-definition.ts";

const URL = "https://api.example.com/x";
const operation = (own: object, rest: object = {}) => ({
  protocol: "rest",
  operations: [{ id: "rows", url: URL, ...own }],
  ...rest,
});

function faultsOf(input: unknown): string[] {
  const reviewed = reviewDefinition(input);
  return reviewed.ok ? [] : reviewed.faults.map(({ path, message }) => `${path}: ${message}`);
}
const undeclared = (name: string) => `No field declares {${name}}.`;

describe("a name in braces that nothing declares", () => {
  test.each<[string, unknown, string]>([
    ["in the path", operation({ url: `${URL}/{regionn}`, params_fields: [{ key: "region" }] }), "operations[0].url"],
    ["in the query of the URL", operation({ url: `${URL}?r={regionn}` }), "operations[0].url"],
    [
      "in a base URL",
      { protocol: "rest", base_url: "https://{regionn}.api.example.com", operations: [{ url: "/a" }, { url: "/b" }] },
      "base_url",
    ],
    ["in a header", operation({ headers: { "X-Region": "{regionn}" } }), "operations[0].headers.X-Region"],
    ["in a header of all", operation({}, { headers: { "X-Region": "{regionn}" } }), "headers.X-Region"],
    ["in the query", operation({ query: { region: "{regionn}" } }), "operations[0].query.region"],
    [
      "in the body",
      operation({ method: "POST", body_template: { filter: [{ region: "{regionn}" }] } }),
      "operations[0].body_template.filter[0].region",
    ],
    [
      "in a body as text",
      operation({ method: "POST", body_template: '{"region":"{regionn}"}' }),
      "operations[0].body_template",
    ],
    [
      "in a form",
      operation({
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body_template: "region={regionn}",
      }),
      "operations[0].body_template",
    ],
    ["in what is gone through", operation({ for_each: { one: "{regionn}" } }), "operations[0].for_each.one"],
    [
      "in the login",
      operation(
        {},
        {
          auth: {
            type: "session",
            login: { url: "https://a.example/login", body: { user: "{regionn}" } },
            token_path: "t",
          },
        },
      ),
      "auth.login.body.user",
    ],
    [
      "in the token's address",
      operation({}, { auth: { type: "oauth2", token_url: "https://{regionn}.a.example.com/t" } }),
      "auth.token_url",
    ],
    [
      "in the address of options",
      operation({
        params_fields: [
          { key: "a", type: "group", fields: [{ key: "b", options_endpoint: { url: "/choices/{regionn}" } }] },
        ],
      }),
      "operations[0].params_fields[0].fields[0].options_endpoint.url",
    ],
    [
      "in the address of options of all",
      operation({}, { params_fields: [{ key: "a", options_endpoint: { url: "/choices/{regionn}" } }] }),
      "params_fields[0].options_endpoint.url",
    ],
    [
      "in the format of a sign-in",
      operation({}, { auth: { type: "oauth2", token_url: "https://a.example/t", format: "Bearer {regionn}" } }),
      "auth.format",
    ],
  ])("is a fault of a new definition: %s", (_where, input, path) => {
    expect(faultsOf(input)).toEqual([`${path}: ${undeclared("regionn")}`]);
    expect(parseDefinition(input).ok).toBe(true);
  });

  test.each<[string, unknown]>([
    [
      "a setting of another operation",
      { protocol: "rest", operations: [{ url: `${URL}/{a}` }, { url: URL, params_fields: [{ key: "a" }] }] },
    ],
    ["a credential", operation({ url: `${URL}/{token}` }, { auth: { type: "bearer" } })],
    [
      "one of another way to sign in",
      operation(
        { headers: { "X-User": "{user}" } },
        { auth: [{ type: "bearer" }, { type: "basic", fields: [{ key: "user" }, { key: "pass" }] }] },
      ),
    ],
    [
      "what signing in brings",
      operation({ query: { t: "{access_token}" } }, { auth: { type: "oauth2", token_url: "https://a.example/t" } }),
    ],
    [
      "the value of a parent",
      {
        protocol: "rest",
        operations: [
          { id: "p", url: URL },
          { url: `${URL}/{id}`, for_each: { id: "p.id" } },
        ],
      },
    ],
    [
      "a member of a list of groups",
      operation({
        url: `${URL}/{one}`,
        params_fields: [{ key: "list", type: "group", multiple: true, fields: [{ key: "id" }] }],
        for_each: { one: "{list.id}" },
      }),
    ],
    [
      "a member of a group",
      operation({ url: `${URL}/{id}`, params_fields: [{ key: "box", type: "group", fields: [{ key: "id" }] }] }),
    ],
    [
      "where a read starts",
      operation({
        query: { since: "{incremental.start}", until: "{incremental.end}" },
        incremental: { cursor_field: "at" },
      }),
    ],
    [
      "a field that options depend on",
      operation({
        params_fields: [{ key: "a" }, { key: "b", options_endpoint: { url: "/choices/{a}", depends_on: "a" } }],
      }),
    ],
    [
      "GraphQL",
      operation({
        method: "POST",
        body_template: { query: "{viewer{login}} { shop }", variables: { a: "{a}" } },
        params_fields: [{ key: "a" }],
      }),
    ],
    ["a short GraphQL query", operation({ method: "POST", body_template: { query: "{ping}" } })],
    ["a template of the API's own", operation({ method: "POST", body_template: { text: "Dear {{name}}" } })],
    ["a body that is not sent", operation({ method: "GET", body_template: { text: "{name}" } })],
    ["braces without a name", operation({ url: `${URL}/{}`, headers: { "X-A": '{"a":1}' } })],
  ])("is none: %s", (_what, input) => {
    expect(faultsOf(input)).toEqual([]);
  });

  test("says that incremental is missing where its names are used without it", () => {
    expect(faultsOf(operation({ query: { since: "{incremental.start}" } }))).toEqual([
      "operations[0].query.since: {incremental.start} needs the key incremental.",
    ]);
  });
});

describe("all faults are told at once", () => {
  test("those of the first look, of forms and of rules, the product's sentences first", () => {
    const input = {
      protocol: "soap",
      headers: { Host: "a" },
      shape: 1,
      operations: [
        { id: "a", url: "https://api.example.com/{nmae}", method: "PUT" },
        { id: "a", url: "//b.example", params_fields: [{ key: "x" }, { key: "x" }] },
      ],
    };
    expect(faultsOf(input)).toEqual([
      "protocol: Connector must define protocol: 'rest'.",
      'operations[0].method: This must be one of "GET", "POST".',
      'shape: The key "shape" is not known here.',
      "headers.Host: The header Host cannot be set.",
      "operations[1].url: A URL must not start with //.",
      'operations[1].params_fields[1].key: The field "x" is declared twice.',
      'operations[1].id: The id "a" is used twice.',
      `operations[0].url: ${undeclared("nmae")}`,
    ]);
  });

  test("a sentence is said once at one place", () => {
    const faults = faultsOf({
      protocol: "rest",
      headers: { Host: "a" },
      operations: [{ url: URL }, { url: URL }, { url: URL, headers: { host: "b" } }],
    });
    expect(faults).toEqual([
      "headers.Host: The header Host cannot be set.",
      "operations[2].headers.host: The header host cannot be set.",
    ]);
  });

  test("nothing follows from what could not be read", () => {
    expect(faultsOf(operation({ url: `${URL}/{a}`, params_fields: { a: {} } }))).toEqual([
      "operations[0].params_fields: This must be a list.",
    ]);
    expect(faultsOf(operation({ url: `${URL}/{a}`, parms_fields: [{ key: "a" }] }))).toEqual([
      'operations[0].parms_fields: The key "parms_fields" is not known here.',
    ]);
    expect(
      faultsOf(operation({ incremental: { cursor_field: "at", window: "P1D", start_param: "since", end_param: 1 } })),
    ).toEqual(["operations[0].incremental.end_param: This must be a text in double quotes."]);
    expect(faultsOf(operation({}, { auth: { type: "oauth2", token_url: 5 } }))).toEqual([
      "auth.token_url: This must be a text in double quotes.",
    ]);
  });
});

test.each([
  [
    "auth.label",
    { auth: { type: "bearer", label: "a\nb", fields: [{ key: "token" }] } },
    "The text must be one line: it has a line break (U+000A).",
  ],
  [
    "auth.fields[0].label",
    { auth: { type: "bearer", fields: [{ key: "token", label: "a\u202eb" }] } },
    "The text must not change the direction of text: it has the control U+202E.",
  ],
  [
    "operations[0].name",
    { operations: [{ id: "a", name: "a\u0001", url: "/" }] },
    "The text must not have control characters: it has U+0001.",
  ],
  [
    "operations[0].params_fields[0].options[0].label",
    {
      operations: [
        { url: "/", params_fields: [{ key: "k", type: "select", options: [{ value: 1, label: "\u200b" }] }] },
      ],
    },
    "The text must have something to see.",
  ],
  [
    "operations[0].params_fields[0].description",
    { operations: [{ url: "/", params_fields: [{ key: "k", description: "a\u0001" }] }] },
    "The text must not have control characters: it has U+0001.",
  ],
  [
    "operations[0].columns[0].name",
    { operations: [{ url: "/", columns: [{ name: "a\u2028b" }] }] },
    "The text must be one line: it has a line break (U+2028).",
  ],
])("a text at %s that is shown is fit to be shown; a version with it still runs", (path, part, message) => {
  const written = { protocol: "rest", base_url: "https://api.example.com", operations: [{ url: "/" }], ...part };
  const review = reviewDefinition(written);
  expect(review.ok ? [] : review.faults).toEqual([expect.objectContaining({ path, message })]);
  expect(parseDefinition(written).ok).toBe(true);
});
