import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const MOST_FILES = 20;

const ROOT = path.resolve(import.meta.dirname, "..");
const WITHOUT_PRODUCT = new Set(["node_modules", "build", "coverage", "tmp", "public", "docs"]);

/** How many product files each folder holds, by its path from the root; tests are not counted. */
function countByFolder(): Map<string, number> {
  const floors = readdirSync(ROOT, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith(".") && !WITHOUT_PRODUCT.has(entry.name),
  );
  const counts = new Map<string, number>();
  for (const { name } of floors)
    for (const file of readdirSync(path.join(ROOT, name), { recursive: true, encoding: "utf8" })) {
      if (!/\.(ts|tsx|css)$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      const folder = path.join(name, path.dirname(file));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  return counts;
}

test("no folder has more than 20 product files", () => {
  const crowded = [...countByFolder()]
    .filter(([, files]) => files > MOST_FILES)
    .map(([folder, files]) => `${folder} has ${files} files: group those of one subject in a folder of their own`);
  expect(crowded).toEqual([]);
});
