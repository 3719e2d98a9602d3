import type { LooseObject } from "../../imported.ts";
import { unwritable } from "../../stored-texts.ts";
import { allOf, matchersOf, pathOf } from "../expression/condition.ts";
import type { Expression } from "../expression/expression.ts";
import { onlyExpression } from "../expression/template.ts";
import type { Component } from "../manifest.ts";
import type { StreamDraft } from "../stream-draft.ts";

export type Steps = readonly (string | number)[];
/** Where the rows of a page are, and how many a full one has; null if that is not known. */
export type PageRows = { readonly rows: Steps | null; readonly size: number | null };

/** Where the cursor of the next page is. */
export type Source =
  | { readonly kind: "response" | "row"; readonly path: string | string[]; readonly steps: Steps }
  | { readonly kind: "header"; readonly path: string; readonly steps: Steps }
  | { readonly kind: "link"; readonly steps: Steps };

/** The key that says where the answer tells that there is no more; a loss if the condition has no form. */
export function endOf(strategy: Component, source: Source, page: PageRows, draft: StreamDraft): LooseObject {
  const at = strategy.at("stop_condition");
  if (at === null) return {};
  const expression = typeof at.value === "string" ? onlyExpression(at.value) : null;
  const ends = expression === null ? null : endsIn(expression, source, page.rows);
  const paths = [...new Set(ends?.map((path) => JSON.stringify(path)))];
  if (ends !== null && paths.length <= 1) return ends[0] === undefined ? {} : { has_more_path: ends[0] };
  const stop = expression === null ? null : stopRule(expression, source, page, draft);
  if (stop === null) draft.loseRows(at.place, "stop-condition", unwritable("end", at.value));
  return stop ?? {};
}

/** The rule that ends paging, or that a short page does; null if a condition has no form. */
function stopRule(condition: Expression, source: Source, page: PageRows, draft: StreamDraft): LooseObject | null {
  const parts = alternatives(condition);
  const isShort = parts.map((part) => isShortPage(part, page, draft));
  const made = parts.flatMap((part, at) => {
    // What a cursor ends anyway needs no rule.
    if (isShort[at] === true || endsIn(part, source, page.rows)?.length === 0) return [];
    return [stopMatcher(part, page.rows)];
  });
  const rules = made.flatMap((rule) => rule ?? []);
  if (rules.length < made.length) return null;
  return {
    ...(rules.length === 0 ? {} : { stop: rules.length === 1 ? (rules[0] ?? {}) : { any: rules } }),
    ...(isShort.includes(true) ? { stop_on_short_page: true } : {}),
  };
}

function alternatives(condition: Expression): Expression[] {
  return condition.kind === "binary" && condition.operator === "or"
    ? [...alternatives(condition.left), ...alternatives(condition.right)]
    : [condition];
}

const YES = [true, 1, "true", "1"];

function stopMatcher(condition: Expression, rows: Steps | null): LooseObject | null {
  const matchers = matchersOf(condition, {
    place: ({ root, steps }): LooseObject | null => {
      if (root === "headers") return steps.length === 1 ? { header: String(steps[0]) } : null;
      const path = root === "response" && steps.length > 0 ? pathOf(steps) : null;
      return path === null ? null : { path };
    },
    text: () => null,
    special: (part) => {
      const denied = deniedPath(part);
      if (denied?.root === "last_page_size") return emptyRows(rows);
      if (denied?.root === "response" && denied.isOfMissing && denied.steps.length > 0) return isNothing(denied.steps);
      if (part.kind !== "path" || part.root !== "response" || part.otherwise !== null) return null;
      const path = part.steps.length === 0 ? null : pathOf(part.steps);
      return path === null ? null : { path, in: [...YES] };
    },
  });
  return matchers === null || matchers.length === 0 ? null : allOf(matchers);
}

/** Nothing there, or what counts as no. */
function isNothing(steps: Steps): LooseObject | null {
  const path = pathOf(steps);
  if (path === null) return null;
  return {
    any: [
      { path, exists: false },
      { path, in: [false, 0, ""] },
    ],
  };
}

function emptyRows(rows: Steps | null): LooseObject | null {
  const [path] = firstRow(rows) ?? [];
  return path === undefined ? null : { path, exists: false };
}

/** Whether a condition says that a page has fewer rows than one page takes. */
function isShortPage(condition: Expression, { rows, size }: PageRows, draft: StreamDraft): boolean {
  if (condition.kind !== "binary" || condition.operator !== "<") return false;
  const counted = pathIn(condition.left);
  const isOfRows =
    counted?.root === "last_page_size" ||
    (counted?.root === "response" && condition.left.kind === "filter" && counted.steps.join("\n") === rows?.join("\n"));
  if (!isOfRows || size === null) return false;
  const { right } = condition;
  if (right.kind === "literal") return right.value === size;
  return (
    right.kind === "path" &&
    right.root === "config" &&
    Number(draft.settings.defaultOf(right.steps.map(String))) === size
  );
}

/** Where an answer says that there is no more, for each part of a condition; none for parts that a cursor ends anyway. */
function endsIn(condition: Expression, source: Source, rows: Steps | null): (string | string[])[] | null {
  if (condition.kind === "binary" && condition.operator === "or") {
    const [left, right] = [endsIn(condition.left, source, rows), endsIn(condition.right, source, rows)];
    return left === null || right === null ? null : [...left, ...right];
  }
  const denied = deniedPath(condition);
  if (denied === null) return null;
  if (denied.root === "last_page_size") return source.kind === "row" ? [] : firstRow(rows);
  const isCursor = denied.root === rootOf(source) && denied.steps.every((step, at) => step === source.steps[at]);
  if (isCursor || (source.kind === "link" && denied.root === "headers")) return [];
  // A place that says whether there is more ends paging also where it is missing.
  if (denied.root !== "response" || !denied.isOfMissing) return null;
  if (rows !== null && rows.join("\n") === denied.steps.join("\n")) return firstRow(rows);
  const path = denied.steps.length === 0 ? null : pathOf(denied.steps);
  return path === null ? null : [path];
}

/** An answer without a first row has no more of them. */
function firstRow(rows: Steps | null): (string | string[])[] | null {
  const path = rows === null || rows.includes("*") ? null : pathOf([...rows, 0]);
  return path === null ? null : [path];
}

function rootOf(source: Source): string {
  return { response: "response", row: "last_record", header: "headers", link: "headers" }[source.kind];
}

interface Denied {
  readonly root: string;
  readonly steps: Steps;
  /** Whether the condition also holds where the place is missing. */
  readonly isOfMissing: boolean;
}

/** The place of which a condition says that nothing, or what counts as no, is there. */
function deniedPath(condition: Expression): Denied | null {
  if (condition.kind === "not") {
    const path = pathIn(condition.of);
    return path === null ? null : { ...path, isOfMissing: true };
  }
  if (condition.kind !== "binary") return null;
  const { operator, left, right } = condition;
  if (operator === "not in" && left.kind === "literal" && right.kind === "path")
    return { root: right.root, steps: [...right.steps, String(left.value)], isOfMissing: true };
  const path = pathIn(left);
  if (path === null || right.kind !== "literal") return null;
  const { value } = right;
  const isOfMissing = value === null || value === "none" || operator === "is not" || left.kind === "filter";
  const denied = { ...path, isOfMissing };
  if (path.root === "last_page_size") return operator === "==" || operator === "<" || operator === "<=" ? denied : null;
  if (left.kind === "filter") return operator === "==" && value === 0 ? denied : null;
  const isNo =
    (operator === "==" && (value === null || value === "" || value === false || value === 0)) ||
    (operator === "is" && (value === "none" || value === "false")) ||
    (operator === "is not" && (value === "defined" || value === "true"));
  return isNo ? denied : null;
}

function pathIn(expression: Expression): { root: string; steps: Steps } | null {
  const of = expression.kind === "filter" && /^(length|count)$/.test(expression.name) ? expression.of : expression;
  return of.kind === "path" ? { root: of.root, steps: of.steps } : null;
}
