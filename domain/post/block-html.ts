import { escapeMarkup } from "../core/text/writers/markup.ts";
import type { Block, ListItem } from "./block.ts";

type Renderers = { readonly [T in Block["type"]]: (block: Extract<Block, { type: T }>) => string };

/** One function for each kind of block. Texts are HTML already: what this makes is sanitised before it is stored. */
const renderers: Renderers = {
  paragraph: ({ text }) => `<p>${text}</p>`,
  header: ({ level, text }) => `<h${level}>${text}</h${level}>`,
  list: ({ ordered, items }) => list(ordered ? "ol" : "ul", items),
  quote: ({ text, caption }) =>
    `<figure><blockquote><p>${text}</p></blockquote>${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`,
  code: ({ code }) => `<pre><code>${escapeMarkup(code)}</code></pre>`,
  image: ({ url, caption }) =>
    `<figure><img src="${escapeMarkup(url)}" alt="${escapeMarkup(withoutTags(caption))}">${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`,
  delimiter: () => "<hr>",
  table: ({ headings, rows }) => table(headings, rows),
};

function list(tag: "ol" | "ul", items: readonly ListItem[]): string {
  const rendered = items.map((item) => `<li>${item.content}${item.items.length > 0 ? list(tag, item.items) : ""}</li>`);
  return `<${tag}>${rendered.join("")}</${tag}>`;
}

function table(headings: boolean, rows: readonly (readonly string[])[]): string {
  const [first = [], ...rest] = rows;
  const line = (cells: readonly string[], open: string, close: string) =>
    `<tr>${cells.map((cell) => `${open}${cell}${close}`).join("")}</tr>`;
  const head = headings ? `<thead>${line(first, '<th scope="col">', "</th>")}</thead>` : "";
  const body = (headings ? rest : rows).map((cells) => line(cells, "<td>", "</td>")).join("");
  return `<table>${head}<tbody>${body}</tbody></table>`;
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, "");
}

/** The blocks of a post as HTML, not sanitised yet. */
export function blocksToHtml(blocks: readonly Block[]): string {
  return blocks.map((block) => renderers[block.type](block as never)).join("\n");
}
