import { expect, test } from "vitest";
import type { Json } from "../json/json.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { originsOf } from "./origins.ts";

function definitionOf(dsl: object) {
  const parsed = parseDefinition({ protocol: "rest", operations: [{ id: "rows", url: "/rows" }], ...dsl });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

function origins(dsl: object, values: Record<string, Json>): string[] {
  const definition = definitionOf(dsl);
  return originsOf(definition, definition.auths[0]!, new Map(Object.entries(values)));
}

const SERVER = { base_url: "{server}", params_fields: [{ key: "server" }] };

test.each([
  ["as it is", "https://api.example.com"],
  ["in capitals", "HTTPS://API.Example.COM"],
  ["with its port", "https://api.example.com:443/"],
  ["with a path", "https://api.example.com/v2/"],
])("a host %s is the same host", (_what, server) => {
  expect(origins(SERVER, { server })).toEqual(origins(SERVER, { server: "https://api.example.com" }));
});

test.each<[string, Json]>([
  ["another one", "https://evil.example"],
  ["a trailing dot", "https://api.example.com."],
  ["another port", "https://api.example.com:8443"],
  ["another scheme", "http://api.example.com"],
  ["letters that look alike", "https://api.exаmple.com"],
  ["a longer name", "https://api.example.com.evil.example"],
  ["a user name", "https://api.example.com@evil.example"],
  ["a backslash", "https://evil.example\\api.example.com"],
  ["none", null],
  ["an empty one", ""],
  ["a list", ["https://api.example.com"]],
  ["an object", { server: "https://api.example.com" }],
  ["a number", 1],
])("%s is another host", (_what, server) => {
  expect(origins(SERVER, { server })).not.toEqual(origins(SERVER, { server: "https://api.example.com" }));
});

test("two hosts that change places are other hosts, although the same ones are called", () => {
  const dsl = {
    operations: [
      { id: "a", base_url: "{first}", url: "/a" },
      { id: "b", base_url: "{second}", url: "/b" },
    ],
  };
  const [one, two] = ["https://one.example", "https://two.example"];
  expect(origins(dsl, { first: one, second: two })).not.toEqual(origins(dsl, { first: two, second: one }));
});

test("the base URL that credentials belong to counts, also where an operation has a URL of its own", () => {
  const dsl = { ...SERVER, operations: [{ id: "rows", url: "https://other.example/rows" }] };
  expect(origins(dsl, { server: "https://api.example.com" })).not.toEqual(
    origins(dsl, { server: "https://other.example" }),
  );
});

test("hosts that rounds go through are compared by the setting that lists them", () => {
  const dsl = {
    base_url: "https://{region}.example.com",
    operations: [{ id: "rows", url: "/rows", for_each: { region: "{regions}" } }],
    params_fields: [{ key: "regions", multiple: true }],
  };
  expect(origins(dsl, { regions: ["eu"] })).not.toEqual(origins(dsl, { regions: ["us"] }));
});

test("sign-in addresses and look-ups of options count", () => {
  const oauth = {
    auth: { type: "oauth2", token_url: "https://{tenant}.id.example/token" },
    operations: [{ id: "rows", url: "https://api.example.com/rows" }],
  };
  expect(origins(oauth, { tenant: "a" })).not.toEqual(origins(oauth, { tenant: "b" }));
  const options = {
    operations: [{ id: "rows", url: "https://api.example.com/rows" }],
    params_fields: [{ key: "kind", options_endpoint: { url: "https://{tenant}.kinds.example/" } }],
  };
  expect(origins(options, { tenant: "a" })).not.toEqual(origins(options, { tenant: "b" }));
});
