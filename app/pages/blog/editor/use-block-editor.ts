import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Block } from "#domain/post/block.ts";
import type { BlockEditor } from "./block-editor.ts";

/**
 * The editor in `host` while `blocks` is not null. `open`: it is there; if it cannot be loaded, it never is.
 * `wasChanged`: whether something was changed in it, or `markChanged` was called.
 */
export function useBlockEditor(host: RefObject<HTMLDivElement>, blocks: readonly Block[] | null) {
  const editor = useRef<BlockEditor | null>(null);
  const changed = useRef(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const holder = host.current;
    if (blocks === null || holder === null) return;
    let gone = false;
    const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    void import("./block-editor.ts")
      .then(({ openBlockEditor }) =>
        openBlockEditor(holder, { blocks, nonce, onChange: () => void (changed.current = true) }),
      )
      .then(
        (opened) => {
          if (gone) return opened.close();
          editor.current = opened;
          setOpen(true);
        },
        // The textarea stays.
        () => undefined,
      );
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
      setOpen(false);
    };
  }, [host, blocks]);
  const wasChanged = useCallback(() => changed.current, []);
  const markChanged = useCallback(() => void (changed.current = true), []);
  return { editor, open, wasChanged, markChanged };
}
