/** A field of a connector as its definition declares it (product field names). Group members are flat: each has a key of its own. */
export type FieldDef = {
  key: string;
  label?: string | undefined;
  description?: string | undefined;
  type: "text" | "number" | "date" | "select" | "boolean" | "group" | "options_endpoint";
  required?: boolean;
  options?: { value: string | number | boolean | null; label: string }[] | undefined;
  default?: unknown;
  multiple?: boolean;
  private?: boolean | undefined;
  visible_if?: Condition[] | Record<string, unknown> | undefined;
  fields?: FieldDef[] | undefined;
};

type Condition = { key: string; equals?: unknown; in?: unknown[] | undefined; exists?: boolean | undefined };

/** What the form holds: text as typed, a list for a field of several values, true or false for a box. */
export type SettingValue = string | string[] | boolean;
export type SettingValues = Record<string, SettingValue>;

/** Every field and group member, in order. */
export function leaves(fields: FieldDef[]): FieldDef[] {
  return fields.flatMap((field) => (field.type === "group" ? leaves(field.fields ?? []) : [field]));
}

/** Whether all conditions on other values hold. Values are compared as text, for that is what a form holds. */
export function isVisible(field: FieldDef, values: SettingValues): boolean {
  if (!field.visible_if) return true;
  const conditions: Condition[] = Array.isArray(field.visible_if)
    ? field.visible_if
    : Object.entries(field.visible_if).map(([key, want]) => (Array.isArray(want) ? { key, in: want } : { key, equals: want }));
  return conditions.every(({ key, equals, in: among, exists }) => {
    const value = values[key];
    const held = value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0);
    const texts = Array.isArray(value) ? value : [String(value ?? "")];
    if (exists !== undefined && exists !== held) return false;
    if (equals !== undefined && !texts.includes(String(equals))) return false;
    return among === undefined || among.some((one) => texts.includes(String(one)));
  });
}

/** Stored settings, or defaults where nothing is stored, as the form shows them. Secrets are never among them. */
export function formValues(fields: FieldDef[], stored: Record<string, unknown>): SettingValues {
  const values: SettingValues = {};
  for (const field of leaves(fields)) {
    if (field.private) continue;
    const value = stored[field.key] ?? field.default;
    if (field.type === "boolean") values[field.key] = value === true || value === "true";
    else if (field.multiple) values[field.key] = Array.isArray(value) ? value.map(String) : value === undefined || value === null || value === "" ? [] : [String(value)];
    else values[field.key] = value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  for (const [key, value] of Object.entries(stored)) {
    if (!(key in values) && !leaves(fields).some((field) => field.key === key)) values[key] = typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return values;
}

/** The values as they had been typed into a form that was refused; `typed` by the names of the posted fields. */
export function typedValues(fields: FieldDef[], values: SettingValues, typed: Record<string, string> | undefined): SettingValues {
  if (!typed || typed.settings_json !== undefined) return values;
  const again = { ...values };
  for (const field of leaves(fields)) {
    const text = typed[`setting.${field.key}`];
    if (field.private) continue;
    if (field.type === "boolean") again[field.key] = text === "true";
    else if (text !== undefined) again[field.key] = field.multiple ? text.split(/\r?\n/) : text;
  }
  return again;
}

/** The settings that a form's values stand for: numbers and booleans typed, empty ones left out. */
export function settingsOf(fields: FieldDef[], values: SettingValues): Record<string, unknown> {
  const byKey = new Map(leaves(fields).map((field) => [field.key, field]));
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key);
    if (value === "" || (Array.isArray(value) && value.length === 0)) continue;
    if (Array.isArray(value)) settings[key] = value.map((one) => typed(field, one));
    else settings[key] = typeof value === "string" ? typed(field, value) : value;
  }
  return settings;
}

function typed(field: FieldDef | undefined, text: string): unknown {
  if (field?.type === "number" && text.trim() !== "" && String(Number(text)) === text.trim()) return Number(text);
  const option = field?.options?.find(({ value }) => String(value) === text);
  return option ? option.value : text;
}

/** Reads the posted fields `setting.<key>` (several of one name make a list) and `extra_key`/`extra_value` pairs back into settings. */
export function settingsFromForm(fields: FieldDef[], form: FormData): Record<string, unknown> {
  const values: SettingValues = {};
  for (const field of leaves(fields)) {
    const posted = form.getAll(`setting.${field.key}`).map(String);
    if (field.type === "boolean") values[field.key] = posted.includes("true");
    else if (field.multiple) values[field.key] = posted.flatMap((text) => (field.options ? [text] : text.split("\n"))).map((text) => text.trim()).filter(Boolean);
    else values[field.key] = posted[0] ?? "";
  }
  for (const [key, value] of pairsFromForm(form, "extra")) values[key] = value;
  return settingsOf(fields, values);
}

/** Reads `<prefix>_key` and `<prefix>_value` rows; a row counts only when both are filled. */
export function pairsFromForm(form: FormData, prefix: string): [key: string, value: string][] {
  const values = form.getAll(`${prefix}_value`).map(String);
  return form
    .getAll(`${prefix}_key`)
    .map((key, at): [string, string] => [String(key).trim(), values[at]?.trim() ?? ""])
    .filter(([key, value]) => key !== "" && value !== "");
}
