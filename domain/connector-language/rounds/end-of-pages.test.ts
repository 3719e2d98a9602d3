import { expect, test } from "vitest";
import { MAX_APPEND_BYTES } from "../../core/faults/append-too-large.ts";
import { finding, findingSentence } from "../../core/findings/finding.ts";
import type { Json } from "../json/json.ts";
import { doubtAbout } from "./end-of-pages.ts";
import { firstPage } from "./pagination.ts";

/** "next" in many spellings that differ in case alone, each of which names a page. */
const spellings = Array.from({ length: 4_096 }, (_, at) =>
  [..."next_page_url"].map((letter, place) => ((at >> place) & 1 ? letter.toUpperCase() : letter)).join(""),
);
const last = (json: Json) => ({
  ...{ json, headers: [], rowCount: 1, lastRow: null },
  url: new URL("https://api.test/items"),
});
const answer = Object.fromEntries(spellings.map((name) => [name, "more"]));

test("of very many signs of further pages the first five are named, and how many more there are", () => {
  const { state } = firstPage({ strategy: "cursor", cursor_path: "cursor" });
  const doubt = doubtAbout(
    { strategy: "cursor", cursor_path: "cursor" },
    "no_cursor",
    { ...state, pages: 1 },
    last(answer),
  );
  if (doubt === null || !("error" in doubt)) throw new Error("There is no doubt");
  expect(doubt.error.facts["signs"]).toHaveLength(6);
  expect(findingSentence(doubt.error)).toMatch(/a value in "[^"]+", \d,\d{3} more signs\. The answer has/);
  const ends = Array.from({ length: 100 }, (_, at) => ({
    code: "api",
    facts: { finding: finding("of-operation", { operation: `operation ${at}`, finding: doubt.error }) },
  }));
  expect(Buffer.byteLength(JSON.stringify(ends))).toBeLessThan(MAX_APPEND_BYTES);
});

test("a page that is taken as the only one names no more signs either", () => {
  const { state } = firstPage({ strategy: "none" });
  const doubt = doubtAbout({ strategy: "none" }, "single_page", { ...state, pages: 1 }, last(answer));
  expect(doubt).toMatchObject({ warning: { code: "ended-with-more", facts: { signs: { length: 6 } } } });
});
