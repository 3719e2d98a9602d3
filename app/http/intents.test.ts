import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const IMPORT = /from "(\.[^"]+)"/g;
const POSTED = /name="intent"\s+value="([\w-]+)"|\bintent(?:=|: )"([\w-]+)"/g;
/** `intent={open ? "close" : "open"}` */
const POSTED_EITHER = /\bintent=\{([^}]*)\}/g;
const HANDLED = /\bcase "([\w-]+)":|\bintent"?\)* [!=]== "([\w-]+)"/g;
/** A form that posts to another page is of no concern to the action of this one. */
const ELSEWHERE = /<((?:\w+\.)?Form|PostButton)\b[^>]*\saction=[\s\S]*?<\/\1>/g;

const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, a, b]) => (a ?? b)!);

/** The intents that the forms of a file post. */
function posted(source: string): string[] {
  const either = found(source, POSTED_EITHER).flatMap((expression) => found(expression, /"([\w-]+)"/g));
  return [...found(source, POSTED), ...either];
}

/** The files of a page and all that they import, by their paths from the root. */
function sourcesOf(page: string): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const add = (file: string): void => {
    // The table of the fields of forms has one called "intent".
    if (sources.has(file) || file.includes(".test.") || file.endsWith("/form-texts.ts")) return;
    const source = readFileSync(path.join(ROOT, file), "utf8");
    sources.set(file, source);
    for (const imported of found(source, IMPORT))
      if (!imported.endsWith("?url")) add(path.join(path.dirname(file), imported));
  };
  globSync(`${page}/**/*.{ts,tsx}`, { cwd: ROOT }).forEach(add);
  return sources;
}

describe("what the forms of a page ask for, its action does", () => {
  test.each(globSync("app/pages/*/", { cwd: ROOT }))("%s", (page) => {
    const sources = sourcesOf(page);
    const handled = new Set([...sources.values()].flatMap((source) => found(source, HANDLED)));
    const forgotten = [...sources].flatMap(([file, source]) =>
      posted(source.replace(ELSEWHERE, ""))
        .filter((intent) => !handled.has(intent))
        .map((intent) => `${file} posts "${intent}": add a case to the action of ${page}`),
    );
    expect(forgotten).toEqual([]);
  });
});
