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
  /** The options come from the API; `depends_on` names the fields that the call needs. */
  dynamic_options?: { depends_on: string[] } | undefined;
  fields?: FieldDef[] | undefined;
};

type Condition = { key: string; equals?: unknown; in?: unknown[] | undefined; exists?: boolean | undefined };

/** What one control holds: text as typed, a list for a field of several values, true or false for a box. */
export type LeafValue = string | string[] | boolean;
/** One entry of a list of groups: its members' values. */
export type GroupRow = Record<string, LeafValue>;
export type SettingValue = LeafValue | GroupRow[];
export type SettingValues = Record<string, SettingValue>;

/** Whether a field takes any number of groups. */
export function isGroupList(field: FieldDef): boolean {
  return field.type === "group" && field.multiple === true;
}

/** Every field and group member, in order. A list of groups is one field. */
export function leaves(fields: readonly FieldDef[]): FieldDef[] {
  return fields.flatMap((field) => (field.type === "group" && !field.multiple ? leaves(field.fields ?? []) : [field]));
}

/**
 * Whether all conditions on other values hold, as the server judges them when it saves. Values are compared as text, for that is
 * what a form holds.
 */
export function isVisible(field: FieldDef, values: SettingValues): boolean {
  if (!field.visible_if) return true;
  const conditions: Condition[] = Array.isArray(field.visible_if)
    ? field.visible_if
    : Object.entries(field.visible_if).map(([key, want]) =>
        Array.isArray(want) ? { key, in: want } : { key, equals: want },
      );
  return conditions.every(({ key, equals, in: among, exists }) => {
    const value = values[key];
    const texts = Array.isArray(value)
      ? value.filter((one) => typeof one === "string" && one.trim() !== "")
      : [String(value ?? "")];
    const held = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
    const bare = equals === undefined && among === undefined;
    if ((exists ?? (bare ? true : undefined)) === !held) return false;
    if (equals !== undefined && !texts.includes(asText(equals))) return false;
    return among === undefined || among.some((one) => texts.includes(asText(one)));
  });
}

/** A value as a control holds it. */
export function asText(value: unknown): string {
  return value === null ? "" : String(value);
}
