import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../ui/controls/button.tsx";
import type { FormState } from "../ui/form/form-state.ts";
import { counted } from "../ui/data/format.ts";
import { useHydrated } from "../ui/layout/hydrated.ts";
import type { CodeEditor } from "./code-editor.ts";
import { DEFINITION_ERROR, DEFINITION_FIELD, type Faults, RefusedDefinition } from "./fault-list.tsx";
import { templates, templateText } from "./templates.ts";

const EDITOR_LABEL = "Connector spec (JSON)";

/**
 * The field of a definition: a plain textarea, replaced by the code editor once that has loaded. The posted value is
 * always the textarea's. `refused` is the answer that refused it: its faults are listed above the editor and disappear
 * as they are corrected; without JavaScript the page lists them at its top.
 */
export function DefinitionEditor({
  name,
  value,
  onChange,
  refused,
}: {
  name: string;
  value: string;
  onChange: (text: string) => void;
  refused: FormState | undefined;
}) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const change = useRef(onChange);
  const [open, setOpen] = useState(false);
  const [live, setLive] = useState<Faults | null>(null);
  const hydrated = useHydrated();
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
        const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
        const onFaults = (faults: readonly Faults[number][]) => {
          if (!gone) setLive([...faults]);
        };
        editor.current = openCodeEditor(host.current, {
          text: plain.value,
          cursor: focused ? plain.selectionStart : 0,
          label: EDITOR_LABEL,
          nonce,
          onChange: (text) => change.current(text),
          onFaults,
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
  }, []);

  useEffect(() => {
    editor.current?.describe(refused ? `${DEFINITION_ERROR} editor-keys` : "editor-keys", refused !== undefined);
    if (refused) editor.current?.focus();
  }, [refused, open]);

  const goTo = (line: number, column: number) => {
    const plain = textarea.current;
    if (editor.current) return editor.current.goTo(line, column);
    const offset =
      (plain?.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length ?? 0) +
      (line > 1 ? 1 : 0) +
      column -
      1;
    plain?.focus();
    plain?.setSelectionRange(offset, offset);
  };
  const format = () => {
    try {
      editor.current?.replace(JSON.stringify(JSON.parse(editor.current.text()), null, 2));
    } catch {
      // A text that is not JSON cannot be formatted; the editor marks the error.
    }
    editor.current?.focus();
  };
  const first = live?.[0];
  const isMended = open && live !== null && live.length === 0;
  return (
    <>
      {refused && hydrated && (
        <div className="panel-head">
          <RefusedDefinition refused={refused} live={open ? live : null} onGo={goTo} />
        </div>
      )}
      {open && (
        <div className="panel-head editor-tools">
          <label className="visually-hidden" htmlFor="template">
            Template
          </label>
          <select
            className="select"
            id="template"
            value=""
            onChange={(event) => {
              const chosen = templates.find(({ name: each }) => each === event.target.value);
              if (chosen) editor.current?.replace(templateText(chosen));
              editor.current?.focus();
            }}
          >
            <option value="">Start from a template</option>
            {templates.map((each) => (
              <option key={each.name} value={each.name}>
                {each.name}
              </option>
            ))}
          </select>
          <Button type="button" small onClick={format}>
            Format
          </Button>
        </div>
      )}
      {!open && (
        <label className="visually-hidden" htmlFor={DEFINITION_FIELD}>
          {EDITOR_LABEL}
        </label>
      )}
      <textarea
        className="textarea textarea-code editor"
        id={DEFINITION_FIELD}
        name={name}
        rows={24}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hidden={open}
        ref={textarea}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused && DEFINITION_ERROR}
      />
      <div className={refused && !isMended ? "code-editor is-refused" : "code-editor"} ref={host} hidden={!open} />
      {open && (
        <div className="panel-foot editor-foot">
          <p className="meta" id="editor-keys">
            Ctrl+Space suggests what fits here. Ctrl+F finds text. Tab indents; press Escape and then Tab to leave the
            editor. Ctrl+Z undoes a template.
          </p>
          {!refused && (
            <p className="meta" role="status">
              {first && (
                <>
                  {counted(live?.length ?? 0, "fault")}.{" "}
                  <button className="btn btn-quiet btn-sm" type="button" onClick={() => goTo(first.line, first.column)}>
                    Go to line {first.line}
                  </button>
                </>
              )}
            </p>
          )}
        </div>
      )}
    </>
  );
}
