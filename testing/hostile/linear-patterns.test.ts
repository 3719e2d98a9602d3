import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * A regular expression that is looked for anywhere begins anew at each character. If it then reads a whole run and fails
 * at its end, a run of 16,000 characters takes 128 million steps, which no counter sees. These are the shapes of that.
 */
const ATOM = String.raw`(?:\\p\{\w+\}|\\u[0-9a-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:[^()\\]|\\.|\([^()]*\))*\)|[^\\[\]().*+?^$|{}])`;
const RUN_TO_THE_END = new RegExp(String.raw`^${ATOM}[+*]\$$`, "u");
const RUN_AND_MORE = new RegExp(String.raw`^${ATOM}(?:[+*]|\{\d+,\})[^?].*$`, "su");
const SAME_GROUP_TWICE = /(\((?:[^()\\]|\\.)*\))[+*].*\1[+*]/su;
const FROM_A_CHARACTER_TO_THE_END = new RegExp(String.raw`^(${ATOM})\(?(?:\?:)?(${ATOM})[+*]\)?\$$`, "u");
const LOOKS_THROUGH_A_RUN = new RegExp(String.raw`\(\?<?[!=]${ATOM}[+*]`, "u");
const SAME_RUN_TWICE = new RegExp(String.raw`(${ATOM})[+*](?:${ATOM}[?*])*\1[+*]`, "u");

/** Each of the shapes has one of these; parsing every file takes long. */
const MAY_BE_SLOW = /[+*]\)?\$|\(\?<?[!=]|[+*][^\n]{1,9}[+*]|\{\d+,\}|\)[+*]|\/[^\n/]{1,20}[+*]/;

function isSlow(pattern: string, flags: string): boolean {
  if (SAME_RUN_TWICE.test(pattern) || SAME_GROUP_TWICE.test(pattern)) return true;
  if (flags.includes("y")) return false;
  return alternatives(pattern).some((each) => {
    if (each.startsWith("^")) return false;
    const [, first = "", run = ""] = FROM_A_CHARACTER_TO_THE_END.exec(each) ?? [];
    const isWithin = /^\\?[^\w\\[(]$/.test(first) && new RegExp(run, "u").test(first.at(-1)!);
    return [RUN_TO_THE_END, RUN_AND_MORE, LOOKS_THROUGH_A_RUN].some((shape) => shape.test(each)) || isWithin;
  });
}

/** The parts between the bars outside of brackets. */
function alternatives(pattern: string): readonly string[] {
  const found = [""];
  let depth = 0;
  for (const [piece] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (piece === "(") depth += 1;
    if (piece === ")") depth -= 1;
    if (piece === "|" && depth === 0) found.push("");
    else found[found.length - 1] += piece;
  }
  return found;
}

test.each([
  [String.raw`[ \t]+$`, "", true],
  [String.raw`^_+|_+$`, "g", true],
  [String.raw`(\.(csv|gz))+$`, "i", true],
  [String.raw`:([^\]]*)$`, "", true],
  [String.raw`\.(?![^{]*\})`, "", true],
  [String.raw` {2,}\S`, "", true],
  [String.raw`\s+x`, "", true],
  [String.raw`[ \t]{2,}|\t`, "", false],
  [String.raw`^"(?:[^"]|"")*""(?:[^"]|"")*"$`, "", true],
  [String.raw`^[+-]?(\d+\.?\d*|\.\d+)$`, "", true],
  [String.raw`^[+-]?(\d+(?:\.\d*)?|\.\d+)$`, "", false],
  [String.raw`^[^:]*$`, "", false],
  [String.raw`\.\w+$`, "", false],
  [String.raw`\s*;\s*[a-z]+$`, "y", false],
])("%s with the flags %j is slow: %s", (pattern, flags, slow) => {
  expect(isSlow(pattern, flags)).toBe(slow);
});

test("no regular expression reads one run again from each of its characters", () => {
  const slow: string[] = [];
  let count = 0;
  for (const file of globSync("{domain,infra,app,projections,runners,server}/**/*.{ts,tsx}")) {
    if (file.includes(".test.")) continue;
    const text = readFileSync(file, "utf8");
    if (!MAY_BE_SLOW.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, file.endsWith("x") ? 4 : 3);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
        count += 1;
        if (isSlow(pattern, flags)) slow.push(`${file}: ${node.text}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expect(count).toBeGreaterThan(100);
  expect(slow).toEqual([]);
});
