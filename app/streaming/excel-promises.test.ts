import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { excelQuery } from "./power-query.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const pages = ["README.md", ...globSync("app/{blog,documentation,items,pages,ui}/**/*.{ts,tsx}", { cwd: ROOT })].filter(
  (file) => !file.endsWith(".test.ts"),
);
const saying = (words: RegExp) => pages.filter((file) => words.test(readFileSync(path.join(ROOT, file), "utf8")));

test("no page promises types or a later refresh of the Excel query, which has neither", () => {
  const query = excelQuery({
    origin: "https://t.example",
    table: "levels",
    key: "trib_key",
    excelToken: "token",
  }).copied;
  expect(query).toContain("token =");
  expect(query).not.toContain("TransformColumnTypes");
  expect(
    saying(
      /with its types|Refresh All (in Excel )?(fetches|brings)|It refreshes where you work|Excel, Power BI (or|and) pandas with one key|Excel, Power BI or `curl` read both/,
    ),
  ).toEqual([]);
});

test("where the query is explained, it is said that columns arrive as text and that it ends after 15 minutes", () => {
  for (const words of [/every column as text|column arrives as text/i, /15 minutes/])
    expect(saying(words)).toEqual(
      expect.arrayContaining(["app/documentation/tools-page.ts", "app/pages/reading/dataapps.tsx"]),
    );
});
