/** A text in some grammar, and what is wrong with it. */
export type HostileText = { readonly name: string; readonly text: string };

const upTo = (bytes: number, piece: string): string => piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
const named = (texts: Readonly<Record<string, string>>): readonly HostileText[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text }));

/** JSON of at most so many bytes: nested, wide, repeated, with long numbers, names and texts. */
export function hostileJson(bytes: number): readonly HostileText[] {
  const half = (bytes - 20) >> 1;
  const keys = Math.floor(bytes / 16);
  return named({
    "nested lists": "[".repeat(half) + "]".repeat(half),
    "nested objects": `${'{"a":'.repeat(Math.floor(half / 3))}1${"}".repeat(Math.floor(half / 3))}`,
    "never closed": "[".repeat(bytes),
    "wide list": `[${upTo(bytes - 10, "0,")}0]`,
    "list of objects": `[${upTo(bytes - 10, "{},")}{}]`,
    "many fields": `{${Array.from({ length: keys }, (_, at) => `"k${at.toString(36)}":1`).join(",")}}`.slice(0, bytes),
    "one name": `{${upTo(bytes - 20, '"a":1,')}"a":1}`,
    "one long text": `{"title":"${"a".repeat(bytes - 30)}"}`,
    "one long name": `{"${"a".repeat(bytes - 30)}":1}`,
    "one long number": `{"price":${"9".repeat(bytes - 30)}}`,
    "long exponents": `[${upTo(bytes - 10, "1e308,")}1]`,
    escapes: `{"title":"${upTo(bytes - 30, "\\u0000")}"}`,
    surrogates: `{"title":"${upTo(bytes - 30, "\\ud800")}"}`,
    spaces: `${" ".repeat(bytes - 2)}{}`,
    "names of prototypes": `{${upTo(bytes - 30, '"__proto__":{},')}"a":1}`,
  });
}

/** Markdown of at most so many characters. */
export function hostileMarkdown(chars: number): readonly HostileText[] {
  return named({
    quotations: `${">".repeat(chars - 2)} a`,
    lists: upTo(chars, "- "),
    "nested lists": Array.from({ length: 200 }, (_, at) => `${" ".repeat(at * 2)}- a`)
      .join("\n")
      .slice(0, chars),
    emphasis: upTo(chars, "**a _b "),
    stars: upTo(chars, "*a_ "),
    "closed nowhere": upTo(chars, "*a "),
    brackets: upTo(chars, "["),
    "links within links": upTo(chars, "[a]("),
    "link texts": `${upTo(chars / 2, "[")}${upTo(chars / 2, "](x)")}`,
    images: upTo(chars, "![a]("),
    backticks: Array.from({ length: 300 }, (_, at) => "`".repeat(at + 1))
      .join(" ")
      .slice(0, chars),
    "code spans": upTo(chars, "`a``b"),
    "wide table": `${upTo(chars / 4, "|a")}|\n${upTo(chars / 4, "|-")}|\n${upTo(chars / 4, "|b")}|`,
    "long table": `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${upTo(chars - 500, "|\n")}`,
    "table of cells": `${"|a".repeat(500)}|\n${"|-".repeat(500)}|\n${upTo(chars - 2_100, "a|\n")}`,
    references: upTo(chars, "[a]: /b\n"),
    "references used": `[a]: ${"x".repeat(chars / 2)}\n\n${upTo(chars / 2 - 20, "[a]")}`,
    entities: upTo(chars, "&amp;"),
    "entities never closed": upTo(chars, "&a"),
    autolinks: upTo(chars, "<http://a"),
    escapes: upTo(chars, "\\*"),
    tildes: upTo(chars, "~~a"),
    "blank lines": upTo(chars, "a\n\n"),
    rules: upTo(chars, "---\n"),
    fences: upTo(chars, "```\n"),
    tabs: upTo(chars, "\t>"),
    comments: upTo(chars, "<!-- "),
  });
}

/** HTML of at most so many characters. */
export function hostileHtml(chars: number): readonly HostileText[] {
  return named({
    "nested elements": upTo(chars, "<div>"),
    "nested formatting": upTo(chars, "<b><i>"),
    "misnested formatting": upTo(chars, "<a><b></a>"),
    "nested tables": upTo(chars, "<table><tr><td>"),
    "text in tables": upTo(chars, "<table>a"),
    "nested lists": upTo(chars, "<ul><li>"),
    paragraphs: upTo(chars, "<p>"),
    attributes: `<p ${upTo(chars - 10, "a=1 ")}>`,
    entities: upTo(chars, "&lt;"),
    "never closed": upTo(chars, "<a href="),
    comments: upTo(chars, "<!--"),
    "foreign elements": upTo(chars, "<svg><math><mtext>"),
    templates: upTo(chars, "<template>"),
    headings: upTo(chars, "<h1>"),
    pictures: upTo(chars, '<img src="/a">'),
  });
}

/** `$filter` of at most so many characters over a property of text. */
export function hostileFilters(chars: number, property: string): readonly HostileText[] {
  const brackets = Math.floor((chars - property.length - 10) / 2);
  return named({
    brackets: `${"(".repeat(brackets)}${property} eq '1'${")".repeat(brackets)}`,
    "open brackets": "(".repeat(chars),
    nots: `${upTo(chars - 40, "not ")}${property} eq '1'`,
    comparisons: `${upTo(chars - 40, `${property} eq '1' or `)}${property} eq '1'`,
    "one long text": `${property} eq '${"a".repeat(chars - 40)}'`,
    quotes: `${property} eq '${"''".repeat((chars - 40) >> 1)}'`,
    "a quote never closed": `${property} eq '${"''".repeat((chars - 40) >> 1)}`,
    list: `${property} in (${upTo(chars - 40, "'a',")}'a')`,
    "one long number": `${property} eq ${"9".repeat(chars - 40)}`,
    "number and more": `${"9".repeat(chars - 40)}x`,
    spaces: `${property}${" ".repeat(chars - 40)}eq '1'`,
    "one long name": "a".repeat(chars),
    contains: `${upTo(chars - 60, `contains(${property},'a') or `)}contains(${property},'a')`,
    dates: upTo(chars, "2026-01-01T"),
  });
}

/** A word to look for, of at most so many characters. */
export function hostileSearches(chars: number): readonly HostileText[] {
  return named({
    "one long word": "a".repeat(chars),
    "many words": Array.from({ length: chars >> 2 }, (_, at) => at.toString(36))
      .join(" ")
      .slice(0, chars),
    "misspelt words": upTo(chars, "rivvers levvels "),
    percents: upTo(chars, "%_"),
    quotes: upTo(chars, '"'),
    operators: upTo(chars, "a & ! | ( "),
    accents: upTo(chars, "a\u0301\u0302"),
    "no letters": upTo(chars, "-'"),
  });
}
