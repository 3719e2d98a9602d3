import { expect, test } from "vitest";
import { isSlug, suggestSlug } from "./slug.ts";

test.each([
  ["Summer update 2026", "summer-update-2026"],
  ["  Größe & Straße, l’été ", "groesse-strasse-lete"],
  ["It's here!", "its-here"],
  ["日本", ""],
  ["—", ""],
])("the slug of “%s” is “%s”", (title, slug) => {
  expect(suggestSlug(title)).toBe(slug);
});

test("a suggestion is a slug, however long the title is", () => {
  for (const length of [98, 99, 100, 101]) expect(isSlug(suggestSlug(`${"x".repeat(length)} y`))).toBe(true);
});

test.each(["", "Summer", "a b", "a--b", "-a", "a-", "a/b", "..", "ä", "new", "edit", "a".repeat(101), "rss.xml"])(
  "“%s” is no slug",
  (text) => {
    expect(isSlug(text)).toBe(false);
  },
);
