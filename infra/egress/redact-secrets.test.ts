import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsSecret, redactSecrets } from "./redact-secrets.ts";

const SECRET = `p&ss "wörd"/1+2='<x>`;

describe("redactSecrets", () => {
  test.each([
    ["raw", SECRET],
    ["encodeURIComponent", encodeURIComponent(SECRET)],
    ["lower-case percent", encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase())],
    ["form", new URLSearchParams({ k: SECRET }).toString().slice(2)],
    ["path", encodeURI(SECRET)],
    ["JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["JSON with escaped slashes", JSON.stringify(SECRET).slice(1, -1).replaceAll("/", "\\/")],
    ["ASCII JSON", JSON.stringify(SECRET).slice(1, -1).replaceAll("ö", "\\u00f6")],
    [
      "HTML",
      SECRET.replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    ],
    ["HTML text", SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["JSON inside a JSON string", JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1)],
    ["base64", Buffer.from(SECRET).toString("base64")],
    ["base64url", Buffer.from(SECRET).toString("base64url")],
  ])("removes it %s", (_how, spelled) => {
    expect(redactSecrets(`before ${spelled} after`, [SECRET])).toBe("before [redacted] after");
    expect(holdsSecret(spelled, [SECRET])).toBe(true);
  });

  test.each(["u", "us", "use", "user"])("removes it out of a Basic header (%s:secret)", (user) => {
    const header = Buffer.from(`${user}:CANARY-0123456789`).toString("base64");
    const left = redactSecrets(header, ["CANARY-0123456789"]).replace("[redacted]", "\0");
    expect(Buffer.from(left, "base64").toString("latin1")).not.toMatch(/CAN|789/);
    expect(left).toContain("\0");
  });

  test("removes overlapping secrets whole, and repeated ones each", () => {
    expect(redactSecrets("xabcdex abc", ["abcd", "cde", "abc", ""])).toBe("x[redacted]x [redacted]");
  });

  test("leaves no secret in any text", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, maxLength: 12, unit: "binary" }),
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 20 }),
        (secret, before, after) => {
          fc.pre(!"[redacted]".includes(secret));
          const clean = redactSecrets(before + secret + after, [secret]);
          expect(clean.replaceAll("[redacted]", "")).not.toBe(before + secret + after);
          expect(clean.split("[redacted]").some((part) => part.includes(secret))).toBe(false);
        },
      ),
    );
  });
});

test("holdsSecret sees through any percent-encoding", () => {
  expect(holdsSecret("v=s3cr3t%2Dk%65y", ["s3cr3t-key"])).toBe(true);
  expect(holdsSecret("v=s3cr3t", ["s3cr3t-key"])).toBe(false);
});
