import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CodeEditor } from "./code-editor.ts";
import type { Faults } from "./fault-list.tsx";

/**
 * The code editor in `host` in place of a textarea, once it has loaded. `open`: it has replaced the textarea. `faults`:
 * the faults of its text, null before the first check.
 */
export function useCodeEditor(
  textarea: RefObject<HTMLTextAreaElement>,
  host: RefObject<HTMLDivElement>,
  label: string,
  onChange: (text: string) => void,
) {
  const editor = useRef<CodeEditor | null>(null);
  const change = useRef(onChange);
  const [open, setOpen] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    let gone = false;
    // If the editor cannot be loaded, the textarea stays.
    void import("./code-editor.ts").then(
      ({ openCodeEditor }) => {
        const plain = textarea.current;
        if (gone || !host.current || !plain) return;
        const focused = document.activeElement === plain;
        editor.current = openCodeEditor(host.current, {
          text: plain.value,
          cursor: focused ? plain.selectionStart : 0,
          label,
          nonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "",
          onChange: (text) => change.current(text),
          onFaults: (found) => {
            if (!gone) setFaults([...found]);
          },
        });
        // Synchronously: text typed meanwhile would go into the field that is being replaced.
        flushSync(() => setOpen(true));
        if (focused) editor.current.focus();
      },
      () => undefined,
    );
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [textarea, host, label]);
  return { editor, open, faults };
}
