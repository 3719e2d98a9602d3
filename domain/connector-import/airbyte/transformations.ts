import { finding } from "../../core/findings/finding.ts";
import { placeholderNames } from "../../connector-language/json/placeholders.ts";
import { keysOf } from "../../connector-language/table/columns.ts";
import type { LooseObject } from "../imported.ts";
import { storedExpressions, storedName, storedWord } from "../stored-texts.ts";
import { pathOf } from "./expression/condition.ts";
import type { Expression } from "./expression/expression.ts";
import { onlyExpression, readTemplate, renderExpression } from "./expression/template.ts";
import type { Component } from "./manifest.ts";
import type { RowFields } from "./row-fields.ts";
import type { StreamDraft } from "./stream-draft.ts";

const NEUTRAL = new Set(["string", "int", "float"]);
/** Characters of the names of fields that count as one step. */
const CHARACTERS_A_STEP = 10;

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
        draft.fields.rename();
        break;
      case "FlattenFields":
        draft.fields.rename();
        break;
      default:
        draft.lose(
          each.place,
          "transformation",
          each.isCustom()
            ? finding("program-code", { part: "transformation" })
            : finding("type-unsupported", { type: storedWord(each.type()) }),
        );
        draft.fields.rename();
    }
  }
}

function readRemovedFields(removing: Component, draft: StreamDraft): void {
  const pointers = removing.list("field_pointers").map((at) => removing.elements(at).map(({ value }) => String(value)));
  removing.steps.take(pointers.flat().join("").length / CHARACTERS_A_STEP);
  const isPlain = (steps: string[]) => steps.length > 0 && !steps.some((step) => step.includes("*"));
  const paths = pointers.map((steps) => (isPlain(steps) && draft.fields.isField(steps) ? pathOf(steps) : null));
  const known = paths.flatMap((path) => (path === null || keysOf(path) === null ? [] : [path]));
  for (const steps of pointers) if (isPlain(steps)) draft.fields.change(steps, null);
  if (removing.at("condition") !== null || known.length < paths.length)
    return draft.note(removing.place, finding("removed-fields-stay", {}));
  removing.steps.take(draft.columns.length);
  const labels = new Set(pointers.map((steps) => labelOf(steps.join("."))));
  const kept = draft.columns.filter(({ name }) => !isWithin(String(name), labels));
  draft.columns.splice(0, draft.columns.length, ...kept);
  draft.dropped.push(...known);
}

/** Whether a column is one of these, or made of a part of their fields. */
function isWithin(column: string, labels: ReadonlySet<string>): boolean {
  const parts = column.split("__");
  return parts.some((_part, at) => labels.has(parts.slice(0, at + 1).join("__")));
}

function labelOf(name: string): string {
  return name.replaceAll(".", "__");
}

function readAddedField(adding: Component, field: Component, draft: StreamDraft): void {
  const steps = field.list("path").map(({ value }) => String(value));
  const name = steps.join(".");
  const value = field.at("value");
  if (name === "" || value === null) return;
  field.steps.take(name.length / CHARACTERS_A_STEP);
  const isSure = adding.at("condition") === null;
  const expression = isSure && typeof value.value === "string" ? onlyExpression(value.value) : null;
  const slice = sliceOf(expression, draft);
  if (slice !== null) {
    draft.note(value.place, finding("field-is-of-parent", { field: storedName(name) }));
    draft.includeFromParent.add(slice);
    draft.addedFields.set(name, draft.columnOf(slice));
    draft.fields.change(steps, null);
    return;
  }
  const column = isSure ? columnOf(value.value, field, draft) : null;
  const from = expression?.kind === "path" && expression.root === "record" ? expression : null;
  draft.fields.change(steps, from?.otherwise === null ? draft.fields.placeOf(from.steps) : null);
  if (column === null) {
    draft.addedFields.set(name, null);
    const facts = { field: storedName(name), value: storedExpressions(value.value) };
    return draft.lose(value.place, "added-field", finding("field-not-added", facts));
  }
  if (column.first_of !== undefined) draft.note(value.place, finding("zero-is-value", { field: storedName(name) }));
  // Reading by time compares the field of the row, which only a plain path names.
  const isPath = typeof column.path === "string" && Object.keys(column).length === 1;
  draft.addedFields.set(name, isPath ? String(column.path) : null);
  const label = labelOf(name);
  const at = draft.columns.findIndex((known) => known.name === label);
  const made = isPath && column.path === name ? [] : [{ name: label, ...column }];
  draft.columns.splice(at < 0 ? draft.columns.length : at, at < 0 ? 0 : 1, ...made);
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
  const own = expression === null ? null : columnOfRow(expression, draft.fields);
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
function columnOfRow(expression: Expression, fields: RowFields): LooseObject | null {
  switch (expression.kind) {
    case "path": {
      if (expression.root !== "record") return null;
      const path = fields.pathOf(expression.steps);
      const { otherwise } = expression;
      if (path === null || path === "$") return null;
      if (otherwise === null) return { path };
      return otherwise.kind === "literal" ? { path, default: otherwise.value } : null;
    }
    case "filter":
      if (expression.name === "trim") return changed(expression.of, { strip: true }, fields);
      return NEUTRAL.has(expression.name) ? columnOfRow(expression.of, fields) : null;
    case "binary":
      return expression.operator === "or" ? firstOf(expression, fields) : null;
    case "call":
      return columnOfCall(expression, fields);
    case "choice":
    case "list":
    case "literal":
    case "not":
      return null;
  }
}

/** The first of several fields that has a value, or else a fixed one; null if a part is something else. */
function firstOf({ left, right }: Extract<Expression, { kind: "binary" }>, fields: RowFields): LooseObject | null {
  const before = columnOfRow(left, fields);
  const { first_of = before?.path === undefined ? undefined : [before.path] } = before ?? {};
  if (before === null || first_of === undefined || Object.keys(before).length > 1) return null;
  if (right.kind === "literal") return { first_of, ...(right.value === null ? {} : { default: right.value }) };
  const after = columnOfRow(right, fields);
  const { path } = after ?? {};
  if (after === null || path === undefined || Object.keys(after).length > 1) return null;
  const paths = [first_of].flat().concat([path]);
  return paths.length > MOST_ALTERNATIVES ? null : { first_of: paths };
}

const MOST_ALTERNATIVES = 20;

function columnOfCall(
  { name, of, given }: Extract<Expression, { kind: "call" }>,
  fields: RowFields,
): LooseObject | null {
  const texts = given.flatMap((each) =>
    each.kind === "literal" && typeof each.value === "string" ? [each.value] : [],
  );
  if (of === null || texts.length < given.length) return null;
  const [from, to] = texts;
  if (name === "strip") return changed(of, { strip: from ?? true }, fields);
  if (name !== "replace" || from === undefined || to === undefined || from === "") return null;
  const made = columnOfRow(of, fields);
  return made === null || made.default !== undefined
    ? null
    : { ...made, replace: [...(Array.isArray(made.replace) ? made.replace : []), { from, to }] };
}

/** A column whose text is changed; not if it has a change that comes before, or a default, which would stay as it is. */
function changed(of: Expression, change: LooseObject, fields: RowFields): LooseObject | null {
  const made = columnOfRow(of, fields);
  const isFit = made?.replace === undefined && made?.strip === undefined && made?.default === undefined;
  return made === null || !isFit ? null : { ...made, ...change };
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
    const path = draft.fields.pathOf(expression.steps);
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
