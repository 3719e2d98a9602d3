import {
  type FieldDef,
  type GroupRow,
  isGroupList,
  type LeafValue,
  leaves,
  type SettingValue,
  type SettingValues,
} from "./field-def.ts";

/** Stored settings, or defaults where nothing is stored, as the form shows them. Secrets are never among them. */
export function formValues(fields: readonly FieldDef[], stored: Readonly<Record<string, unknown>>): SettingValues {
  const values: SettingValues = {};
  const known = leaves(fields);
  for (const field of known) {
    const value = stored[field.key] ?? field.default;
    if (isGroupList(field)) values[field.key] = groupRows(field, field.private ? [] : value);
    else if (!field.private) values[field.key] = leafValue(field, value);
  }
  const keys = new Set(known.map(({ key }) => key));
  for (const [key, value] of Object.entries(stored)) if (!keys.has(key)) values[key] = storedText(value);
  return values;
}

/** A list that must have an entry begins with an empty one. */
function groupRows(field: FieldDef, value: unknown): GroupRow[] {
  const given = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  const rows = given.map((item) =>
    rowOf(field, typeof item === "object" && item !== null ? (item as Record<string, unknown>) : {}),
  );
  return rows.length === 0 && field.required && !field.private ? [emptyRow(field)] : rows;
}

function rowOf(field: FieldDef, item: Readonly<Record<string, unknown>>): GroupRow {
  const members = (field.fields ?? []).filter((member) => !member.private);
  return Object.fromEntries(
    members.map((member) => [member.key, leafValue(member, item[member.key] ?? member.default)]),
  );
}

/** A new entry of a list of groups, with its members' defaults. */
export function emptyRow(field: FieldDef): GroupRow {
  return rowOf(field, {});
}

function leafValue(field: FieldDef, value: unknown): LeafValue {
  const isGiven = value !== undefined && value !== null && value !== "";
  if (field.multiple) return Array.isArray(value) ? value.map(storedText) : isGiven ? [storedText(value)] : [];
  if (field.type === "boolean") return value === true || value === "true";
  return isGiven ? storedText(value) : "";
}

function storedText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** The settings that a form's values stand for: numbers and booleans typed, empty ones left out. */
export function settingsOf(fields: readonly FieldDef[], values: SettingValues): Record<string, unknown> {
  const byKey = new Map(leaves(fields).map((field) => [field.key, field]));
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key);
    const setting = field && isGroupList(field) ? groupsOf(field, value) : leafSetting(field, value);
    if (setting !== undefined) settings[key] = setting;
  }
  return settings;
}

function groupsOf(field: FieldDef, value: SettingValue): unknown {
  const rows = filledRows(value).map(({ row }) => settingsOf(field.fields ?? [], row));
  return rows.length > 0 ? rows : undefined;
}

/** The entries of a list of groups that hold anything, each with its place in the form. */
export function filledRows(value: SettingValue | undefined): { row: GroupRow; at: number }[] {
  const rows = Array.isArray(value) ? value.filter((row) => typeof row === "object") : [];
  return rows
    .map((row, at) => ({ row, at }))
    .filter(({ row }) =>
      Object.values(row).some((one) => one !== "" && one !== false && !(Array.isArray(one) && one.length === 0)),
    );
}

function leafSetting(field: FieldDef | undefined, value: SettingValue): unknown {
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

function typed(field: FieldDef | undefined, text: string): unknown {
  if (field?.type === "number" && text.trim() !== "" && String(Number(text)) === text.trim()) return Number(text);
  if (field?.type === "boolean" && field.multiple) return text === "true";
  const option = field?.options?.find(({ value }) => String(value) === text);
  return option ? option.value : text;
}
