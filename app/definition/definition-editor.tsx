import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../ui/button.tsx";
import type { CodeEditor } from "./code-editor.ts";
import { templates } from "./templates.ts";

export const EDITOR_LABEL = "Connector spec (JSON)";

/**
 * The field of a definition: a plain textarea, in whose place the code editor steps as soon as it is there. What is posted is always
 * the textarea's value.
 */
export function DefinitionEditor({ name, value, onChange, invalid, describedBy }: { name: string; value: string; onChange: (text: string) => void; invalid: boolean; describedBy: string | undefined }) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const change = useRef(onChange);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    let gone = false;
    // Where the editor cannot be loaded, the textarea goes on as it is.
    void import("./code-editor.ts").then(({ openCodeEditor }) => {
      const plain = textarea.current;
      if (gone || !host.current || !plain) return;
      const focused = document.activeElement === plain;
      const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
      editor.current = openCodeEditor(host.current, { text: plain.value, cursor: focused ? plain.selectionStart : 0, label: EDITOR_LABEL, describedBy: "editor-keys", nonce, onChange: (text) => change.current(text) });
      // At once: what is typed meanwhile would go into the field that is leaving.
      flushSync(() => setOpen(true));
      if (focused) editor.current.focus();
    }, () => undefined);
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, []);

  const format = () => {
    try {
      editor.current?.replace(JSON.stringify(JSON.parse(editor.current.text()), null, 2));
    } catch {
      // What is no JSON has no layout; the editor says where it is broken.
    }
    editor.current?.focus();
  };
  return (
    <>
      {open && (
        <div className="panel-head editor-tools">
          <label className="visually-hidden" htmlFor="template">Template</label>
          <select
            className="select" id="template" value=""
            onChange={(event) => {
              const chosen = templates.find(({ name: each }) => each === event.target.value);
              if (chosen) editor.current?.replace(JSON.stringify(chosen.definition, null, 2));
              editor.current?.focus();
            }}
          >
            <option value="">Start from a template</option>
            {templates.map((each) => <option key={each.name} value={each.name}>{each.name}</option>)}
          </select>
          <Button type="button" small onClick={format}>Format</Button>
        </div>
      )}
      {!open && <label className="visually-hidden" htmlFor="dsl">{EDITOR_LABEL}</label>}
      <textarea
        className="textarea textarea-code editor" id="dsl" name={name} rows={24} spellCheck={false} value={value} onChange={(event) => onChange(event.target.value)}
        hidden={open} ref={textarea} aria-invalid={invalid ? true : undefined} aria-describedby={describedBy}
      />
      <div className="code-editor" ref={host} hidden={!open} />
      {open && (
        <p className="panel-foot meta" id="editor-keys">
          Ctrl+Space shows what may stand here. Tab indents; press Escape and then Tab to leave the editor. Ctrl+Z brings back what a template replaced.
        </p>
      )}
    </>
  );
}
