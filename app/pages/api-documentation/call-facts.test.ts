import { expect, test } from "vitest";
import { endpoints } from "../../api/endpoints.ts";
import { nameOf } from "../../http/json-api/endpoint.ts";
import { callGroups, type CallDoc } from "./call-facts.ts";

const SITE = "https://data.example.org";
const groups = callGroups(SITE);
const calls = new Map(groups.flatMap((group) => group.calls).map((call) => [nameOf(call as never), call]));

function callOf(name: string): CallDoc {
  const found = calls.get(name);
  if (!found) throw new Error(`${name} is not documented.`);
  return found;
}

test("every endpoint is on the page of a group, once", () => {
  expect([...calls.keys()].sort()).toEqual(endpoints.map(nameOf).sort());
  expect(groups.every(({ about, name }) => about !== "" && about !== name)).toBe(true);
  const ids = [...calls.values()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("fields have their types, and say which are needed", () => {
  const { body } = callOf("POST /api/users/register");
  expect(body?.type).toBe("application/json");
  expect(body?.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ["name", "text", true],
    ["email", "text", true],
    ["password", "text", true],
    ["terms", "true", false],
  ]);
  const { parameters } = callOf("GET /api/assets");
  expect(parameters.find(({ name }) => name === "sort")).toMatchObject({
    place: "query",
    type: "relevance | newest | updated | title | users | rows",
    preset: "newest",
  });
});

test("fields of a named schema are those of what it names", () => {
  const [answer] = callOf("GET /api/assets").answers;
  expect(answer).toMatchObject({ status: "200", type: "array of Dataset" });
  expect(answer?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(["id", "title", "columns"]));
  expect(JSON.parse(answer?.example ?? "")).toEqual([expect.objectContaining({ title: "Rivers" })]);
});

test("refusals of the call itself have their sentences", () => {
  expect(callOf("DELETE /api/assets/{id}").errors).toContainEqual({
    status: 403,
    code: "dataset-not-yours",
    sentence: expect.stringMatching(/\.$/),
  });
  expect(callOf("DELETE /api/assets/{id}").errors.map(({ code }) => code)).not.toContain("server-fault");
});

test.each([
  ["GET /api/assets", `curl "${SITE}/api/assets"`],
  [
    "DELETE /api/assets/{id}",
    `curl -X DELETE "${SITE}/api/assets/{id}" \\\n  -H "Authorization: Bearer $TRIBUTARY_KEY"`,
  ],
  [
    "DELETE /api/users/me",
    /^curl -X DELETE "\S+" \\\n {2}-b cookies\.txt \\\n {2}-H "Content-Type: application\/json" \\\n {2}-d '\{/,
  ],
  ["POST /api/assets/upload-csv", /-F "title=…" \\\n {2}-F "file=@table\.csv"$/],
])("the request of %s can be copied", (name, request) => {
  expect(callOf(name).request).toMatch(typeof request === "string" ? new RegExp(`^${escaped(request)}$`) : request);
});

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
