import type { Block, ListItem } from "#domain/post/block.ts";

type Data = Readonly<Record<string, unknown>>;
/** A block as Editor.js has it. */
export type EditorBlock = { readonly type: string; readonly data: Data };

/** The blocks of the editor as they are stored; those of a kind that is not stored are left out. */
export function fromEditor(blocks: readonly EditorBlock[]): Block[] {
  return blocks.flatMap(({ type, data }) => {
    const block = readers[type]?.(data);
    return block ? [block] : [];
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const readers: Readonly<Record<string, (data: Data) => Block>> = {
  paragraph: (data) => ({ type: "paragraph", text: text(data["text"]) }),
  header: (data) => ({
    type: "header",
    text: text(data["text"]),
    level: Math.min(4, Math.max(2, Number(data["level"]) || 2)),
  }),
  list: (data) => ({ type: "list", ordered: data["style"] === "ordered", items: list(data["items"]).map(itemOf) }),
  quote: (data) => ({ type: "quote", text: text(data["text"]), caption: text(data["caption"]) }),
  code: (data) => ({ type: "code", code: text(data["code"]) }),
  image: (data) => ({ type: "image", url: text(data["url"]), caption: text(data["caption"]) }),
  delimiter: () => ({ type: "delimiter" }),
  table: (data) => ({
    type: "table",
    headings: data["withHeadings"] === true,
    rows: list(data["content"]).map((row) => list(row).map(text)),
  }),
};

function itemOf(value: unknown): ListItem {
  if (typeof value === "string") return { content: value, items: [] };
  const { content, items } = (value ?? {}) as Data;
  return { content: text(content), items: list(items).map(itemOf) };
}

/** Stored blocks as the editor opens them. */
export function toEditor(blocks: readonly Block[]): EditorBlock[] {
  return blocks.map(({ type, ...data }) => ({ type, data: editorData({ type, ...data } as Block) }));
}

function editorData(block: Block): Data {
  if (block.type === "list") {
    const style = block.ordered ? "ordered" : "unordered";
    const items = (of: readonly ListItem[]): Data[] =>
      of.map(({ content, items: below }) => ({ content, meta: {}, items: items(below) }));
    return { style, meta: {}, items: items(block.items) };
  }
  if (block.type === "table") return { withHeadings: block.headings, content: block.rows };
  const { type: _type, ...data } = block;
  return data;
}
