import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../api/endpoints.ts";
import routes from "../routes.ts";
import { nameOf } from "./json-api/endpoint.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(ROOT, "docs/coverage.md"), "utf8");

type Row = { readonly what: string; readonly file: string; readonly name: string };

/** The rows of all tables: what is asked, a test file, and the name of a test in it or of a row of its table. */
const rows: readonly Row[] = text
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (what|-+) /.test(line))
  .map((line) => {
    const [what = "", file = "", name = ""] = line.split(" | ").map((cell) => cell.replace(/^\| |\s*\|$/g, "").trim());
    return { what: what.replace(/^`(.*)`$/, "$1"), file: file.replaceAll("`", ""), name };
  });

test("every row names a test that is there", () => {
  expect(rows.length).toBeGreaterThan(100);
  const missing = rows.filter(({ file, name }) => !existsSync(path.join(ROOT, file)) || !named(file, name));
  expect(missing.map(({ what, file, name }) => `${what}: ${file} has no test “${name}”`)).toEqual([]);
});

test("every page and every call has a row", () => {
  const asked = new Set(rows.map(({ what }) => what));
  const pages = routes.map(({ path: route = "" }) => `/${route}`).filter((route) => !route.includes("*"));
  expect([...pages, ...endpoints.map(nameOf)].filter((each) => !asked.has(each))).toEqual([]);
});

test("what is asked is named once", () => {
  const names = rows.map(({ what }) => what);
  expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
});

function named(file: string, name: string): boolean {
  const source = readFileSync(path.join(ROOT, file), "utf8");
  if (file.endsWith(".feature"))
    return source.split("\n").some((line) => /^\s*Scenario(?: Outline)?: /.test(line) && line.endsWith(`: ${name}`));
  return ['"', "`", "'"].some((quote) => source.includes(`${quote}${name}${quote}`)) && !/\.(skip|todo)\(/.test(source);
}
