import type { Finding } from "../../../core/findings/finding.ts";
import type { Loose } from "../../imported.ts";
import { unwritable } from "../../stored-texts.ts";
import type { Component, Placed } from "../manifest.ts";
import type { Settings } from "../settings/spec-settings.ts";
import { type Expression, readExpression } from "./expression.ts";

/** What the names in expressions stand for. */
export interface Scope {
  readonly settings: Settings;
  /** The placeholders of the members of a slice, such as `company_id`, `parent_slice.id` or `start_time`. */
  readonly slice: ReadonlyMap<string, string>;
}

export type TemplatePart = { readonly literal: string } | { readonly expression: Expression };
/** `text`: with placeholders; `lost`: why the text has no form here. */
export type Rendered = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly lost: Finding };

const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 3;
const SLICES = new Set(["stream_slice", "stream_partition", "stream_interval"]);
/** Filters that change nothing of what is sent. */
const NEUTRAL = new Set(["string", "int", "float", "trim", "urlencode", "safe"]);

/** The parts of a template; its expression alone if that is all; null for one with statements or unknown words. */
export function readTemplate(text: string): TemplatePart[] | null {
  if (text.length > MAX_CHARACTERS || text.includes("{%") || text.includes("{#")) return null;
  const parts: TemplatePart[] = [];
  let from = 0;
  for (let start = text.indexOf("{{"); start >= 0; start = text.indexOf("{{", from)) {
    const end = text.indexOf("}}", start);
    if (end < 0) return null;
    if (start > from) parts.push({ literal: text.slice(from, start) });
    const expression = readExpression(text.slice(start + 2, end).replace(/^-|-$/g, ""));
    if (expression === null) return null;
    parts.push({ expression });
    from = end + 2;
  }
  if (from < text.length) parts.push({ literal: text.slice(from) });
  return parts;
}

/** The expression that a text consists of, apart from spaces, or null. */
export function onlyExpression(text: string): Expression | null {
  const parts = readTemplate(text.trim());
  const [part] = parts ?? [];
  return parts?.length === 1 && part !== undefined && "expression" in part ? part.expression : null;
}

/** A text, number or boolean of a component as text with placeholders. */
export function render({ value }: Placed, component: Component, scope: Scope): Rendered {
  return renderValue(value, component, scope, 0);
}

function renderValue(value: Loose, component: Component, scope: Scope, depth: number): Rendered {
  if (typeof value === "number" || typeof value === "boolean") return { ok: true, text: String(value) };
  if (typeof value !== "string" || depth > MAX_DEPTH) return lost(value);
  component.steps.take(1 + Math.min(value.length, MAX_CHARACTERS) / 2);
  const parts = readTemplate(value);
  if (parts === null) return lost(value);
  let text = "";
  for (const part of parts) {
    const made =
      "literal" in part ? literalText(part.literal, scope) : renderExpression(part.expression, component, scope, depth);
    if (made === null) return lost(value);
    text += made;
  }
  return { ok: true, text };
}

function lost(value: Loose): Rendered {
  return { ok: false, lost: unwritable("expression", value) };
}

/** Braces around a name that the definition declares would be taken for a placeholder. */
function literalText(text: string, { settings, slice }: Scope): string | null {
  const names = new Set(slice.values());
  for (const [, name = ""] of text.matchAll(/\{([A-Za-z_][\w.-]*)\}/g))
    if (names.has(name) || settings.declares(name)) return null;
  return text;
}

/** One expression as text; null if it has no form here. */
export function renderExpression(
  expression: Expression,
  component: Component,
  scope: Scope,
  depth: number,
): string | null {
  switch (expression.kind) {
    case "literal":
      return expression.value === null ? "" : String(expression.value);
    case "path":
      return renderPath(expression, component, scope, depth);
    case "filter":
      return renderFilter(expression, component, scope, depth);
    case "binary": {
      if (expression.operator !== "+" && expression.operator !== "~") return null;
      const left = renderExpression(expression.left, component, scope, depth);
      const right = renderExpression(expression.right, component, scope, depth);
      const isSum = [expression.left, expression.right].every(
        (each) => each.kind === "literal" && typeof each.value === "number",
      );
      return left === null || right === null || isSum ? null : left + right;
    }
    case "call":
      return joined(expression, scope);
    case "choice":
      // What only the first page sends is sent with all: a next address is followed as it is.
      return isFirstPage(expression.test)
        ? renderExpression(expression.then, component, scope, depth)
        : chosen(expression, scope);
    case "list":
    case "not":
      return null;
  }
}

function renderPath(
  { root, steps, otherwise }: Extract<Expression, { kind: "path" }>,
  component: Component,
  scope: Scope,
  depth: number,
): string | null {
  if (otherwise !== null && otherwise.kind !== "literal") return null;
  if (root === "config") {
    const key = scope.settings.use(steps.map(String));
    if (key !== null && otherwise !== null) scope.settings.suggest(key, otherwise.value);
    return key === null ? null : `{${key}}`;
  }
  if (root === "parameters" || root === "options") {
    const found = parameterAt(component, steps);
    if (found === null) return otherwise === null ? "" : String(otherwise.value);
    const made = renderValue(found.value, component, scope, depth + 1);
    return made.ok ? made.text : null;
  }
  if (!SLICES.has(root)) return null;
  const name = scope.slice.get(sliceName(steps));
  return name === undefined ? null : `{${name}}`;
}

/** The name of a member of a slice; the parts of a slice for cursor and partition are left out. */
export function sliceName(steps: readonly (string | number)[]): string {
  const [first] = steps;
  return (first === "cursor_slice" || first === "partition" ? steps.slice(1) : steps).join(".");
}

/** The value of a parameter, or null. */
export function parameterAt(component: Component, [name, ...rest]: readonly (string | number)[]): Placed | null {
  let found = component.parameters.get(String(name ?? "")) ?? null;
  for (const step of rest) found = found === null ? null : (component.open(found)?.at(String(step)) ?? null);
  return found;
}

function renderFilter(
  { name, of, given }: Extract<Expression, { kind: "filter" }>,
  component: Component,
  scope: Scope,
  depth: number,
): string | null {
  if (NEUTRAL.has(name)) return renderExpression(of, component, scope, depth);
  const [otherwise] = given;
  if (name !== "default" || of.kind !== "path" || otherwise === undefined) return null;
  return renderPath({ ...of, otherwise }, component, scope, depth);
}

/** A list as one text: `','.join(config['ids'])`. */
function joined({ name, of, given }: Extract<Expression, { kind: "call" }>, { settings }: Scope): string | null {
  const [list] = given;
  if (name !== "join" || of?.kind !== "literal" || list === undefined) return null;
  if (list.kind === "list") {
    const values = list.items.flatMap((item) => (item.kind === "literal" ? [String(item.value)] : []));
    return values.length === list.items.length ? values.join(String(of.value)) : null;
  }
  if (list.kind !== "path" || list.root !== "config" || list.otherwise !== null) return null;
  const key = settings.use(list.steps.map(String));
  if (key === null) return null;
  settings.asList(key);
  const derived = settings.derive(key, { join: String(of.value) });
  return derived === null ? null : `{${derived}}`;
}

type Choice = Extract<Expression, { kind: "choice" }>;

/** Texts that one setting chooses: `'a' if config['x'] == 'y' else 'b'`. */
function chosen(choice: Choice, { settings }: Scope): string | null {
  const map: Record<string, string> = {};
  let key: string | null = null;
  for (let at: Expression = choice; ;) {
    if (at.kind !== "choice") {
      const otherwise = literalOf(at);
      const name = otherwise === null || key === null ? null : settings.derive(key, { map, default: otherwise });
      return name === null ? null : `{${name}}`;
    }
    const test = testOf(at.test);
    const own = test === null ? null : settings.use(test.steps.map(String));
    const then: string | null = literalOf(at.then);
    const otherwise: string | null = at.otherwise === null ? "" : literalOf(at.otherwise);
    if (test === null || own === null || (key !== null && own !== key)) return null;
    // Of a text every value but the empty one counts as true, and none is the same as true.
    if (test.isOfSwitch !== (settings.field(own)?.type === "boolean")) return null;
    key = own;
    const [held, rest]: (string | null)[] = test.isNot ? [otherwise, then] : [then, otherwise];
    if (held == null) return null;
    for (const value of test.values) if (!Object.hasOwn(map, value)) map[value] = held;
    // A test that is denied, and one without an alternative, end the chain.
    if (test.isNot || at.otherwise === null) {
      if (rest == null) return null;
      at = { kind: "literal", value: rest };
    } else at = at.otherwise;
  }
}

function literalOf(expression: Expression): string | null {
  const { kind } = expression;
  return kind === "literal" && expression.value !== null && !String(expression.value).includes("{")
    ? String(expression.value)
    : null;
}

interface SettingTest {
  readonly steps: readonly (string | number)[];
  /** The values with which it holds, or with `isNot` does not. */
  readonly values: string[];
  readonly isNot: boolean;
  /** Whether it asks for true or false. */
  readonly isOfSwitch: boolean;
}

function testOf(test: Expression): SettingTest | null {
  if (test.kind === "not") {
    const of = testOf(test.of);
    return of === null ? null : { ...of, isNot: !of.isNot };
  }
  if (test.kind === "path")
    return test.root === "config" && test.otherwise === null
      ? { steps: test.steps, values: ["true"], isNot: false, isOfSwitch: true }
      : null;
  if (test.kind !== "binary" || test.left.kind !== "path" || test.left.root !== "config") return null;
  const { operator, left, right } = test;
  const items = operator === "in" && right.kind === "list" ? right.items : [right];
  const values = items.flatMap((item) => (item.kind === "literal" && item.value !== null ? [item.value] : []));
  if (values.length < items.length || !["==", "!=", "in"].includes(operator)) return null;
  const isOfSwitch = values.some((value) => typeof value === "boolean");
  return { steps: left.steps, values: values.map(String), isNot: operator === "!=", isOfSwitch };
}

function isFirstPage(test: Expression): boolean {
  return test.kind === "not" && test.of.kind === "path" && test.of.root === "next_page_token";
}
