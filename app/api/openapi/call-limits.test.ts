import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { callLimits, limitsTable } from "./call-limits.ts";
import { API_DESCRIPTION } from "./api-description.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** The number that a file gives to a constant, a member of one, or a variable of the configuration. */
function constantIn(file: string, name: string): number {
  const [constant = "", ...members] = name.split(".");
  let text = read(file);
  const at = text.search(new RegExp(String.raw`(?:const |^  )${constant}\b`, "m"));
  if (at < 0) return NaN;
  text = text.slice(at);
  for (const member of members) text = text.slice(text.search(new RegExp(String.raw`\b${member}:`)));
  const found = /(?:=|points:|default\() ?([\d_]+)/.exec(text)?.[1];
  return Number(found?.replaceAll("_", ""));
}

test.each(callLimits)("$what: the figure is that of $where", ({ figure, where }) => {
  const [file = "", name = ""] = where.split(" ");
  expect(constantIn(file, name)).toBe(figure);
});

test("the page has each limit with its figure and its place, and the description of the API has them too", () => {
  const rows = read("docs/limits.md")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " "));
  const missing = callLimits.filter(({ what, figure, unit, where }) => {
    const shown = `${figure.toLocaleString("en")} ${unit}`.trim();
    return !rows.includes(`| ${what} | ${shown} | \`${where.replace(" ", "`, `")}\` |`);
  });
  expect(
    missing.map(({ what }) => what),
    "say it in docs/limits.md, under Calls of programs",
  ).toEqual([]);
  expect(API_DESCRIPTION).toContain(limitsTable());
});

test("what can be relied on is said on the page and in the description, and there is a list of changes", () => {
  for (const text of [API_DESCRIPTION, read("docs/reliability.md")])
    for (const word of ["`Deprecation`", "`Sunset`", "six months"]) expect(text).toContain(word);
  expect(read("CHANGELOG.md")).toMatch(/^## /m);
});
