import { expect, test } from "vitest";
import { importOpenApi, operationChoices } from "./openapi/openapi-definition.ts";
import { describeUnreadableText } from "./other-documents.ts";

const NEITHER =
  "This is none of what can be imported: an OpenAPI document, an Airbyte manifest, a Postman collection, a HAR file or a curl command. Paste one of them, or choose a file.";

test.each<[string, unknown, string]>([
  ["prose", "hello world", NEITHER],
  ["a number", 5, NEITHER],
  ["nothing", null, NEITHER],
  ["a list", [1, 2], NEITHER],
  [
    "an address",
    " https://api.example.com/openapi.json ",
    "This is an address. Paste the document that it leads to, or a curl command that calls it.",
  ],
  [
    "a web page",
    "<!DOCTYPE html><html></html>",
    "This is a web page. Paste the OpenAPI document itself, as JSON or YAML.",
  ],
  [
    "another command",
    "wget -q https://api.example.com/rows",
    "This is not a curl command. Paste one that makes the same request, or an OpenAPI document.",
  ],
  [
    "a call in JavaScript",
    'fetch("https://api.example.com/rows")',
    "This is not a curl command. Paste one that makes the same request, or an OpenAPI document.",
  ],
  [
    "a definition",
    { protocol: "rest", operations: [] },
    "This is a connector definition already. Paste it under Create Connector.",
  ],
  ["Swagger 2", { swagger: "2.0", paths: {} }, "This is Swagger 2. Convert it to OpenAPI 3 first."],
  ["a later version", { openapi: "4.0.0", paths: {} }, "This is OpenAPI 4.0.0. Versions 3.0 to 3.2 can be read."],
  ["AsyncAPI", { asyncapi: "2.6.0" }, "This is AsyncAPI. Paste an OpenAPI 3 document or a curl command."],
  [
    "an object",
    { a: 1 },
    `${NEITHER} An OpenAPI document has the key "openapi", a manifest "streams", a collection "item", a HAR file "log".`,
  ],
])("%s is told what to paste instead", (_what, value, message) => {
  for (const read of [operationChoices(value), importOpenApi(value)]) expect(read).toEqual({ ok: false, message });
});

test("a version that YAML reads as a number is a version", () => {
  const read = operationChoices({ openapi: 3.1, paths: { "/rows": { get: { responses: {} } } } });
  expect(read).toMatchObject({ ok: true, choices: [{ key: "GET /rows" }] });
});

test.each<[string, string | null]>([
  [
    "fetch('https://a.example', {\n  method: 'GET' })",
    "This is not a curl command. Paste one that makes the same request, or an OpenAPI document.",
  ],
  ["{ broken", NEITHER],
  ["%PDF-1.7 \u0001", NEITHER],
  ["openapi: 3.1.0\npaths: [", null],
  ['{ "openapi": "3.1.0", ', null],
  ["swagger: '2.0'\n  a: b: c", null],
])("of a text that cannot be read something is said unless it means to be a document: %j", (text, said) => {
  expect(describeUnreadableText(text)).toBe(said);
});
