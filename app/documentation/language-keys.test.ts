import { expect, test } from "vitest";
import { SCHEMA_WORDS } from "#domain/connector-language/definition/schema-words.ts";
import { keysPages } from "./language-pages.ts";
import { definitionReference } from "./language-keys.ts";

const groups = definitionReference();
const told = (id: string) => groups.find((group) => group.id === id)?.keys.map(({ key }) => key) ?? [];

test("the reference names every key of the language, and no other", () => {
  for (const [part, words] of Object.entries(SCHEMA_WORDS)) {
    // A group's member is a field without members of its own.
    if (part === "group_member") continue;
    const listed = told(`key-${part.replaceAll("_", "-")}`);
    const expected = Object.keys(words).filter(
      (key) => part !== "definition" || !Object.hasOwn(SCHEMA_WORDS.operation, key),
    );
    expect([part, listed.toSorted()]).toEqual([part, expected.toSorted()]);
  }
  expect(groups).toHaveLength(Object.keys(SCHEMA_WORDS).length - 1);
});

test("each part of the reference is on one page", () => {
  const shown = keysPages.flatMap((page) => page.sections({ origin: "", table: null }).map(({ id }) => id));
  expect(shown.toSorted()).toEqual(groups.map(({ id }) => id).toSorted());
});

test("each key has its form, its meaning and an example", () => {
  for (const { title, keys } of groups) {
    for (const { key, form, says, example } of keys) {
      expect([title, key, form !== "", says !== "", example !== ""]).toEqual([title, key, true, true, true]);
      expect(() => JSON.parse(`{${example}}`) as unknown).not.toThrow();
    }
  }
});
