import markdownIt from "markdown-it";
import { cutText } from "#domain/core/text/text.ts";

/** Elements of a text that a page shows; everything else in Markdown becomes plain text. */
const TAGS = [
  ...["p", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"],
  ...["strong", "em", "s", "br", "hr", "table", "thead", "tbody", "tr", "th", "td"],
] as const;
type Tag = (typeof TAGS)[number];

/** A part of a text: characters, an element, or a link to an address with http, https or mailto. */
export type MarkdownNode =
  | string
  | { readonly tag: Tag; readonly children: readonly MarkdownNode[] }
  | { readonly href: string; readonly children: readonly MarkdownNode[] };

/** HTML stays text, and nesting is bounded: no text takes long. */
const parser = markdownIt({ html: false, linkify: false, maxNesting: 20 });
type Token = ReturnType<typeof parser.parse>[number];

/** Headings of a text are below those of its page. */
const HEADINGS: Readonly<Record<string, Tag>> = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6", h6: "h6" };
const MOST_CHARACTERS = 50_000;

/** A Markdown text as elements that are safe to show: no HTML, no scripts, no images of other hosts. */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  return treeOf(parser.parse(cutText(text, MOST_CHARACTERS), {}));
}

type Open = { readonly element: Exclude<MarkdownNode, string> | null; readonly children: MarkdownNode[] };

/** The tokens of a text as a tree. */
function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const open: Open[] = [{ element: null, children: [] }];
  const add = (...nodes: readonly MarkdownNode[]) => open.at(-1)?.children.push(...nodes);
  for (const token of tokens) {
    if (token.nesting === 1) {
      const children: MarkdownNode[] = [];
      open.push({ element: elementOf(token, children), children });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed) add(...(closed.element === null ? closed.children : [closed.element]));
    } else add(...leafOf(token));
  }
  return open[0]?.children ?? [];
}

/** The element that a token opens; null: only what is in it is shown. */
function elementOf(token: Token, children: readonly MarkdownNode[]): Open["element"] {
  if (token.hidden) return null;
  if (token.type === "link_open") {
    const href = webAddress(token.attrGet("href"));
    return href === null ? null : { href, children };
  }
  const tag = HEADINGS[token.tag] ?? TAGS.find((each) => each === token.tag);
  return tag === undefined ? null : { tag, children };
}

function leafOf(token: Token): readonly MarkdownNode[] {
  switch (token.type) {
    case "inline":
      return treeOf(token.children ?? []);
    case "code_inline":
      return [{ tag: "code", children: [token.content] }];
    case "code_block":
    case "fence":
      return [{ tag: "pre", children: [{ tag: "code", children: [token.content] }] }];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [{ tag: "br", children: [] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    case "image": {
      const href = webAddress(token.attrGet("src"));
      return href === null ? [token.content] : [{ href, children: [token.content || href] }];
    }
    default:
      return [token.content];
  }
}

function webAddress(text: unknown): string | null {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return url !== null && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
