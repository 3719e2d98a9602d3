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

/** HTML stays text, and nesting is bounded. */
const parser = markdownIt({ html: false, linkify: false, maxNesting: 20 });
type Token = ReturnType<typeof parser.parse>[number];
boundTables();

/** Headings of a text are below those of its page. */
const HEADINGS: Readonly<Record<string, Tag>> = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6", h6: "h6" };
const MOST_CHARACTERS = 50_000;
/** Elements and texts of a page that one text may become. */
export const MOST_NODES = 5_000;
/** Of tokens that become several. */
const NODES_OF: Readonly<Record<string, number>> = { code_inline: 2, image: 2, code_block: 3, fence: 3 };
/** Cells of all tables of a text. A row needs two characters, and has a cell for each column of its header. */
const MOST_CELLS = 3_000;
const REST: MarkdownNode = {
  tag: "p",
  children: [{ tag: "em", children: ["The rest of this text is not shown: it has too many parts."] }],
};
const MOST_REMEMBERED = 20;
const remembered = new Map<string, readonly MarkdownNode[]>();

/**
 * A Markdown text as elements that are safe to show: no HTML, no scripts, no images of other hosts. A text of very many
 * elements ends with a sentence. The last texts are remembered.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  const before = remembered.get(text);
  if (before) return before;
  const budget: Budget = { nodes: MOST_NODES };
  const tree = treeOf(parser.parse(cutText(text, MOST_CHARACTERS), { cells: 0 }), budget);
  const nodes = budget.nodes < 0 ? [...tree, REST] : tree;
  remembered.set(text, nodes);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return nodes;
}

/** A table whose cells are too many, with those of the tables before it, stays text. */
function boundTables(): void {
  const rules = markdownIt("zero").enable("table").block.ruler.getRules("");
  const table = rules[0];
  if (!table) throw new Error("markdown-it has no rule for tables");
  parser.block.ruler.at(
    "table",
    (state, from, to, silent) => {
      // Most lines begin none.
      if (!table(state, from, to, true)) return false;
      if (silent) return true;
      const env = state.env as { cells: number };
      const columns = state.src.slice(state.bMarks[from], state.eMarks[from]).split("|").length;
      const left = (MOST_CELLS - env.cells) / columns;
      // It may have a row for each line up to the next empty one.
      for (let end = from; end < to && !state.isEmpty(end); end += 1) if (end - from > left) return false;
      table(state, from, to, false);
      env.cells += columns * (state.line - from);
      return true;
    },
    { alt: ["paragraph", "reference"] },
  );
}

/** How many nodes may follow; below 0: some were left out. */
type Budget = { nodes: number };

type Open = { readonly element: Exclude<MarkdownNode, string> | null; readonly children: MarkdownNode[] };

/** The tokens of a text as a tree. */
function treeOf(tokens: readonly Token[], budget: Budget): MarkdownNode[] {
  const root: Open = { element: null, children: [] };
  const open: Open[] = [root];
  const add = (...nodes: readonly MarkdownNode[]) => open.at(-1)?.children.push(...nodes);
  for (const token of tokens) {
    if (token.nesting !== -1) budget.nodes -= NODES_OF[token.type] ?? 1;
    if (budget.nodes < 0) break;
    if (token.nesting === 1) {
      const children: MarkdownNode[] = [];
      open.push({ element: elementOf(token, children), children });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed) add(...(closed.element === null ? closed.children : [closed.element]));
    } else add(...leafOf(token, budget));
  }
  // What is open where the budget ends is shown so far.
  for (let left = open.pop(); left !== undefined && open.length > 0; left = open.pop())
    open.at(-1)?.children.push(...(left.element === null ? left.children : [left.element]));
  return root.children;
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

function leafOf(token: Token, budget: Budget): readonly MarkdownNode[] {
  switch (token.type) {
    case "inline":
      return treeOf(token.children ?? [], budget);
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
