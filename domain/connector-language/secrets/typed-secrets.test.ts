import { expect, test } from "vitest";
import { pullFrom } from "#testing/pull.ts";
import { withParts } from "./typed-secrets.ts";

const SECRET = "canary-secret-4711";
const API = { base_url: "https://api.test", operations: [{ id: "items", url: "/items" }] };

test.each([
  ["a bearer", "Authorization", `Bearer ${SECRET}`],
  ["a scheme of the API's own", "Authorization", `Zoho-oauthtoken ${SECRET}`],
  ["a scheme with a pair", "Authorization", `Token token="${SECRET}"`],
  ["basic", "Authorization", `Basic ${btoa(`ada:${SECRET}`)}`],
  ["a cookie among others", "Cookie", `lang=de; sid=${SECRET}; theme=dark`],
  ["spaces around it", "X-Auth", ` ${SECRET} `],
])("an API that repeats only the credential of a user's own header row is masked: %s", async (_name, name, value) => {
  const { result, steps } = await pullFrom(
    API,
    () => ({ status: 401, json: { message: `The token ${SECRET} is not known` } }),
    { overrides: { headers: [[name, value]] } },
  );
  expect(result.error).toMatch(/^The API answered 401: The token ?••• ?is not known$/);
  expect(JSON.stringify(steps)).not.toContain(SECRET);
});

test("a token that was pasted with its scheme is masked without it", async () => {
  const { result } = await pullFrom(
    { ...API, auth: { type: "bearer" } },
    () => ({ status: 401, json: { message: `no ${SECRET}` } }),
    { secrets: { token: `Bearer ${SECRET}` } },
  );
  expect(result.error).not.toContain(SECRET);
});

test.each([
  ["a header row", { headers: [["X-Api-Key", SECRET]] as [string, string][] }],
  ["a part of a header row", { headers: [["Authorization", `Bearer ${SECRET}`]] as [string, string][] }],
  ["a body", { method: "POST" as const, body: { api_key: SECRET } }],
])("%s of the user's own is not carried to another host by an API that repeats it", async (_name, overrides) => {
  const child = { id: "ref", url: "https://other.test/ref", for_each: { v: "items.seen" }, query: { v: "{v}" } };
  const { requests, result } = await pullFrom(
    { ...API, operations: [...API.operations, child] },
    () => ({ json: [{ id: 1, seen: SECRET }] }),
    { overrides },
  );
  expect(requests.map(({ url }) => url.origin)).toEqual(["https://api.test"]);
  expect(result.error).toContain("which was not agreed to. Nothing was sent there.");
});

test("what stands beside a credential is no secret, and the number of parts is bounded", () => {
  expect(withParts("lang=de-DE-1996; theme=dark")).toEqual(["lang=de-DE-1996; theme=dark"]);
  expect(withParts("correct horse battery")).toEqual(["correct horse battery"]);
  expect(withParts("a_key=12345678;".repeat(500) + "b_key=".repeat(500)).length).toBeLessThan(12);
});
