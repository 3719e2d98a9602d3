import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Calls and properties whose text a user reads as the answer to an action. */
const SAYING_CALLS = /(^|\.)(showToast|redirectWithMessage\.\w+)$/;
const SAYING_PROPERTIES = new Set(["say", "error", "message"]);
/** `say` is also the name of hints of a page. */
const SAY_IS_AN_ANSWER = /^app\/http\/refusals/;
/** These say what fields of the API are. */
const DESCRIPTIONS = /^app\/api\/openapi\/answers\//;
/** A shorter piece of a sentence would be found anywhere. */
const SHORTEST_PIECE = 12;

type Sentence = { readonly place: string; readonly text: string; readonly code: string | null };

test("a test, or a scenario, names every sentence that answers an action", () => {
  const sentences = globSync("app/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file) && !DESCRIPTIONS.test(file))
    .flatMap(sentencesOf);
  const known = globSync(["**/*.test.{ts,tsx}", "features/**/*.{ts,feature}", "testing/**/*.ts"], {
    cwd: ROOT,
    exclude: ["node_modules/**", "build/**"],
  })
    .filter((file) => file !== "scripts/sentences.test.ts")
    .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
    .join("\n");
  const unnamed = sentences.filter(
    ({ text, code }) => !known.includes(text) && (code === null || !known.includes(`"${code}"`)),
  );
  expect(sentences.length).toBeGreaterThan(200);
  expect(unnamed.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

function sentencesOf(file: string): Sentence[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Sentence[] = [];
  const take = (node: ts.Node, code: string | null): void => {
    for (const text of textsOf(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ place: `${file}:${line}`, text, code });
    }
  };
  const isSaid = (name: string) => SAYING_PROPERTIES.has(name) && (name !== "say" || SAY_IS_AN_ANSWER.test(file));
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && SAYING_CALLS.test(node.expression.getText()))
      node.arguments.forEach((each) => take(each, null));
    else if (ts.isPropertyAssignment(node) && isSaid(node.name.getText())) take(node.initializer, codeOf(node));
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The code of a refusal whose answer has this property. */
function codeOf(property: ts.PropertyAssignment): string | null {
  const entry = property.parent.parent;
  return ts.isPropertyAssignment(entry) && ts.isStringLiteral(entry.name) ? entry.name.text : null;
}

/** The literal texts of an expression that are long enough to be looked for; of a template its longest piece. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return longEnough([node.text]);
  if (ts.isTemplateExpression(node))
    return longEnough(
      [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
        .sort((a, b) => b.length - a.length)
        .slice(0, 1),
    );
  // The description of a field of the API.
  if (ts.isCallExpression(node) && /\.describe$/.test(node.expression.getText())) return [];
  const texts: string[] = [];
  ts.forEachChild(node, (child) => {
    texts.push(...textsOf(child));
  });
  return texts;
}

function longEnough(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text.length >= SHORTEST_PIECE && text.includes(" "));
}
