import { chosenAuth, paramsFieldsOf, privateKeys } from "../definition/definition.ts";
import type { Definition } from "../definition/definition.ts";
import { emptyObject, isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import type { Field, LeafField } from "../definition/schema.ts";

/** JSON for a page: without exact numbers. */
export type PlainJson = null | string | number | boolean | PlainJson[] | { [key: string]: PlainJson };

/** What a page needs to render one field. A private field never includes its default. */
export interface FormField {
  key: string;
  label: string;
  description: string | null;
  type: Field["type"];
  required: boolean;
  multiple: boolean;
  private: boolean;
  options: { value: string; label: string }[];
  default: PlainJson;
  visible_if: Field["visible_if"] | null;
  /** The options are loaded from the API by a button. */
  dynamic_options: boolean;
  /** The members of a group. */
  fields: FormField[];
}

/** The fields of the settings form, those of all operations together, each once. */
export function settingsForm(definition: Definition): FormField[] {
  const hidden = privateKeys(definition);
  return paramsFieldsOf(definition).map((field) => formField(field, (key) => hidden.has(key)));
}

/** The fields of one way to sign in. */
export function authForm(definition: Definition, choice: number): FormField[] {
  return chosenAuth(definition, choice).fields.map((field) =>
    formField(field, (_key, isPrivate) => isPrivate !== false),
  );
}

function formField(
  field: Field | LeafField,
  isPrivate: (key: string, declared: boolean | undefined) => boolean,
): FormField {
  const hidden = isPrivate(field.key, field.private);
  return {
    key: field.key,
    label: field.label ?? field.key,
    description: field.description ?? null,
    type: field.type,
    required: field.required,
    multiple: field.multiple,
    private: hidden,
    options: (field.options ?? []).map(({ value, label }) => ({ value: value === null ? "" : String(value), label })),
    // A definition is checked as plain JSON. The members of a group have values of their own; a group's own default is
    // not read.
    default: hidden || (field.type === "group" && !field.multiple) ? null : ((field.default ?? null) as PlainJson),
    visible_if: field.visible_if ?? null,
    dynamic_options: field.options_endpoint !== undefined,
    // Members of a list of groups are not settings themselves, so their list's own declarations and theirs decide.
    fields: ("fields" in field ? (field.fields ?? []) : []).map((inner) =>
      formField(
        inner,
        field.multiple
          ? (key, declared) => declared === true || field.private === true || isPrivate(key, declared)
          : isPrivate,
      ),
    ),
  };
}

/**
 * A written definition for people other than its author: without the defaults of private fields, which may be the
 * author's own secrets. Works on any JSON, so that older definitions are covered too.
 */
export function withoutPrivateDefaults(written: Json): Json {
  const keys = new Set<string>();
  collectPrivate(written, keys, false);
  return strip(written, keys, false);
}

/** The keys of private fields: private themselves, or by their group, by a member, or in another operation. */
function collectPrivate(value: Json, keys: Set<string>, above: boolean): boolean {
  if (Array.isArray(value)) return value.map((item) => collectPrivate(item, keys, above)).includes(true);
  if (!isJsonObject(value)) return false;
  const own = above || value["private"] === true;
  const members = Object.entries(value).map(
    ([name, inner]) => collectPrivate(inner, keys, own && name === "fields") && name === "fields",
  );
  const hidden = own || members.includes(true);
  if (hidden && typeof value["key"] === "string") keys.add(value["key"]);
  return hidden;
}

function strip(value: Json, keys: ReadonlySet<string>, inAuth: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => strip(item, keys, inAuth));
  if (!isJsonObject(value)) return value;
  const copy = emptyObject();
  const { key } = value;
  const hidden = typeof key === "string" && (keys.has(key) || (inAuth && value["private"] !== false));
  for (const [name, inner] of Object.entries(value)) {
    if (name !== "default" || !hidden) copy[name] = strip(inner, keys, inAuth || name === "auth");
  }
  return copy;
}
