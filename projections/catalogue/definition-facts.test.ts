import { expect, test } from "vitest";
import type { JsonObject } from "#domain/core/values/json.ts";
import { authType, calledHost, declaredColumns, firstCall } from "./definition-facts.ts";

test.each([
  [{ operations: [{ url: "https://api.example.com/v1/rows?x=1" }] }, "api.example.com"],
  [{ base_url: "https://api.example.com:8443/v1", operations: [{ url: "/rows" }] }, "api.example.com:8443"],
  [{ base_url: "https://a.example.com", operations: [{ url: "https://b.example.com/rows" }] }, "b.example.com"],
  [{ operations: [{ url: "https://{region}.example.com/rows" }] }, "{region}.example.com"],
  [{ operations: [{ url: "https://user:secret@api.example.com/rows" }] }, "api.example.com"],
  [{ operations: [{ url: "{address}/rows" }] }, "REST API"],
  [{ operations: [] }, "REST API"],
  [{}, "REST API"],
])("of %j it is %s", (definition, host) => {
  expect(calledHost(definition)).toBe(host);
});

test.each([
  [{ operations: [{ url: "https://api.example.com/v1/rows?x=1" }] }, "GET /v1/rows"],
  [{ operations: [{ url: "https://api.example.com", method: "post" }] }, "POST /"],
  [{ operations: [{}] }, null],
  [{}, null],
])("the first call of %j is %s", (definition, call) => {
  expect(firstCall(definition)).toBe(call);
});

test("the columns that a definition declares, if it does", () => {
  const columns: JsonObject[] = [{ name: "id", type: "number" }, { name: "note" }];
  expect(declaredColumns({ operations: [{ columns }] })).toEqual([
    ["id", "number"],
    ["note", "text"],
  ]);
  expect(declaredColumns({ operations: [{ columns: [] }] })).toBeNull();
  expect(declaredColumns({ operations: ["odd"] })).toBeNull();
});

test("how its calls sign in", () => {
  const definitions: JsonObject[] = [{ auth: { type: "bearer" } }, { auth: {} }, {}];
  expect(definitions.map(authType)).toEqual(["bearer", "none", "none"]);
});
