import { expect, test } from "vitest";
import { calledHost } from "./called-host.ts";

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
