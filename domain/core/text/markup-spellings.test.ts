import { expect, test } from "vitest";
import { markupSpellings } from "./markup-spellings.ts";

test("a text is spelled as JSON and HTML may write it", () => {
  expect(new Set(markupSpellings(`a"/é<'`))).toEqual(
    new Set([
      String.raw`a\"/é<'`,
      String.raw`a\"\/é<'`,
      String.raw`a\"/\u00e9<'`,
      String.raw`a\"\/\u00e9<'`,
      String.raw`a\\\"/é<'`,
      `a"/é&lt;'`,
      `a&quot;/é&lt;'`,
      `a&quot;/é&lt;&#39;`,
      `a&quot;/é&lt;&#x27;`,
    ]),
  );
});
