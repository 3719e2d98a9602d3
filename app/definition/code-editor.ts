import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, linter } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { definitionJsonSchema, type JsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import { definitionFaults, type PlacedFault } from "./definition-faults.ts";
import { type Choice, choicesAt, helpAt } from "./definition-help.ts";

/** What the page can do with an open editor. */
export interface CodeEditor {
  readonly text: () => string;
  /** Replaces the text, as one step that can be undone. */
  readonly replace: (text: string) => void;
  /** Sets the ids of the describing elements, and whether the text was refused. */
  readonly describe: (ids: string, invalid: boolean) => void;
  readonly focus: () => void;
  /** Moves the cursor to a line and column, both from 1, and scrolls to it. */
  readonly goTo: (line: number, column: number) => void;
  readonly close: () => void;
}

const LINT_AFTER_MS = 400;

/** The texts of the search panel. */
const PHRASES = {
  next: "Next",
  previous: "Previous",
  all: "Select all",
  "match case": "Match case",
  regexp: "Regular expression",
  "by word": "Whole words",
  replace: "Replace",
  "replace all": "Replace all",
  close: "Close",
};

/** What any editor of JSON has. */
const EXTENSIONS: Extension = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  json(),
  syntaxHighlighting(classHighlighter),
  lintGutter(),
  search({ top: true }),
  EditorState.phrases.of(PHRASES),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...searchKeymap,
    indentWithTab,
  ]),
];

type Options = {
  readonly text: string;
  readonly cursor: number;
  readonly label: string;
  readonly nonce: string;
  readonly onChange: (text: string) => void;
  /** Called with the faults of the text shortly after a change. */
  readonly onFaults: (faults: readonly PlacedFault[]) => void;
};

/** Opens an editor for definitions in an element: completion, hover and faults come from the language itself. */
export function openCodeEditor(parent: HTMLElement, options: Options): CodeEditor {
  const described = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      selection: { anchor: Math.min(options.cursor, options.text.length) },
      extensions: [EXTENSIONS, languageExtensions(options), pageExtensions(options), described.of([])],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (text) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        scrollIntoView: true,
      }),
    describe: (ids, invalid) =>
      view.dispatch({
        effects: described.reconfigure(
          EditorView.contentAttributes.of({ "aria-describedby": ids, ...(invalid ? { "aria-invalid": "true" } : {}) }),
        ),
      }),
    focus: () => view.focus(),
    goTo: (line, column) => {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: Math.min(from + column - 1, to) },
        effects: EditorView.scrollIntoView(Math.min(from + column - 1, to), { y: "center" }),
      });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** How the editor is part of its page. */
function pageExtensions({ nonce, label, onChange }: Options): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-multiline": "true" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
}

/** What the language knows of the text: completion, help and faults. */
function languageExtensions({ onFaults }: Options): Extension {
  const schema = definitionJsonSchema();
  return [
    autocompletion({ override: [(context) => completionsAt(schema, context)], icons: false }),
    hoverTooltip((view, pos) => {
      const help = helpAt(schema, view.state.doc.toString(), pos);
      if (!help) return null;
      return {
        pos: help.from,
        end: help.to,
        create: () => ({ dom: helpOf(help.key, help.form, help.says, help.default) }),
      };
    }),
    linter(
      (view) => {
        const faults = definitionFaults(view.state.doc.toString());
        onFaults(faults);
        return faults.map(({ from, to, message }) => ({
          from,
          to: Math.max(from, Math.min(to, view.state.doc.length)),
          severity: "error",
          message,
        }));
      },
      { delay: LINT_AFTER_MS },
    ),
  ];
}

function completionsAt(schema: JsonSchema, context: CompletionContext): CompletionResult | null {
  const found = choicesAt(schema, context.state.doc.toString(), context.pos);
  if (
    !found ||
    (!context.explicit &&
      found.from === found.to &&
      !/["{[:,]\s*$/.test(context.state.sliceDoc(Math.max(0, context.pos - 20), context.pos)))
  )
    return null;
  // The typed text may begin with a quote, the labels do not: the filter has to compare the same form.
  const quote = context.state.sliceDoc(found.from, found.from + 1) === '"' && found.from < found.to ? 1 : 0;
  return {
    from: found.from + quote,
    to: context.pos,
    options: found.choices.map((choice, at) => optionOf(choice, found.from, found.to, -at)),
  };
}

function optionOf(choice: Choice, from: number, to: number, boost: number): Completion {
  return {
    label: choice.label,
    detail: choice.detail,
    type: choice.kind,
    boost: Math.max(-99, boost),
    ...(choice.info === "" ? {} : { info: choice.info }),
    apply: (view, _completion, _from, typedTo) => {
      // The place was computed before the last letters were typed.
      const end = Math.max(to, typedTo);
      const closes =
        view.state.sliceDoc(end, end + 1) === '"' && view.state.sliceDoc(from, from + 1) === '"' && to < end ? 1 : 0;
      view.dispatch({
        changes: { from, to: end + closes, insert: choice.insert },
        selection: { anchor: from + choice.cursor },
        userEvent: "input.complete",
      });
    },
  };
}

function helpOf(key: string, form: string, says: string, preset: string | null): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "definition-help";
  const head = dom.appendChild(document.createElement("p"));
  head.appendChild(document.createElement("code")).textContent = key;
  head.append(` ${form}`);
  dom.appendChild(document.createElement("p")).textContent = preset === null ? says : `${says} Default: ${preset}.`;
  return dom;
}
