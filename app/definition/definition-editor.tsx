import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../ui/controls/button.tsx";
import type { FormState } from "../ui/form/form-state.ts";
import { counted } from "../ui/data/format.ts";
import { useHydrated } from "../ui/layout/hydrated.ts";
import type { CodeEditor } from "./code-editor.ts";
import { DEFINITION_ERROR, DEFINITION_FIELD, type Faults, RefusedDefinition } from "./fault-list.tsx";
import { templates, templateText } from "./templates.ts";
import { useCodeEditor } from "./use-code-editor.ts";

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
  const { editor, open, faults } = useCodeEditor(textarea, host, EDITOR_LABEL, onChange);
  const hydrated = useHydrated();

  useEffect(() => {
    editor.current?.describe(refused ? `${DEFINITION_ERROR} editor-keys` : "editor-keys", refused !== undefined);
    const first = refused?.faults?.[0];
    if (first) editor.current?.goTo(first.line, first.column);
    else if (refused) editor.current?.focus();
  }, [editor, refused, open]);

  const goTo = (line: number, column: number) => {
    const plain = textarea.current;
    if (editor.current) return editor.current.goTo(line, column);
    const offset = offsetOf(plain?.value ?? "", line, column);
    plain?.focus();
    plain?.setSelectionRange(offset, offset);
  };
  const isMended = open && faults?.length === 0;
  return (
    <>
      {refused && hydrated && (
        <div className="panel-head">
          <RefusedDefinition refused={refused} live={open ? faults : null} onGo={goTo} />
        </div>
      )}
      {open && <EditorTools editor={editor} />}
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
      {open && <EditorFoot faults={faults ?? refused?.faults ?? []} onGo={goTo} />}
    </>
  );
}

/** Where a line and column, both from 1, are in a text. */
function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.join("\n").length + (line > 1 ? 1 : 0) + column - 1;
}

/** Templates to start from, and the layout of the text. */
function EditorTools({ editor }: { editor: RefObject<CodeEditor | null> }) {
  const format = () => {
    try {
      editor.current?.replace(JSON.stringify(JSON.parse(editor.current.text()), null, 2));
    } catch {
      // A text that is not JSON cannot be formatted; the editor marks the error.
    }
    editor.current?.focus();
  };
  const [chosen, setChosen] = useState("");
  const useTemplate = () => {
    const template = templates.find(({ name }) => name === chosen);
    if (template) editor.current?.replace(templateText(template));
    setChosen("");
    editor.current?.focus();
  };
  return (
    <div className="panel-head editor-tools">
      <label className="visually-hidden" htmlFor="template">
        Template
      </label>
      <select className="select" id="template" value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="">Start from a template</option>
        {templates.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <Button type="button" small off={chosen === ""} onClick={useTemplate}>
        Use template
      </Button>
      <Button type="button" small onClick={format}>
        Format
      </Button>
    </div>
  );
}

/** The keys of the editor, and how many problems it finds, with a way to the first. */
function EditorFoot({ faults, onGo }: { faults: Faults; onGo: (line: number, column: number) => void }) {
  const [first] = faults;
  return (
    <div className="panel-foot editor-foot">
      <p className="meta" id="editor-keys">
        Ctrl+Space suggests what fits here. Ctrl+F finds text. Tab indents; press Escape and then Tab to leave the
        editor. Ctrl+Z undoes a template.
      </p>
      <p className="meta" role="status">
        {first && (
          <>
            {counted(faults.length, "problem")}. Line {first.line}: {first.message}{" "}
            <button className="btn btn-quiet btn-sm" type="button" onClick={() => onGo(first.line, first.column)}>
              Go to line {first.line}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
