import { expect, test } from "vitest";
import { pullFrom } from "#testing/pull.ts";
import { reviewDefinition } from "../validation/review-definition.ts";

const SECRET = "Canary~secret-4711";
const signedBy = (auth: object, forEach: object = {}) => ({
  protocol: "rest",
  base_url: "https://api.test",
  auth,
  operations: [
    { id: "items", url: "/items" },
    { id: "ref", url: "https://other.test/ref", for_each: { v: "items.seen", ...forEach }, query: { v: "{v}" } },
  ],
});

/** What leaves if the API repeats the credential in its rows as `seen`. */
async function repeated(definition: object, seen: string) {
  const { requests, result } = await pullFrom(definition, () => ({ json: [{ id: "12345678901", seen }] }), {
    secrets: { token: SECRET, username: "ada", password: SECRET },
  });
  return { origins: requests.map(({ url }) => url.origin), error: result.error };
}

test.each([
  ["bearer", { type: "bearer" }, "token"],
  ["basic", { type: "basic" }, "password"],
  ["a key", { type: "apikey", fields: [{ key: "token" }] }, "token"],
])("a name of for_each that is that of a credential does not hide it: %s", async (_name, auth, name) => {
  const definition = signedBy(auth, { [name]: "items.id" });
  const reviewed = reviewDefinition(definition);
  expect(reviewed.ok ? [] : reviewed.faults.map(({ message }) => message)).toEqual([
    `The name "${name}" is that of a private field.`,
  ]);
  // One that was published before.
  const { origins, error } = await repeated(definition, SECRET);
  expect(origins).toEqual(["https://api.test"]);
  expect(error).toContain("which was not agreed to. Nothing was sent there.");
});

test.each([
  ["in small letters", SECRET.toLowerCase()],
  ["in capitals", SECRET.toUpperCase()],
  ["as Java encodes it for a URL", encodeURIComponent(SECRET).replaceAll("~", "%7E")],
  ["with each character encoded", [...SECRET].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("")],
])("a credential that an API repeats %s is not carried to another host", async (_name, seen) => {
  const { origins, error } = await repeated(signedBy({ type: "bearer" }), seen);
  expect(origins).toEqual(["https://api.test"]);
  expect(error).toContain("which was not agreed to. Nothing was sent there.");
});

test.each([SECRET.toLowerCase(), SECRET.toUpperCase(), encodeURIComponent(SECRET).replaceAll("~", "%7E")])(
  "an error that repeats a credential as %s is masked",
  async (seen) => {
    const { result } = await pullFrom(signedBy({ type: "bearer" }), () => ({ status: 401, json: { message: seen } }), {
      secrets: { token: SECRET },
    });
    expect(result.error).toContain("•••");
    expect(result.error).not.toContain(seen);
  },
);
