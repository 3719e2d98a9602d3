import { finding } from "../../core/findings/finding.ts";
import { placeholderNames } from "../../connector-language/json/placeholders.ts";
import { keysOf } from "../../connector-language/table/columns.ts";
import type { LooseObject } from "../imported.ts";
import { storedExpressions, storedName, storedWord } from "../stored-texts.ts";
import { pathOf } from "./expression/condition.ts";
import type { Expression } from "./expression/expression.ts";
import { onlyExpression, readTemplate, renderExpression } from "./expression/template.ts";
import type { Component } from "./manifest.ts";
import type { StreamDraft } from "./stream-draft.ts";

const NEUTRAL = new Set(["string", "int", "float"]);

/** Reads the transformations: columns that are added, fields that are dropped, and what has no place. */
export function readTransformations(stream: Component, draft: StreamDraft): void {
  for (const each of stream.components("transformations")) {
    switch (each.type()) {
      case "AddFields":
        for (const field of each.components("fields")) readAddedField(each, field, draft);
        break;
      case "RemoveFields":
        readRemovedFields(each, draft);
        break;
      case "KeysToLower":
      case "KeysToSnakeCase":
      case "KeysReplace":
      case "DpathFlattenFields":
        draft.note(each.place, finding("field-names-stay", {}));
        break;
      case "FlattenFields":
        break;
      default:
        draft.lose(
          each.place,
          "transformation",
          each.isCustom()
            ? finding("program-code", { part: "transformation" })
            : finding("type-unsupported", { type: storedWord(each.type()) }),
        );
    }
  }
}

function readRemovedFields(removing: Component, draft: StreamDraft): void {
  const paths = removing.list("field_pointers").map((at) => removing.elements(at).map(({ value }) => String(value)));
  const written = paths.map((steps) => (steps.some((step) => step.includes("*")) ? null : pathOf(steps)));
  const plain = written.flatMap((path) => (path === null || path === "$" || keysOf(path) === null ? [] : [path]));
  if (removing.at("condition") !== null || plain.length < paths.length)
    return draft.note(removing.place, finding("removed-fields-stay", {}));
  draft.dropped.push(...plain);
}

function readAddedField(adding: Component, field: Component, draft: StreamDraft): void {
  const name = field
    .list("path")
    .map(({ value }) => String(value))
    .join(".");
  const value = field.at("value");
  if (name === "" || value === null) return;
  const isSure = adding.at("condition") === null;
  const slice = isSure && typeof value.value === "string" ? sliceOf(onlyExpression(value.value), draft) : null;
  if (slice !== null) {
    draft.note(value.place, finding("field-is-of-parent", { field: storedName(name) }));
    draft.includeFromParent.add(slice);
    draft.addedFields.set(name, draft.columnOf(slice));
    return;
  }
  const column = isSure ? columnOf(value.value, field, draft) : null;
  if (column === null) {
    draft.addedFields.set(name, null);
    const facts = { field: storedName(name), value: storedExpressions(value.value) };
    return draft.lose(value.place, "added-field", finding("field-not-added", facts));
  }
  // Reading by time compares the field of the row, which only a plain path names.
  const isPath = typeof column.path === "string" && Object.keys(column).length === 1;
  draft.addedFields.set(name, isPath ? String(column.path) : null);
  if (column.path === name) return;
  const label = name.replaceAll(".", "__");
  const at = draft.columns.findIndex((known) => known.name === label);
  draft.columns.splice(at < 0 ? draft.columns.length : at, 1, { name: label, ...column });
}

/** The name of what the stream goes through, if an expression is that alone. */
function sliceOf(expression: Expression | null, draft: StreamDraft): string | null {
  if (expression?.kind === "filter") return NEUTRAL.has(expression.name) ? sliceOf(expression.of, draft) : null;
  if (expression?.kind !== "path" || expression.otherwise !== null || !isSlice(expression.root)) return null;
  const name = draft.slice.get(expression.steps.join("."));
  return name === undefined || name.startsWith("incremental.") ? null : name;
}

function isSlice(root: string): boolean {
  return /^stream_(slice|partition|interval)$/.test(root);
}

/** The keys of a column for what a source adds; null if the value has no form here. */
function columnOf(value: unknown, field: Component, draft: StreamDraft): LooseObject | null {
  if (typeof value === "number" || typeof value === "boolean") return { value };
  if (typeof value !== "string") return null;
  const expression = onlyExpression(value);
  const own = expression === null ? null : columnOfRow(expression);
  if (own !== null) return own;
  const parts = readTemplate(value);
  const made = parts?.map((part) =>
    "literal" in part ? plainText(part.literal) : textOf(part.expression, field, draft),
  );
  return made === undefined || made.includes(null) ? null : { value: made.join("") };
}

/** A literal that is no placeholder. */
function plainText(text: string): string | null {
  return placeholderNames(text).length === 0 ? text : null;
}

/** A column that is a field of the row, the first of several, or one that is changed as a text. */
function columnOfRow(expression: Expression): LooseObject | null {
  switch (expression.kind) {
    case "path": {
      if (expression.root !== "record") return null;
      const path = pathOf(expression.steps);
      const { otherwise } = expression;
      if (path === null || path === "$") return null;
      if (otherwise === null) return { path };
      return otherwise.kind === "literal" ? { path, default: otherwise.value } : null;
    }
    case "filter":
      if (expression.name === "trim") return changed(expression.of, { strip: true });
      return NEUTRAL.has(expression.name) ? columnOfRow(expression.of) : null;
    case "binary": {
      if (expression.operator !== "or") return null;
      const paths = [expression.left, expression.right].flatMap((each) => {
        const made = columnOfRow(each);
        if (made === null || Object.keys(made).length > 1) return [];
        return Array.isArray(made.first_of) ? made.first_of : [made.path ?? null];
      });
      return paths.length >= 2 && !paths.includes(null) ? { first_of: paths } : null;
    }
    case "call":
      return columnOfCall(expression);
    case "choice":
    case "list":
    case "literal":
    case "not":
      return null;
  }
}

function columnOfCall({ name, of, given }: Extract<Expression, { kind: "call" }>): LooseObject | null {
  const texts = given.flatMap((each) =>
    each.kind === "literal" && typeof each.value === "string" ? [each.value] : [],
  );
  if (of === null || texts.length < given.length) return null;
  const [from, to] = texts;
  if (name === "strip") return changed(of, { strip: from ?? true });
  if (name !== "replace" || from === undefined || to === undefined || from === "") return null;
  const made = columnOfRow(of);
  return made === null
    ? null
    : { ...made, replace: [...(Array.isArray(made.replace) ? made.replace : []), { from, to }] };
}

/** A column whose text is changed; not if it already has a change that comes before. */
function changed(of: Expression, change: LooseObject): LooseObject | null {
  const made = columnOfRow(of);
  return made === null || made.replace !== undefined || made.strip !== undefined ? null : { ...made, ...change };
}

/** A text of a field of the row, of settings that are no secret, or of what the stream goes through. */
function textOf(expression: Expression, field: Component, draft: StreamDraft): string | null {
  if (expression.kind === "filter" && NEUTRAL.has(expression.name)) return textOf(expression.of, field, draft);
  if (expression.kind === "binary" && (expression.operator === "+" || expression.operator === "~")) {
    const [left, right] = [textOf(expression.left, field, draft), textOf(expression.right, field, draft)];
    return left === null || right === null ? null : left + right;
  }
  if (expression.kind === "literal") return typeof expression.value === "string" ? plainText(expression.value) : null;
  if (expression.kind === "call") return joined(expression, field, draft);
  if (expression.kind !== "path" || expression.otherwise !== null) return null;
  if (expression.root === "record") {
    const path = pathOf(expression.steps);
    return typeof path === "string" && /^[A-Za-z0-9_.-]+$/.test(path) ? `{row.${path}}` : null;
  }
  const text = renderExpression(expression, field, draft, 0);
  return text === null || placeholderNames(text).some((key) => draft.settings.isPrivate(key)) ? null : text;
}

/** `'-'.join([record.a, record.b])`. */
function joined(
  { name, of, given }: Extract<Expression, { kind: "call" }>,
  field: Component,
  draft: StreamDraft,
): string | null {
  const [list] = given;
  if (name !== "join" || of?.kind !== "literal" || list?.kind !== "list") return null;
  const texts = list.items.map((item) => textOf(item, field, draft));
  return texts.includes(null) ? null : texts.join(String(of.value));
}
