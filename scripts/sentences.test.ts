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
/** A shorter piece of a sentence would be found anywhere. */
const SHORTEST_PIECE = 12;

/** Sentences that no test provokes, by what it would take. */
const NOT_PROVOKED: Readonly<Record<string, readonly string[]>> = {
  "as many requests at once as fill a queue of the server": [
    "Too many people are logging in or registering right now. Try again in a few seconds.",
    "Too many people are registering right now. Try again in a few seconds.",
    "Too many tables are being looked at. Try again in a moment.",
    "All downloads are in use. Try again in a moment.",
    "Too many tables are being counted. Try again in a moment.",
    "As much is being tried as this server can do at the same time. Try again in a moment.",
    "uploads are under way from your address, as many as there may be. Try again in a moment.",
    "As many uploads are under way as this server can take. Try again in a moment.",
    "As many calls are waiting as this server can hold. Ask without wait, or try again in a moment.",
  ],
  "a database that takes minutes for an answer; the limits themselves are tested in infra/tables/stream": [
    "The rows could not be read in time. Try again in a moment.",
    "The versions could not be compared in time. Try again later, or compare them without a key.",
    "The first rows did not come in time. Ask for fewer rows with filters, or leave out order and offset.",
    "These rows are too many to be put in order. Ask for fewer rows with filters, for fewer columns, or leave out order.",
    "The run was started, but its state cannot be read right now.",
  ],
  "a file whose load takes longer than the answer waits, and is asked for meanwhile or fails after that": [
    "The rows are still being loaded.",
    "The file could not be loaded.",
    "The file could not be loaded:",
  ],
  "HTML that keeps the sanitiser busy until its time is over, which infra/html tests": [
    "The HTML is nested too deeply.",
  ],
  "a definition that an older version of the language took": ["Failed to load connector definition"],
  "a client that ends in the middle of its request, or two that send the same upload at the same moment": [
    "The upload was cut off.",
    "This upload was begun already.",
    "The request is larger than a form with the largest file can be.",
    "Send the body with its Content-Length.",
  ],
};

type Sentence = { readonly place: string; readonly text: string; readonly code: string | null };

test("a test, or a scenario, names every sentence that answers an action", () => {
  const sentences = globSync("app/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
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
  const left = Object.values(NOT_PROVOKED).flat();
  expect(sentences.length).toBeGreaterThan(200);
  expect(unnamed.filter(({ text }) => !left.includes(text)).map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
  expect(left.filter((text) => !unnamed.some((each) => each.text === text))).toEqual([]);
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
