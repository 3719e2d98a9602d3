import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

test.each(["docs/flows.md", "CONTRIBUTING.md"])("%s names files that there are", (page) => {
  const text = readFileSync(path.join(ROOT, page), "utf8");
  const named = [
    ...text.matchAll(/`((?:app|domain|infra|projections|runners|server|scripts|features|testing)\/[\w./-]+\.\w+)`/g),
  ];
  const gone = named.map((match) => match[1]!).filter((file) => !existsSync(path.join(ROOT, file)));
  expect(named.length).toBeGreaterThan(5);
  expect(gone).toEqual([]);
});
