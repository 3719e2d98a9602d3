import type { Block } from "#domain/post/block.ts";
import { fromEditor, toEditor } from "../../../blog/editor-blocks.ts";
import { Code, Delimiter, EditorJS, Header, Image, InlineCode, List, Marker, Quote, Table } from "./editor-tools.js";
import { addEditorKeys, attachKeysAtOnce } from "./editor-keys.ts";

/** An open editor. */
export type BlockEditor = {
  /** What is written in it. */
  blocks(): Promise<Block[]>;
  close(): void;
};

type Options = {
  /** Blocks to begin with. */
  readonly blocks: readonly Block[];
  readonly nonce: string;
  readonly onChange: () => void;
};

/** Editor.js with its tools in an element. */
export async function openBlockEditor(holder: HTMLElement, { blocks, nonce, onChange }: Options): Promise<BlockEditor> {
  let isReady = false;
  const waitAgain = attachKeysAtOnce(() => isReady);
  const editor = new EditorJS({
    holder,
    style: { nonce },
    minHeight: 120,
    placeholder: "Write here. Press / for headings, lists, tables and more.",
    data: { blocks: toEditor(blocks) },
    onChange,
    tools: {
      header: { class: Header, inlineToolbar: true, config: { levels: [2, 3, 4], defaultLevel: 2 } },
      list: { class: List, inlineToolbar: true },
      quote: { class: Quote, inlineToolbar: true },
      table: { class: Table, inlineToolbar: true },
      code: { class: Code },
      image: { class: Image },
      delimiter: { class: Delimiter },
      inlineCode: { class: InlineCode },
      marker: { class: Marker },
    },
  });
  await editor.isReady.catch((error: unknown) => {
    waitAgain();
    throw error;
  });
  isReady = true;
  const removeKeys = addEditorKeys(holder, {
    current: () => editor.blocks.getCurrentBlockIndex(),
    moveTo: (block) => void editor.caret.setToBlock(block, "end"),
  });
  return {
    blocks: async () => fromEditor((await editor.save()).blocks),
    close: () => {
      removeKeys();
      waitAgain();
      editor.destroy();
    },
  };
}
