import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Finding, finding, findingSentence, FINDINGS, mapTexts, storableFinding } from "./finding.ts";
import { findingSchema } from "./finding-schema.ts";

/**
 * An example of every kind with its sentence. Facts are stored for ever, so those of an example never change; a
 * sentence may be reworded.
 */
const examples = JSON.parse(readFileSync(new URL("./examples.json", import.meta.url), "utf8")) as Readonly<
  Record<string, { readonly facts: Finding["facts"]; readonly sentence: string }>
>;

test("every kind of finding has an example", () => {
  expect(Object.keys(examples)).toEqual(Object.keys(FINDINGS));
});

test.each(Object.entries(examples))("%s reads as ever and has its sentence", (code, { facts, sentence }) => {
  expect(findingSchema.safeParse({ code, facts })).toEqual({ success: true, data: { code, facts } });
  expect(findingSentence({ code, facts })).toBe(sentence);
});

test.each<[Finding, string]>([
  [finding("api-answered", { status: 502, said: null }), "The API answered 502: it gave no reason."],
  [finding("api-reported", { said: null }), "The API reported an error: it gave no reason."],
  [
    finding("answer-unreadable", { format: "CSV", reason: null, start: "<html>" }),
    'The answer is not CSV; it starts with "<html>".',
  ],
  [finding("line-unreadable", { line: 2, reason: null }), "Line 2 of the answer is not JSON."],
  [finding("sign-in-ended", { host: "id.test", why: null }), "The sign-in to id.test has ended. Sign in again."],
  [finding("start-is-no-time", { cursor: null }), "Incremental reading cannot start at initial_value: it is no time."],
  [
    finding("value-of-other-type", { column: "day", type: "date", value: null }),
    'The column "day" is declared as date, but the API gave a list or an object. (null_values can name what means an empty cell.)',
  ],
  [finding("columns-new", { columns: ["city"], more: 0 }), 'New column: "city".'],
  [finding("columns-gone", { columns: ["city"], more: 0 }), '"city" is gone: no row has it any more.'],
  [
    finding("columns-not-in-run", { columns: ["city"], more: 0 }),
    'No row of this run has "city": it stays empty in these rows.',
  ],
  [
    finding("columns-emptied", { columns: ["city"], more: 0 }),
    '"city" had values before and is empty in every row now.',
  ],
  [
    finding("credential-in-cells", { columns: ["url"], more: 0 }),
    'The API repeated a credential of this connection in the column "url". It was stored as •••.',
  ],
  [
    finding("ended-with-more", { pages: 1, signs: [finding("sign-link", {})] }),
    'Reading ended after one page, but the API says that there is more: Link: rel="next". Rows may be missing.',
  ],
  [
    finding("parent-rows-skipped", { rows: 1, parent: "shops", operation: "prices" }),
    '1 row of "shops" lacks the value that "prices" asks with, and was passed over.',
  ],
])("facts change the words of $code", (found, sentence) => {
  expect(findingSentence(found)).toBe(sentence);
});

test("a finding takes known facts of a bounded length, and no others", () => {
  const said = "x".repeat(1_024);
  const ofApi = (facts: object) => findingSchema.safeParse({ code: "api-reported", facts }).success;
  expect(ofApi({ said })).toBe(true);
  expect(ofApi({ said: `${said}x` })).toBe(false);
  expect(ofApi({ said, message: "There is more." })).toBe(false);
  expect(ofApi({})).toBe(false);
  expect(findingSchema.safeParse({ code: "rumour", facts: {} }).success).toBe(false);
});

test("a number that no event takes becomes the nearest one that it does", () => {
  const rounds = [1e400, -1e400, 2 ** 60, NaN, 0.5, 7].map(
    (count) => finding("too-many-rounds", { rounds: count, limit: 1 }).facts["rounds"],
  );
  expect(rounds).toEqual([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0, 0.5, 7]);
});

test.each<object>([
  {},
  { columns: null, more: 0 },
  { columns: [7], more: 0 },
  { columns: "city", more: 0 },
  { columns: ["city"], more: "0" },
])("a finding with the facts %j is shown by its code", (facts) => {
  expect(findingSentence({ code: "columns-new", facts: facts as Finding["facts"] })).toBe("columns-new");
});

test("a finding within another one that is none is shown by the code of the outer one", () => {
  expect(findingSentence({ code: "of-operation", facts: { operation: "rows", finding: "late" } })).toBe("of-operation");
});

/** Codes and the kinds of their facts that installations have stored. Add a line for a new code; never change a line. */
const released = JSON.parse(readFileSync(new URL("./released-findings.json", import.meta.url), "utf8")) as object;

test("no kind of finding that installations have stored is changed, and every one is listed", () => {
  expect(Object.fromEntries(Object.entries(FINDINGS).map(([code, { facts }]) => [code, facts]))).toEqual(released);
});

test("long facts are cut, with a mark that masks look for", () => {
  const long = finding("api-reported", { said: "x".repeat(5_000) });
  expect(long.facts["said"]).toBe(`${"x".repeat(1_023)}…`);
  const wide = finding("key-columns-unseen", { columns: Array.from({ length: 300 }, (_, at) => `c${at}`) });
  expect(wide.facts["columns"]).toHaveLength(100);
  expect([long, wide].map((each) => findingSchema.safeParse(each).success)).toEqual([true, true]);
});

test("texts are changed at every depth, and codes never", () => {
  const failure = {
    code: "api",
    facts: {
      finding: finding("of-operation", { operation: "api", finding: finding("api-reported", { said: "api" }) }),
    },
  };
  expect(mapTexts(failure, () => "•••")).toEqual({
    code: "api",
    facts: {
      finding: finding("of-operation", { operation: "•••", finding: finding("api-reported", { said: "•••" }) }),
    },
  });
});

test("what an event cannot hold is taken out of facts", () => {
  const found = storableFinding(finding("api-reported", { said: "a\0b\ud800" }));
  expect(found).toEqual(finding("api-reported", { said: "a\ufffdb\ufffd" }));
  const hidden = mapTexts(finding("api-reported", { said: "x".repeat(1_024) }), (text) => `${text}[redacted]`);
  expect(findingSchema.safeParse(storableFinding(hidden)).success).toBe(true);
});

test("a code that only a newer program knows is shown", () => {
  expect(findingSentence({ code: "yet-to-come", facts: {} })).toBe("yet-to-come");
});
