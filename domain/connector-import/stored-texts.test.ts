import { describe, expect, test } from "vitest";
import { finding } from "../core/findings/finding.ts";
import { importAirbyte } from "./airbyte/airbyte-definition.ts";
import { importCurl } from "./curl/curl-definition.ts";
import { importHar } from "./har/har-definition.ts";
import type { Imported } from "./imported.ts";
import { importOpenApi } from "./openapi/openapi-definition.ts";
import { importPostman } from "./postman/postman-definition.ts";
import { storedAddress, storedExpressions, storedTime, unwritable } from "./stored-texts.ts";
import { EVERY_PART } from "#testing/imports/orchard-manifest.ts";

/** A credential in the form of an issuer, and one that only its place betrays. */
const ISSUED = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
const PLAIN = "hunter2-of-somebody";

const query = (pairs: Record<string, string>) => Object.entries(pairs).map(([key, value]) => ({ key, value }));

const openapi = {
  openapi: "3.0.3",
  info: { title: "Bookshop", version: "1", description: "Books" },
  servers: [{ url: "https://api.example.com/v1" }, { url: "https://other.example.com" }],
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "query", name: "key" },
      login: { type: "http", scheme: "basic" },
      flow: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: {} } } },
    },
  },
  security: [{ key: [] }, { login: [] }, { flow: [] }],
  paths: {
    "/books": {
      get: {
        operationId: "books",
        parameters: [{ name: "kind", in: "query", schema: { type: "string", enum: ["a", "b"], default: "a" } }],
        responses: { "200": { description: "ok", content: { "application/json": { schema: { type: "array" } } } } },
      },
    },
  },
};

const postman = {
  info: { name: "Harbour", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  auth: { type: "oauth2", oauth2: query({ grant_type: "client_credentials", accessTokenUrl: "https://id.example/t" }) },
  variable: query({ base: "https://api.harbour.example/v1", port: "Kiel" }),
  item: [
    {
      name: "List",
      request: {
        method: "GET",
        url: { raw: "{{base}}/ships?kind=ferry", query: query({ kind: "ferry", port: "{{port}}" }) },
        header: query({ "X-Version": "3", "X-Port": "{{port}}" }),
      },
    },
    {
      name: "Search",
      request: { method: "POST", url: "{{base}}/search", body: { mode: "raw", raw: '{"name":"{{port}}"}' } },
    },
  ],
};

const har = {
  log: {
    version: "1.2",
    entries: [1, 2].map((page) => ({
      request: {
        method: "GET",
        url: `https://api.quay.example/ships?page=${page}&kind=ferry`,
        headers: [{ name: "X-Client", value: "web" }],
      },
      response: { status: 200, content: { mimeType: "application/json", text: '{"items":[{"id":7}]}' } },
    })),
  },
};

const curl = {
  line: `curl -X GET -H 'X-Client: web' -H 'Authorization: Signed abc' -u 'ann:pass' --proxy 'http://proxy.example' -d 'kind=ferry' 'https://api.quay.example/ships?page=1'`,
};

const kinds: readonly [string, object, (document: unknown) => Imported][] = [
  ["openapi", openapi, (document) => importOpenApi(document)],
  ["airbyte", EVERY_PART, (document) => importAirbyte(document)],
  ["postman", postman, (document) => importPostman(document)],
  ["har", har, (document) => importHar(document)],
];

/** Every document that has one of its texts changed. */
function* withEachText(value: unknown, change: (text: string) => string): Generator<unknown> {
  if (typeof value === "string") yield change(value);
  else if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) for (const made of withEachText(each, change)) yield value.with(at, made);
  } else if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value))
      for (const made of withEachText(each, change)) yield { ...value, [key]: made };
}

const storedBy = (made: Imported) =>
  JSON.stringify(made.ok ? [made.connector.notes, made.connector.lost] : (made.lost ?? []));

const placed: readonly [string, (text: string) => string][] = [
  ["alone", () => ISSUED],
  ["before a template", () => `${PLAIN} {{ now_utc() | weekday }}`],
  ["after what stands there", (text) => `${text} ${PLAIN} {{$guid}}`],
  ["quoted in an expression", () => `{{ now_utc() ~ '${PLAIN}' | weekday }}`],
  ["as the user of an address", (text) => text.replace("://", `://ann:${PLAIN}@`)],
  ["as a word in braces", () => `{${PLAIN}} \n`],
];

describe.each(kinds)("what an import of %s stores for ever", (_kind, document, read) => {
  test.each(placed)("holds no credential that stands %s", (_where, change) => {
    const told = [...withEachText(document, change)]
      .map((each) => storedBy(read(each)))
      .filter((stored) => stored.includes(PLAIN) || stored.includes(ISSUED));
    expect(told).toEqual([]);
  });
});

test.each(["ferry", "web", "Signed abc", "ann:pass", "proxy.example", "page=1"])(
  "an import of curl stores no credential instead of %s",
  (text) => {
    const stored = storedBy(importCurl(curl.line.replace(text, ISSUED)));
    expect(stored).not.toContain(ISSUED);
  },
);

test("of a text only its expressions are stored, without what they quote", () => {
  expect(unwritable("value", `Bearer ${PLAIN} {{ config['key'] ~ "${PLAIN}" }} x {{ b }}`)).toEqual(
    finding("text-unwritable", { part: "value", text: `{{ config['key'] ~ "…" }}, {{ b }}` }),
  );
  expect(unwritable("value", PLAIN)).toEqual(finding("literal-unwritable", { part: "value" }));
  expect(unwritable("values", [PLAIN])).toEqual(finding("value-not-a-text", { part: "values" }));
  expect(storedExpressions(`{% if ${PLAIN} %}`)).toBe("?");
});

test.each([
  ["P1D", "P1D"],
  ["2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z"],
  ["%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%SZ"],
  [PLAIN, "?"],
])("of the time %s is stored: %s", (written, stored) => {
  expect(storedTime(written)).toBe(stored);
});

test.each([
  [`https://ann:${PLAIN}@api.example/v1?key=${PLAIN}#x`, "https://api.example/v1"],
  [`//ann:a@${PLAIN}@api.example`, "//api.example"],
  [`ann:${PLAIN}@api.example/v1`, "api.example/v1"],
  ["{base}/v1", "{base}/v1"],
])("of the address %s is stored: %s", (written, stored) => {
  expect(storedAddress(written)).toBe(stored);
});
