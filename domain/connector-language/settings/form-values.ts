import type { FormField, PlainJson } from "./form-fields.ts";
import { leavesOf, visibilityWith, withDefaults } from "./visibility.ts";

/** The value of one control: text as typed, a list for a field of several values, true or false for a checkbox. */
export type LeafValue = string | string[] | boolean;
/** One entry of a list of groups, by member. */
export type GroupRow = Record<string, LeafValue>;
export type SettingValue = LeafValue | GroupRow[];
export type SettingValues = Record<string, SettingValue>;

/** Whether a field is a list of groups. */
export function isGroupList(field: FormField): boolean {
  return field.type === "group" && field.multiple;
}

/** Every field and group member, in order. A list of groups is one field. */
export function formLeaves(fields: readonly FormField[]): FormField[] {
  return leavesOf(fields).map(({ leaf }) => leaf);
}

/** The fields that are visible with these values; the server uses the same rule to decide which values count. */
export function visibleFields(fields: readonly FormField[], values: SettingValues): FormField[] {
  const settings = withDefaults(leavesOf(fields), (leaf) => settingOf(leaf, values[leaf.key] ?? ""));
  const isVisible = visibilityWith(settings);
  const visible = (among: readonly FormField[]) => among.filter(isVisible);
  return visible(fields).map((field) =>
    field.type === "group" && !field.multiple ? { ...field, fields: visible(field.fields) } : field,
  );
}

/** The form's values: stored settings, or defaults if nothing is stored. Never contains secrets. */
export function formValues(fields: readonly FormField[], stored: Readonly<Record<string, unknown>>): SettingValues {
  const values: SettingValues = {};
  const known = formLeaves(fields);
  for (const field of known) {
    const value = stored[field.key] ?? field.default;
    if (isGroupList(field)) values[field.key] = groupRows(field, field.private ? [] : value);
    else if (!field.private) values[field.key] = leafValue(field, value);
  }
  const keys = new Set(known.map(({ key }) => key));
  for (const [key, value] of Object.entries(stored)) if (!keys.has(key)) values[key] = storedText(value);
  return values;
}

/** A required list starts with one empty entry. */
function groupRows(field: FormField, value: unknown): GroupRow[] {
  const given = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  const rows = given.map((item) =>
    rowOf(field, typeof item === "object" && item !== null ? (item as Record<string, unknown>) : {}),
  );
  return rows.length === 0 && field.required && !field.private ? [emptyRow(field)] : rows;
}

function rowOf(field: FormField, item: Readonly<Record<string, unknown>>): GroupRow {
  const members = field.fields.filter((member) => !member.private);
  return Object.fromEntries(
    members.map((member) => [member.key, leafValue(member, item[member.key] ?? member.default)]),
  );
}

/** A new entry of a list of groups, with the defaults of its members. */
export function emptyRow(field: FormField): GroupRow {
  return rowOf(field, {});
}

function leafValue(field: FormField, value: unknown): LeafValue {
  const isGiven = value !== undefined && value !== null && value !== "";
  if (field.multiple) return Array.isArray(value) ? value.map(storedText) : isGiven ? [storedText(value)] : [];
  if (field.type === "boolean") return value === true || value === "true";
  return isGiven ? storedText(value) : "";
}

function storedText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** The settings of a form's values: numbers and booleans typed, empty ones left out. */
export function settingsOf(fields: readonly FormField[], values: SettingValues): Record<string, PlainJson> {
  const byKey = new Map(formLeaves(fields).map((field) => [field.key, field]));
  const settings: Record<string, PlainJson> = {};
  for (const [key, value] of Object.entries(values)) {
    const setting = settingOf(byKey.get(key), value);
    if (setting !== undefined) settings[key] = setting;
  }
  return settings;
}

function settingOf(field: FormField | undefined, value: SettingValue): PlainJson | undefined {
  if (field !== undefined && isGroupList(field)) {
    const rows = filledRows(value).map(({ row }) => settingsOf(field.fields, row));
    return rows.length > 0 ? rows : undefined;
  }
  if (Array.isArray(value)) {
    const texts = value
      .filter((one) => typeof one === "string")
      .map((one) => one.trim())
      .filter((one) => one !== "");
    return texts.length > 0 ? texts.map((one) => typed(field, one)) : undefined;
  }
  if (value === "") return undefined;
  return typeof value === "string" ? typed(field, value) : value;
}

/** The non-empty entries of a list of groups, each with its index in the form. */
export function filledRows(value: SettingValue | undefined): { row: GroupRow; at: number }[] {
  const rows = Array.isArray(value) ? value.filter((row) => typeof row === "object") : [];
  return rows
    .map((row, at) => ({ row, at }))
    .filter(({ row }) =>
      Object.values(row).some((one) => one !== "" && one !== false && !(Array.isArray(one) && one.length === 0)),
    );
}

function typed(field: FormField | undefined, text: string): string | number | boolean {
  if (field?.type === "number" && text.trim() !== "" && String(Number(text)) === text.trim()) return Number(text);
  return field?.type === "boolean" && field.multiple ? text === "true" : text;
}
