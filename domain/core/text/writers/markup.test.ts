import { JSDOM } from "jsdom";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { cdata, joinedMarkup, markup, trustedMarkup } from "./markup.ts";

/** The texts and attributes of a document in XML; throws where it is not well-formed. */
function readXml(document: string): { text: string; attribute: string } {
  const parser = new SaxesParser();
  const read = { text: "", attribute: "" };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (text) => (read.text += text));
  parser.on("cdata", (text) => (read.text += text));
  parser.on("opentag", ({ attributes }) => (read.attribute = String(attributes["a"])));
  parser.write(document).close();
  return read;
}

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu;

test("every character of Unicode is well-formed XML, and read back, or U+FFFD where XML has no place for it", () => {
  for (const part of everyCharacter(4_096)) {
    const shown = part.replace(FORBIDDEN, "\ufffd");
    expect(readXml(String(markup`<x a="${part}">${part}</x>`))).toEqual({ text: shown, attribute: shown });
    // A reader of XML makes line feeds of carriage returns in a section.
    expect(readXml(String(markup`<x>${cdata(`${part}]]>`)}</x>`)).text).toBe(`${shown.replaceAll("\r", "\n")}]]>`);
  }
});

test("and of HTML", { timeout: 60_000 }, () => {
  for (const part of everyCharacter(65_536)) {
    const { document } = new JSDOM(String(markup`<!doctype html><p title="${part}">${part}</p>`)).window;
    const paragraph = document.querySelector("p");
    const shown = part.replace(FORBIDDEN, "\ufffd");
    expect([paragraph?.textContent, paragraph?.title]).toEqual([shown, shown]);
  }
});

test("what fills a template is text, and markup only where it was made as such", () => {
  const bold = markup`<b>${"<&>"}</b>`;
  expect(
    String(markup`<p>${bold}${[bold, bold]}${7}${trustedMarkup("<hr>")}${joinedMarkup([bold, bold], "\n")}</p>`),
  ).toBe(
    "<p><b>&lt;&amp;&gt;</b>" +
      "<b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b>7<hr><b>&lt;&amp;&gt;</b>\n<b>&lt;&amp;&gt;</b></p>",
  );
  expect(String(markup`<p title="${`" onclick='alert(1)'`}"></p>`)).toBe(
    `<p title="&quot; onclick=&#x27;alert(1)&#x27;"></p>`,
  );
});
