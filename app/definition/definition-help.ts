import type { JsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import type { JsonValue } from "#domain/core/values/json.ts";
import { type Outline, outlineOf, type OutlineNode, type CursorContext, cursorContextAt } from "./json-outline.ts";
import { formsOf, formText, keysAt, schemasAt, valuesOf } from "./schema-walk.ts";

/** One possible completion. */
export interface Choice {
  label: string;
  /** The inserted text, and the cursor position in it. */
  insert: string;
  cursor: number;
  /** Its form, shown at the right. */
  detail: string;
  /** What it means. */
  info: string;
  kind: "key" | "value" | "placeholder";
}
/** The completions for a range of the text. */
export interface Choices {
  from: number;
  to: number;
  choices: Choice[];
}

/** The completions at an offset: missing keys, required ones first; values from the schema; placeholders in a text. */
export function choicesAt(schema: JsonSchema, text: string, offset: number): Choices | null {
  const outline = outlineOf(text);
  const cursor = cursorContextAt(outline, offset);
  if (cursor === null) return null;
  if (cursor.role === "key") return keyChoices(schema, text, cursor);
  const open = /\{([\w.-]*)$/.exec(text.slice(cursor.from, offset));
  if (text[cursor.from] === '"' && open !== null)
    return placeholderChoices(outline, offset - (open[1] ?? "").length, text);
  const choices = schemasAt(schema, cursor.path).flatMap((each) =>
    valuesOf(schema, each).map(({ value, why }) => valueChoice(value, why, each.description ?? "")),
  );
  const seen = new Set<string>();
  const unique = choices.filter(({ label }) => !seen.has(label) && seen.add(label));
  return unique.length === 0 ? null : { from: cursor.from, to: cursor.to, choices: unique };
}

function keyChoices(schema: JsonSchema, text: string, cursor: CursorContext): Choices | null {
  const present = new Set(cursor.present);
  const follows = /^\s*(["}\]a-zA-Z]|$)/.exec(text.slice(cursor.to))?.[1];
  const comma = follows !== undefined && follows !== "" && !"}]".includes(follows) ? "," : "";
  const choices = keysAt(schema, cursor.path)
    .filter(({ name }) => !present.has(name))
    .map(({ name, schema: own, required }): Choice => {
      const key = JSON.stringify(name);
      const [before, after] = cursor.hasColon ? ["", ""] : stubOf(schema, own);
      const insert = cursor.hasColon ? key : `${key}: ${before}${after}${comma}`;
      return {
        label: name,
        insert,
        cursor: cursor.hasColon ? key.length : key.length + 2 + before.length,
        detail: required ? `${formText(schema, own)}, required` : formText(schema, own),
        info: own.description ?? "",
        kind: "key",
      };
    });
  return choices.length === 0 ? null : { from: cursor.from, to: cursor.to, choices };
}

/** The text before and after the cursor when a key is inserted. */
function stubOf(root: JsonSchema, schema: JsonSchema): [before: string, after: string] {
  const [form] = formsOf(root, schema);
  if (form === undefined || form.enum !== undefined || form.const !== undefined) return ["", ""];
  const stubs: Readonly<Record<string, [before: string, after: string]>> = {
    string: ['"', '"'],
    array: ["[", "]"],
    object: ["{ ", " }"],
  };
  return stubs[form.type ?? ""] ?? ["", ""];
}

function valueChoice(value: JsonValue, why: string, info: string): Choice {
  const insert = JSON.stringify(value);
  return {
    label: typeof value === "string" ? value : insert,
    insert,
    cursor: insert.length,
    detail: why === "choice" ? "" : why,
    info,
    kind: "value",
  };
}

function placeholderChoices(outline: Outline, from: number, text: string): Choices | null {
  const [typed = ""] = /^[\w.-]*\}?/.exec(text.slice(from)) ?? [];
  const choices = declaredKeys(outline.root).map((key): Choice => ({
    label: key,
    insert: `${key}}`,
    cursor: key.length + 1,
    detail: "field",
    info: "The value of this field.",
    kind: "placeholder",
  }));
  return choices.length === 0 ? null : { from, to: from + typed.length, choices };
}

/** The keys of all fields that a definition declares. */
function declaredKeys(root: OutlineNode | null): string[] {
  const keys = new Set<string>();
  const queue: { node: OutlineNode; isField: boolean }[] = root === null ? [] : [{ node: root, isField: false }];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const { node, isField } = item;
    if (node.kind === "array") for (const inner of node.items) queue.push({ node: inner, isField });
    if (node.kind !== "object") continue;
    for (const { key, value } of node.entries) {
      if (value === null) continue;
      if (isField && key === "key" && value.kind === "text") keys.add(value.value);
      queue.push({ node: value, isField: /^(params_)?fields$/.test(key) });
    }
  }
  return [...keys].sort();
}

/** What a key means: shown on hover over it or its value. */
export interface KeyHelp {
  from: number;
  to: number;
  key: string;
  form: string;
  says: string;
  default: string | null;
}

/** The help for the key at an offset, or for the key whose value is there. */
export function helpAt(schema: JsonSchema, text: string, offset: number): KeyHelp | null {
  const outline = outlineOf(text);
  const cursor = cursorContextAt(outline, offset);
  if (cursor === null || cursor.from === cursor.to) return null;
  const path = [...cursor.path];
  if (cursor.role === "key") path.push(keyIn(text.slice(cursor.from, cursor.to)));
  while (typeof path.at(-1) === "number") path.pop();
  const key = path.at(-1);
  const found = schemasAt(schema, path).find(({ description }) => description !== undefined);
  if (typeof key !== "string" || found === undefined) return null;
  return {
    from: cursor.from,
    to: cursor.to,
    key,
    form: formText(schema, found),
    says: found.description ?? "",
    default: found.default === undefined ? null : JSON.stringify(found.default),
  };
}

function keyIn(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.replace(/^"/, "");
  }
}
