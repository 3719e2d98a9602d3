import { expect, test } from "vitest";
import { createImportReader } from "./import-reader.ts";
import { readDocument } from "./read-document.ts";

test("YAML becomes plain JSON, dates and unknown tags as texts", () => {
  const text =
    "openapi: 3.0.3\nday: 2020-01-01\nbase: &base { a: 1 }\nuse: *base\nmerged: { <<: *base, b: 2 }\nodd: !x y\n";
  expect(readDocument(text)).toEqual({
    ok: true,
    value: { openapi: "3.0.3", day: "2020-01-01", base: { a: 1 }, use: { a: 1 }, merged: { a: 1, b: 2 }, odd: "y" },
  });
  expect(readDocument("")).toEqual({ ok: true, value: null });
});

test("a fault is said with its place", () => {
  expect(readDocument("openapi: 1\nb: [1,\n")).toEqual({
    ok: false,
    message: expect.stringMatching(/^The YAML cannot be read \(line \d+, column \d+\): .+\.$/),
  });
});

test("a bomb of aliases, a document in a circle and a tower are refused", () => {
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ...[..."bcdefghi"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`),
  ].join("\n");
  for (const text of [bomb, "a: &a [1, *a]", `a: ${"[".repeat(50_000)}`, `${"- ".repeat(50_000)}x`])
    expect(readDocument(text).ok).toBe(false);
});

test("what takes too long is given up, and the next one is read", async () => {
  const text = Array.from({ length: 50_000 }, (_, at) => `key${at}: { a: [1, 2, 3] }`).join("\n");
  expect(await createImportReader(1).choices(text)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^The document is too large: it takes too long to read\./),
    tooLarge: true,
  });
  expect(
    await createImportReader().connector({ kind: null, text: "curl https://api.example.org/a", operations: null }),
  ).toMatchObject({
    ok: true,
    connector: { definition: { base_url: "https://api.example.org" } },
  });
});
