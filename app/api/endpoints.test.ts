import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";

test("every endpoint of a file is in the table", async () => {
  const files = globSync("*/*.ts", { cwd: import.meta.dirname }).filter((file) => !file.includes(".test."));
  const forgotten: string[] = [];
  for (const file of files) {
    const exported = (await import(path.join(import.meta.dirname, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (typeof value === "object" && value !== null && "path" in value && !endpoints.some((each) => each === value))
        forgotten.push(`${file}: ${name}`);
  }
  expect(forgotten, "add a line to the table in app/api/endpoints.ts").toEqual([]);
});
