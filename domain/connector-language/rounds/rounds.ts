import { type Finding, finding } from "../../core/findings/finding.ts";
import { allPrivateKeys } from "../definition/definition.ts";
import type { Definition, Operation } from "../definition/definition.ts";
import { isJsonObject, jsonEquals, scalarText, stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { parentOf } from "../definition/parents.ts";
import { valueAt } from "../json/paths.ts";
import { isUnset, onlyPlaceholder, placeholderNames } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import { requestTexts } from "../secrets/rendered-texts.ts";
import { MAX_ITERATIONS } from "../settings/settings.ts";

/** One round of an operation: its own values, and the columns that identify its rows. */
export interface Round {
  values: Map<string, Json>;
  columns: [label: string, value: Json][];
}

/** Rows of parent operations, each with only the paths that children need (`parentPaths`). */
export type ParentRows = ReadonlyMap<string, readonly ReadonlyMap<string, Json>[]>;
export type Rounds = { ok: true; rounds: Round[]; warnings: Finding[] } | { ok: false; finding: Finding };

/** The paths in an operation's rows that other operations read, by `for_each` or `include_from_parent`. */
export function parentPaths(definition: Definition, operationId: string): string[] {
  const paths = new Set<string>();
  for (const child of definition.operations) {
    const sources = child.forEach.flatMap(([, source]) => parentOf(definition, source) ?? []);
    if (!sources.some((source) => source.operation.id === operationId)) continue;
    for (const source of sources) if (source.operation.id === operationId) paths.add(source.path);
    for (const entry of child.includeFromParent) {
      const field = includedField(definition, child, entry);
      if (field !== null && field.parent === operationId) paths.add(field.path);
    }
  }
  return [...paths];
}

/** What an entry of `include_from_parent` means: a `for_each` name, `<parent id>.<field>`, or a field of the one parent. */
function includedField(
  definition: Definition,
  operation: Operation,
  entry: string,
): { parent: string; path: string } | null {
  const named = operation.forEach.find(([name]) => name === entry);
  const parent = parentOf(definition, named?.[1] ?? entry);
  if (parent !== null) return { parent: parent.operation.id, path: parent.path };
  if (named !== undefined) return null;
  const first = operation.forEach.flatMap(([, source]) => parentOf(definition, source) ?? [])[0];
  return first === undefined ? null : { parent: first.operation.id, path: entry };
}

/**
 * The rounds of an operation. Names with the same source advance together, different sources multiply; a list-valued
 * setting that a text of the operation uses, without `for_each`, is iterated as well and becomes a column.
 */
export function roundsOf(definition: Definition, operation: Operation, values: Values, parents: ParentRows): Rounds {
  const warnings: Finding[] = [];
  const axes: Round[][] = [];
  // A private value must not appear in a column.
  const hidden = allPrivateKeys(definition);
  const sources = new Set(operation.forEach.map(([, source]) => sourceKey(definition, source)));
  for (const key of sources) {
    const names = operation.forEach.filter(([, source]) => sourceKey(definition, source) === key);
    const parent = parentOf(definition, names[0]?.[1] ?? "");
    const axis =
      parent === null
        ? settingAxis(operation, names, key, values, hidden)
        : parentAxis(definition, operation, names, parent.operation.id, parents, warnings);
    if (!Array.isArray(axis)) return { ok: false, finding: axis };
    axes.push(axis);
  }
  const taken = new Set(operation.forEach.map(([name]) => name));
  for (const name of namesInTexts(operation)) {
    const list = values.get(name);
    if (taken.has(name) || !Array.isArray(list) || list.some((item) => scalarText(item) === null)) continue;
    axes.push(
      list.map((item) => ({ values: new Map([[name, item]]), columns: hidden.has(name) ? [] : [[name, item]] })),
    );
  }
  const count = axes.reduce((product, axis) => product * axis.length, 1);
  // One parent may have many rows; a product of lists must not be large.
  const lists =
    axes.length > 1 ||
    operation.forEach.length === 0 ||
    operation.forEach.some(([, source]) => parentOf(definition, source) === null);
  if (lists && count > MAX_ITERATIONS)
    return { ok: false, finding: finding("too-many-rounds", { rounds: count, limit: MAX_ITERATIONS }) };
  return { ok: true, rounds: Array.from({ length: count }, (_, index) => combine(axes, index)), warnings };
}

function combine(axes: Round[][], index: number): Round {
  const round: Round = { values: new Map(), columns: [] };
  let rest = index;
  for (const axis of axes.toReversed()) {
    const part = axis[rest % axis.length];
    rest = Math.floor(rest / axis.length);
    if (part === undefined) continue;
    for (const [name, value] of part.values) round.values.set(name, value);
    round.columns.unshift(...part.columns);
  }
  return round;
}

function sourceKey(definition: Definition, source: string): string {
  const parent = parentOf(definition, source);
  if (parent !== null) return `operation ${parent.operation.id}`;
  return `setting ${(placeholderNames(source)[0] ?? "").split(".")[0]}`;
}

function settingAxis(
  operation: Operation,
  names: [string, string][],
  key: string,
  values: Values,
  hidden: ReadonlySet<string>,
): Round[] | Finding {
  const setting = key.replace("setting ", "");
  const value = values.get(setting);
  if (isUnset(value)) return finding("round-values-missing", { name: setting });
  const items = Array.isArray(value) ? value : [value ?? null];
  return items.map((item) => {
    const round: Round = { values: new Map(), columns: [] };
    for (const [name, source] of names) {
      const inner = (placeholderNames(source)[0] ?? "").split(".").slice(1);
      const found = inner.length === 0 ? item : isJsonObject(item) ? valueAt(item, inner) : null;
      round.values.set(name, found);
      if (operation.includeFromParent.includes(name) && !hidden.has(setting)) round.columns.push([name, found]);
    }
    return round;
  });
}

function parentAxis(
  definition: Definition,
  operation: Operation,
  names: [string, string][],
  parentId: string,
  parents: ParentRows,
  warnings: Finding[],
): Round[] | Finding {
  const rows = parents.get(parentId);
  if (rows === undefined) return finding("parent-incomplete", { parent: parentId });
  const axis: Round[] = [];
  let skipped = 0;
  for (const row of rows) {
    const round: Round = { values: new Map(), columns: [] };
    for (const [name, source] of names)
      round.values.set(name, row.get(parentOf(definition, source)?.path ?? "") ?? null);
    if ([...round.values.values()].some(isUnset)) {
      skipped += 1;
      continue;
    }
    for (const entry of operation.includeFromParent) {
      const field = includedField(definition, operation, entry);
      if (field?.parent === parentId)
        round.columns.push([`${parentId}__${field.path.replaceAll(".", "__")}`, row.get(field.path) ?? null]);
    }
    axis.push(round);
  }
  const once = asksOnce(axis);
  const differing = axis.filter((round) => !jsonEquals(columnsOf(round), columnsOf(once.get(askedBy(round)) ?? round)));
  if (differing.length > 0)
    warnings.push(finding("parent-rows-differ", { rows: differing.length, parent: parentId, operation: operation.id }));
  if (skipped > 0)
    warnings.push(finding("parent-rows-skipped", { rows: skipped, parent: parentId, operation: operation.id }));
  return [...once.values()];
}

/** The first round for each value that is asked with: equal questions have equal answers. */
function asksOnce(axis: readonly Round[]): ReadonlyMap<string, Round> {
  const once = new Map<string, Round>();
  for (const round of axis) {
    const asked = askedBy(round);
    if (!once.has(asked)) once.set(asked, round);
  }
  return once;
}

/** What a round asks with. A number and its text are sent alike. */
function askedBy({ values }: Round): string {
  return stringifyJson([...values.values()].map((value) => scalarText(value) ?? [value]));
}

function columnsOf({ columns }: Round): Json {
  return columns.map(([, value]) => value);
}

/** The names in URL, query, headers and mixed texts of the body: places that cannot hold a list. */
function namesInTexts(operation: Operation): Set<string> {
  return new Set(
    requestTexts(operation)
      .filter(({ text, use }) => use !== "body" || onlyPlaceholder(text) === null)
      .flatMap(({ text }) => placeholderNames(text)),
  );
}
