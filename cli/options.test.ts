import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readOptions } from "./options.ts";
import { VERSION } from "./version.ts";

test("the command has the version of the product", () => {
  const manifest = readFileSync(path.resolve(import.meta.dirname, "../package.json"), "utf8");
  expect(VERSION).toBe((JSON.parse(manifest) as { version: string }).version);
});

describe("a value that begins with a hyphen", () => {
  const options = {
    order: { type: "string" },
    output: { type: "string", short: "o" },
    json: { type: "boolean" },
  } as const;
  const read = (...args: readonly string[]) => readOptions(args, options);

  test("is taken as it is written", () => {
    expect(read("t", "--order", "-level,name").values.order).toBe("-level,name");
    expect(read("--order=-level", "t").values.order).toBe("-level");
    expect(read("--output", "-", "t")).toMatchObject({ values: { output: "-" }, positionals: ["t"] });
    expect(read("-o", "-").values.output).toBe("-");
  });

  test("is no option that was meant as such, and nothing behind two hyphens is one", () => {
    for (const option of ["--json", "-o", "--output", "--output=x"])
      expect(() => read("--order", option)).toThrow(/ambiguous/);
    expect(() => read("--order")).toThrow(/argument missing/);
    expect(read("--", "--order", "-a").positionals).toEqual(["--order", "-a"]);
  });
});
