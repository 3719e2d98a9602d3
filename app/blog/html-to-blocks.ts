import { escapeMarkup } from "#domain/core/text/writers/markup.ts";
import type { Block, ListItem } from "#domain/post/block.ts";

/** Elements that stay within a text, and what they are written as. */
const INLINE = new Set("b strong i em u s mark code a sub sup small kbd".split(" "));
const GROUPS = new Set("div section article main header footer body".split(" "));

/**
 * HTML as blocks for the editor, the reverse of `blocksToHtml`. Of texts only inline elements and links remain; what has
 * no block of its own becomes a paragraph.
 */
export function htmlToBlocks(body: Element): Block[] {
  const blocks: Block[] = [];
  let text = "";
  const endText = () => {
    if (text.trim() !== "") blocks.push({ type: "paragraph", text: text.trim() });
    text = "";
  };
  for (const node of body.childNodes) {
    const tag = tagOf(node);
    if (tag === null || INLINE.has(tag) || tag === "br") {
      text += inline(node);
      continue;
    }
    endText();
    blocks.push(...blocksOf(node as Element, tag));
  }
  endText();
  return blocks;
}

function blocksOf(element: Element, tag: string): Block[] {
  if (/^h[1-6]$/.test(tag))
    return [{ type: "header", level: Math.min(4, Math.max(2, Number(tag[1]))), text: inlineOf(element) }];
  if (tag === "ul" || tag === "ol") return [{ type: "list", ordered: tag === "ol", items: itemsOf(element) }];
  if (tag === "blockquote") return [{ type: "quote", text: quoted(element), caption: "" }];
  if (tag === "pre") return [{ type: "code", code: element.textContent ?? "" }];
  if (tag === "hr") return [{ type: "delimiter" }];
  if (tag === "img") return [{ type: "image", url: element.getAttribute("src") ?? "", caption: altOf(element) }];
  if (tag === "table") return [tableOf(element)];
  if (tag === "figure") return figureOf(element);
  if (GROUPS.has(tag)) return htmlToBlocks(element);
  const text = inlineOf(element);
  return text === "" ? [] : [{ type: "paragraph", text }];
}

/** A picture or a quote with its caption. */
function figureOf(figure: Element): Block[] {
  const caption = figure.querySelector("figcaption");
  const words = caption === null ? "" : inlineOf(caption);
  const picture = figure.querySelector("img");
  if (picture !== null) return [{ type: "image", url: picture.getAttribute("src") ?? "", caption: words }];
  const quote = figure.querySelector("blockquote");
  if (quote !== null) return [{ type: "quote", text: quoted(quote), caption: words }];
  return htmlToBlocks(figure);
}

function itemsOf(list: Element): ListItem[] {
  return [...list.children].map((item) => {
    const below = [...item.children].filter((child) => /^[uo]l$/i.test(child.tagName));
    const own = [...item.childNodes].filter((node) => !below.includes(node as Element));
    return { content: own.map(inline).join("").trim(), items: below.flatMap(itemsOf) };
  });
}

function tableOf(table: Element): Block {
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.children].map(inlineOf));
  const first = table.querySelector("tr");
  const headings = first !== null && [...first.children].every((cell) => cell.tagName === "TH");
  return { type: "table", headings, rows };
}

/** The paragraphs of a quote in one text. */
function quoted(quote: Element): string {
  const paragraphs = [...quote.querySelectorAll("p")];
  return paragraphs.length === 0 ? inlineOf(quote) : paragraphs.map(inlineOf).join("<br>");
}

const altOf = (picture: Element) => escapeMarkup(picture.getAttribute("alt") ?? "");

function tagOf(node: Node): string | null {
  return node.nodeType === 1 ? (node as Element).tagName.toLowerCase() : null;
}

function inlineOf(element: Element): string {
  return [...element.childNodes].map(inline).join("").trim();
}

/** A node as HTML of a text: elements that are not inline are left out, with their texts kept. */
function inline(node: Node): string {
  if (node.nodeType === 3) return escapeMarkup((node.textContent ?? "").replace(/\s+/g, " "));
  const tag = tagOf(node);
  if (tag === null || tag === "script" || tag === "style") return "";
  if (tag === "br") return "<br>";
  const content = [...node.childNodes].map(inline).join("");
  if (!INLINE.has(tag)) return content;
  if (tag !== "a") return `<${tag}>${content}</${tag}>`;
  return `<a href="${escapeMarkup((node as Element).getAttribute("href") ?? "")}">${content}</a>`;
}
