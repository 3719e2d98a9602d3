import type { EditorBlock } from "../../../blog/editor-blocks.ts";

/** A kind of block or of text within one, as Editor.js takes it. */
declare class Tool {
  private readonly isTool: true;
}
type ToolSettings = {
  readonly class: typeof Tool;
  readonly inlineToolbar?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
};

export {
  Tool as Code,
  Tool as Delimiter,
  Tool as Header,
  Tool as Image,
  Tool as InlineCode,
  Tool as List,
  Tool as Marker,
  Tool as Quote,
  Tool as Table,
};

/** What we use of Editor.js. */
export class EditorJS {
  constructor(options: {
    readonly holder: HTMLElement;
    readonly style: { readonly nonce: string };
    readonly minHeight: number;
    readonly placeholder: string;
    readonly data: { readonly blocks: readonly EditorBlock[] };
    readonly onChange: () => void;
    readonly tools: Readonly<Record<string, ToolSettings>>;
  });
  readonly isReady: Promise<void>;
  readonly blocks: { getCurrentBlockIndex(): number };
  readonly caret: { setToBlock(index: number, position: "start" | "end"): boolean };
  save(): Promise<{ readonly blocks: readonly EditorBlock[] }>;
  destroy(): void;
}
