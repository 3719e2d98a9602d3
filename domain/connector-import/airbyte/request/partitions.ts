import { finding } from "../../../core/findings/finding.ts";
import { FIELD_KEY } from "../../../connector-language/json/placeholders.ts";
import type { Loose } from "../../imported.ts";
import { storedWord, unwritable } from "../../stored-texts.ts";
import { pathOf } from "../expression/condition.ts";
import type { Expression } from "../expression/expression.ts";
import { onlyExpression, parameterAt } from "../expression/template.ts";
import type { Component, Placed } from "../manifest.ts";
import type { StreamDraft } from "../stream-draft.ts";

const MOST_ROUTERS = 10;
const MOST_VALUES = 1_000;

/** A stream whose rows another one goes through; null if it cannot be taken. */
export type Parent = { readonly id: string; readonly draft: StreamDraft };
/** Finds a parent, and remembers that the stream needs it. `isWhole`: all its rows must come at each run. */
export type FindParent = (stream: Component, isWhole: boolean) => Parent | null;

/** Reads what a stream goes through into names of `for_each`; their values become members of its slice. */
export function readPartitions(retriever: Component, draft: StreamDraft, findParent: FindParent): void {
  const routers = retriever.components("partition_router");
  if (routers.length > MOST_ROUTERS)
    return draft.loseRows(retriever.placeOf("partition_router"), "partition-router", finding("lists-too-many", {}));
  for (const router of routers) {
    if (router.type() === "ListPartitionRouter") readList(router, draft);
    else if (router.type() === "SubstreamPartitionRouter") readParents(router, draft, findParent);
    else {
      const what = router.isCustom()
        ? finding("program-code", { part: "partition-router" })
        : finding("type-unsupported", { type: storedWord(router.type()) });
      draft.loseRows(router.place, "partition-router", what);
    }
  }
}

/** Adds a name of `for_each`; one that is taken gets a number. Returns the name. */
function addName(written: string, source: string, draft: StreamDraft): string {
  const plain = FIELD_KEY.test(written) && written !== "__proto__" ? written : "part";
  let name = plain;
  const isTaken = () => Object.hasOwn(draft.forEach, name) || draft.settings.declares(name) || name === "incremental";
  for (let number = 2; isTaken(); number += 1) name = `${plain}_${number}`;
  draft.forEach[name] = source;
  return name;
}

function readList(router: Component, draft: StreamDraft): void {
  const at = router.at("values");
  const field = router.at("cursor_field");
  const written = field === null ? null : draft.text(field, router);
  if (at === null || written === null || written === "")
    return draft.loseRows(router.place, "partition-router", finding("part-missing", { part: "values" }));
  const key = listKey(at, router, written, draft);
  if (key === null) return draft.loseRows(at.place, "partition-router", unwritable("values", at.value));
  const name = addName(written, `{${key}}`, draft);
  draft.slice.set(written, name);
  const option = router.component("request_option");
  if (option !== null) draft.inject(option, `{${name}}`);
}

/** The key of the field that holds the values: a setting of the source, or one with its fixed list. */
function listKey(at: Placed, router: Component, name: string, draft: StreamDraft): string | null {
  const fixed = Array.isArray(at.value) ? router.elements(at).map(({ value }) => value) : null;
  if (fixed !== null) return fixedKey(fixed, name, draft);
  const expression = typeof at.value === "string" ? onlyExpression(at.value) : null;
  return expression === null ? null : keyOfList(expression, router, name, draft);
}

function keyOfList(expression: Expression, router: Component, name: string, draft: StreamDraft): string | null {
  if (expression.kind === "list") {
    const values = expression.items.flatMap((item) => (item.kind === "literal" ? [item.value] : []));
    const [only] = expression.items;
    if (values.length === expression.items.length) return fixedKey(values, name, draft);
    return expression.items.length === 1 && only !== undefined ? keyOfList(only, router, name, draft) : null;
  }
  // A text that is split becomes a list of its own.
  if (expression.kind === "call" && expression.name === "split" && expression.of !== null)
    return keyOfList(expression.of, router, name, draft);
  if (expression.kind === "filter" && /^(string|list)$/.test(expression.name))
    return keyOfList(expression.of, router, name, draft);
  if (expression.kind !== "path") return null;
  if (expression.root === "parameters") {
    const found = parameterAt(router, expression.steps);
    return found === null
      ? null
      : fixedKey(
          router.elements(found).map(({ value }) => value),
          name,
          draft,
        );
  }
  const key = expression.root === "config" ? draft.settings.use(expression.steps.map(String)) : null;
  if (key !== null) draft.settings.asList(key);
  return key;
}

function fixedKey(values: Loose[], name: string, draft: StreamDraft): string | null {
  const isPlain = values.every(
    (value) => (typeof value === "string" && !value.includes("{{") && value.length <= 400) || typeof value === "number",
  );
  return isPlain && values.length > 0 && values.length <= MOST_VALUES ? draft.settings.addList(name, values) : null;
}

function readParents(router: Component, draft: StreamDraft, findParent: FindParent): void {
  const parents = router.components("parent_stream_configs");
  const [only] = parents;
  if (only === undefined || parents.length > 1) {
    const found = only === undefined ? finding("part-missing", { part: "parent" }) : finding("parents-several", {});
    return draft.loseRows(router.placeOf("parent_stream_configs"), "partition-router", found);
  }
  const stream = only.component("stream");
  const parent = stream === null ? null : findParent(stream, only.at("incremental_dependency")?.value !== true);
  if (parent === null) {
    const name = stream?.text("name") ?? "";
    return draft.loseRows(only.placeOf("stream"), "parent-stream", finding("parent-not-carried", { parent: name }));
  }
  const keyAt = only.at("parent_key");
  const fieldAt = only.at("partition_field");
  const key = keyAt === null ? null : draft.text(keyAt, only);
  const field = fieldAt === null ? null : draft.text(fieldAt, only);
  const path = key === null || key === "" ? null : pathIn(key, parent);
  if (path === null || field === null || field === "")
    return draft.loseRows(only.place, "parent-stream", finding("parent-field-missing", {}));
  const name = addName(field, `${parent.id}.${path}`, draft);
  draft.slice.set(field, name);
  const option = only.component("request_option");
  if (option !== null) draft.inject(option, `{${name}}`);
  if (only.at("lazy_read_pointer") !== null)
    draft.loseRows(
      only.placeOf("lazy_read_pointer"),
      "parent-stream",
      finding("part-unsupported", { part: "rows-within-rows" }),
    );
  nameMore(only, field, parent, draft);
}

/** The path in the parent's row of what a key means, which may be a field that the parent adds. */
function pathIn(key: string, { draft }: Parent): string | null {
  const added = draft.addedFields.get(key);
  if (added === null) return draft.columns.some(({ name }) => name === key) ? key : null;
  if (added !== undefined) return added;
  const path = pathOf(key.split("/"));
  return typeof path === "string" && path !== "$" ? path : null;
}

/** Further members of the slice: fields of the parent's row, and what the parent itself goes through. */
function nameMore(config: Component, field: string, parent: Parent, draft: StreamDraft): void {
  const extras = config.list("extra_fields").map((at) => config.elements(at).map(({ value }) => String(value)));
  for (const steps of extras) {
    const path = pathOf(steps);
    if (typeof path !== "string" || path === "$") continue;
    const name = addName(`${field}_${steps.join("_")}`.replace(/\W/g, "_"), `${parent.id}.${path}`, draft);
    draft.slice.set(`extra_fields.${steps.join(".")}`, name);
    draft.spareNames.set(name, () => undefined);
  }
  for (const [member, own] of parent.draft.slice) {
    if (!Object.hasOwn(parent.draft.forEach, own) || member.split(".").length > 4) continue;
    const name = addName(`${field}_${own}`, `${parent.id}.${parent.draft.columnOf(own)}`, draft);
    draft.slice.set(`parent_slice.${member}`, name);
    draft.spareNames.set(name, () => void parent.draft.includeFromParent.add(own));
  }
}
