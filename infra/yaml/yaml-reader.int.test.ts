import { expect, test } from "vitest";
import { createYamlReader } from "./yaml-reader.ts";

const yaml = createYamlReader();

test("YAML becomes plain JSON, dates and unknown tags as texts", async () => {
  const text =
    "openapi: 3.0.3\nday: 2020-01-01\nbase: &base { a: 1 }\nuse: *base\nmerged: { <<: *base, b: 2 }\nodd: !x y\n";
  expect(await yaml.read(text)).toEqual({
    ok: true,
    value: { openapi: "3.0.3", day: "2020-01-01", base: { a: 1 }, use: { a: 1 }, merged: { a: 1, b: 2 }, odd: "y" },
  });
  expect(await yaml.read("")).toEqual({ ok: true, value: null });
});

test("a fault is said with its place", async () => {
  expect(await yaml.read("a: 1\nb: [1,\n")).toEqual({
    ok: false,
    message: expect.stringMatching(/^The YAML cannot be read \(line \d+, column \d+\): .+\.$/),
  });
});

test("a bomb of aliases, a document in a circle and a tower are refused", async () => {
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ...[..."bcdefghi"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`),
  ].join("\n");
  for (const text of [bomb, "a: &a [1, *a]", `a: ${"[".repeat(50_000)}`, `${"- ".repeat(50_000)}x`])
    expect((await yaml.read(text)).ok).toBe(false);
});

test("what takes too long is given up, and the next one is read", async () => {
  const hurried = createYamlReader(1);
  expect(
    await hurried.read(Array.from({ length: 50_000 }, (_, at) => `key${at}: { a: [1, 2, 3] }`).join("\n")),
  ).toEqual({ ok: false, message: "The YAML takes too long to read. Convert it to JSON first." });
  expect(await yaml.read("a: 1")).toEqual({ ok: true, value: { a: 1 } });
});
