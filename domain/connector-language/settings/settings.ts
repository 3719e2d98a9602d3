import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { chosenAuth, paramsFieldsOf } from "../definition/definition.ts";
import type { Definition } from "../definition/definition.ts";
import { emptyObject, isJsonObject, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { dateKind } from "../json/dates.ts";
import { FIELD_KEY, isUnset } from "../json/placeholders.ts";
import type { Field, LeafField } from "../definition/schema.ts";
import { conditionCount, isHidden, leavesOf, visibilityWith, withDefaults } from "./visibility.ts";

/** A fault of one setting. */
export interface SettingsFault {
  path: string;
  finding: Finding;
}
export type CheckedSettings = { ok: true; settings: JsonObject } | { ok: false; faults: SettingsFault[] };

/** Most values of one setting; each of them is a request of its own. */
export const MAX_ITERATIONS = 1_000;
/** Members and conditions that are looked at for the entries of all lists of groups together. */
const MAX_MEMBERS = 100_000;
const MAX_TEXT = 10_000;
const MAX_EXTRA = 100;

/**
 * Checks the flat settings of an instance (key → value, groups beside the rest) against the params fields, and converts
 * each value to its field's type. Hidden fields (`visible_if`) lose their value; unset ones are left out; keys that no
 * field declares are a user's own settings: texts, numbers or booleans, or lists of them. `requireAll: false` allows
 * missing required fields. Defaults count as given.
 */
export function checkSettings(
  definition: Definition,
  values: Readonly<Record<string, unknown>>,
  options: { requireAll?: boolean } = {},
): CheckedSettings {
  const requireAll = options.requireAll ?? true;
  return checkFields(paramsFieldsOf(definition), values, {
    requireAll,
    at: "settings",
    left: { members: MAX_MEMBERS },
  });
}

/** The keys of the fields that must be filled in or changed before a pull can use these settings. */
export function settingsToAsk(definition: Definition, values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const checked = checkSettings(definition, values);
  return new Set(
    checked.ok ? [] : checked.faults.map(({ path }) => path.replace(/^settings\./, "").replace(/\[.*$/, "")),
  );
}

/** The same for the fields of the chosen auth; keys that it does not declare are refused. */
export function checkAuthData(
  definition: Definition,
  authChoice: number,
  values: Readonly<Record<string, unknown>>,
): CheckedSettings {
  const fields = chosenAuth(definition, authChoice).fields;
  const checked = checkFields(fields, values, { requireAll: true, at: "auth_data", left: { members: MAX_MEMBERS } });
  const known = new Set(fields.flatMap((field) => [field.key, ...(field.fields ?? []).map((inner) => inner.key)]));
  const foreign = Object.keys(values).filter((key) => !known.has(key));
  const faults = foreign.map((key) => ({
    path: `auth_data.${key}`,
    finding: finding("setting-unknown", { label: key }),
  }));
  return checked.ok && faults.length === 0
    ? checked
    : { ok: false, faults: [...(checked.ok ? [] : checked.faults), ...faults] };
}

/** `at`: where the values are. `left`: what may still be looked at in lists of groups. */
type Checking = { readonly requireAll: boolean; readonly at: string; readonly left: { members: number } };

function checkFields(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  { requireAll, at, left }: Checking,
): CheckedSettings {
  const faults: SettingsFault[] = [];
  const flat = flatten(fields, given);
  const leaves = leavesOf(fields);
  const values = withDefaults(leaves, ({ key }) => flat.get(key));
  const isVisible = visibilityWith(values);
  const settings = emptyObject();
  for (const each of leaves) {
    const { leaf } = each;
    const path = `${at}.${leaf.key}`;
    if (isHidden(each, isVisible)) continue;
    const value = values[leaf.key] ?? null;
    if (isUnset(value) || (Array.isArray(value) && value.length === 0)) {
      if (leaf.required && requireAll)
        faults.push({ path, finding: finding("setting-required", { label: leaf.label ?? leaf.key }) });
      continue;
    }
    const checked = leaf.multiple ? listOf(leaf, value, path, left) : valueOf(leaf, value, path);
    if ("fault" in checked) faults.push(checked.fault);
    else settings[leaf.key] = checked.value;
  }
  const known = new Set(fields.flatMap((field) => [field.key, ...(field.fields ?? []).map((inner) => inner.key)]));
  faults.push(...takeExtra(given, known, settings, at));
  return faults.length === 0 ? { ok: true, settings } : { ok: false, faults };
}

/** The keys of fields that are hidden, and so do not count, with these values. */
export function hiddenKeys(fields: readonly Field[], values: JsonObject): string[] {
  const isVisible = visibilityWith(values);
  return leavesOf(fields).flatMap((each) => (isHidden(each, isVisible) ? [each.leaf.key] : []));
}

/** Values of a group may be under the group's key or beside it. */
function flatten(fields: readonly Field[], given: Readonly<Record<string, unknown>>): Map<string, Json> {
  const flat = new Map(Object.entries(given) as [string, Json][]);
  for (const field of fields) {
    const inner = flat.get(field.key);
    if (field.type === "group" && !field.multiple && isJsonObject(inner)) {
      for (const [key, value] of Object.entries(inner)) if (!flat.has(key)) flat.set(key, value);
    }
  }
  return flat;
}

function takeExtra(
  given: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  settings: JsonObject,
  at: string,
): SettingsFault[] {
  const extra = Object.entries(given).filter(([key]) => !known.has(key));
  if (extra.length > MAX_EXTRA) return [{ path: at, finding: finding("own-settings-too-many", { limit: MAX_EXTRA }) }];
  const faults: SettingsFault[] = [];
  for (const [key, value] of extra) {
    const path = `${at}.${cutText(key, 60)}`;
    if (
      !FIELD_KEY.test(key) ||
      key.length > 100 ||
      key === "constructor" ||
      key === "__proto__" ||
      key === "prototype"
    ) {
      faults.push({ path, finding: finding("own-setting-name-invalid", {}) });
      continue;
    }
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const fault = items.map((item) => extraFault(item, path)).find((found) => found !== null) ?? null;
    if (items.length > MAX_ITERATIONS)
      faults.push({ path, finding: finding("own-setting-too-long", { limit: MAX_ITERATIONS }) });
    else if (fault !== null) faults.push(fault);
    else if (!isUnset(value as Json)) settings[key] = value as Json;
  }
  return faults;
}

/** Lists of small objects are allowed too: `for_each` reads their members. */
function extraFault(item: unknown, path: string): SettingsFault | null {
  if (typeof item === "object" && item !== null && !Array.isArray(item)) {
    return (
      Object.values(item)
        .map((inner) =>
          typeof inner === "object" && inner !== null
            ? { path, finding: finding("own-setting-too-deep", {}) }
            : extraFault(inner, path),
        )
        .find((fault) => fault !== null) ?? null
    );
  }
  if (typeof item === "object" && item !== null) return { path, finding: finding("own-setting-of-other-kind", {}) };
  return typeof item === "string" ? textFault(item, path) : null;
}

type Checked = { value: Json } | { fault: SettingsFault };

function listOf(field: Field, value: Json, path: string, left: Checking["left"]): Checked {
  const items = Array.isArray(value) ? value : [value];
  const label = field.label ?? field.key;
  if (items.length > MAX_ITERATIONS)
    return { fault: { path, finding: finding("setting-list-too-long", { label, limit: MAX_ITERATIONS }) } };
  if (field.type === "group") {
    left.members -= items.length * membersOf(field);
    if (left.members < 0) return { fault: { path, finding: finding("setting-lists-too-long", { label }) } };
  }
  const list: Json[] = [];
  for (const [index, item] of items.entries()) {
    const checked =
      field.type === "group"
        ? groupOf(field, item, `${path}[${index}]`, left)
        : valueOf(field, item, `${path}[${index}]`);
    if ("fault" in checked) return checked;
    list.push(checked.value);
  }
  return { value: list };
}

/** What is looked at for each entry of a list of groups. */
function membersOf({ fields = [] }: Field): number {
  return fields.reduce((sum, member) => sum + 1 + conditionCount(member), 1);
}

function groupOf(field: Field, item: Json, path: string, left: Checking["left"]): Checked {
  if (!isJsonObject(item))
    return { fault: { path, finding: finding("setting-not-group", { label: field.label ?? field.key }) } };
  const checked = checkFields(field.fields ?? [], item, { requireAll: true, at: path, left });
  return checked.ok
    ? { value: checked.settings }
    : { fault: checked.faults[0] ?? { path, finding: finding("setting-invalid", {}) } };
}

type Options = NonNullable<Field["options"]>;
const knownOptions = new WeakMap<Options, ReadonlyMap<string, Options[number]>>();

/** The options by their text, the first of each. Every value of a list is looked up, so they are read once. */
function optionsByText(options: Options): ReadonlyMap<string, Options[number]> {
  const found = knownOptions.get(options);
  if (found !== undefined) return found;
  const made = new Map<string, Options[number]>();
  for (const option of options) {
    const text = scalarText(option.value);
    if (text !== null && !made.has(text)) made.set(text, option);
  }
  knownOptions.set(options, made);
  return made;
}

type ValueFault =
  "setting-not-single" | "setting-not-number" | "setting-not-boolean" | "setting-not-date" | "setting-not-option";

function valueOf(field: LeafField, value: Json, path: string): Checked {
  const fail = (code: ValueFault): Checked => ({
    fault: { path, finding: finding(code, { label: field.label ?? field.key }) },
  });
  const text = scalarText(value);
  if (text === null) return fail("setting-not-single");
  const unsafe = textFault(text, path);
  if (unsafe !== null) return { fault: unsafe };
  switch (field.type) {
    case "number":
      if (typeof value === "number") return Number.isFinite(value) ? { value } : fail("setting-not-number");
      return /^-?\d+(\.\d+)?$/.test(text.trim()) && String(Number(text)) === text.trim()
        ? { value: Number(text) }
        : /^-?\d+(\.\d+)?$/.test(text.trim())
          ? { value: text.trim() }
          : fail("setting-not-number");
    case "boolean":
      return /^(true|on|1)$/i.test(text)
        ? { value: true }
        : /^(false|off|0)$/i.test(text)
          ? { value: false }
          : fail("setting-not-boolean");
    case "date":
      return dateKind(text) === null ? fail("setting-not-date") : { value: text };
    case "select": {
      if (field.options === undefined || field.options.length === 0) return { value: text };
      const option = optionsByText(field.options).get(text);
      return option === undefined ? fail("setting-not-option") : { value: option.value };
    }
    case "text":
    case "options_endpoint":
    case "group":
      return { value: typeof value === "string" ? value : text };
  }
}

function textFault(text: string, path: string): SettingsFault | null {
  if (text.includes("\0") || !text.isWellFormed()) return { path, finding: finding("setting-unfit", {}) };
  return text.length > MAX_TEXT ? { path, finding: finding("setting-too-long", { limit: MAX_TEXT }) } : null;
}
