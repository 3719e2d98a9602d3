import type { FormField, PlainJson } from "#domain/connector-language/settings/form-fields.ts";
import {
  formLeaves,
  type GroupRow,
  isGroupList,
  type LeafValue,
  settingsOf,
  type SettingValues,
} from "#domain/connector-language/settings/form-values.ts";

/*
 * How a settings form is posted: `<prefix>.<key>` for each field; several values of one field as lines of one text or
 * as several entries of the name; the n-th entry of a list of groups as `<prefix>.<key>[n].<member>` with
 * `<prefix>.<key>[]` = n to mark that it exists. Rows of key and value are `<name>_key` and `<name>_value`.
 */

/** The posted form's values. Lists keep their empty lines, because the form is shown again with them. */
export function valuesFromForm(fields: readonly FormField[], form: FormData, prefix = "setting"): SettingValues {
  const values: SettingValues = {};
  for (const field of formLeaves(fields)) {
    const name = `${prefix}.${field.key}`;
    values[field.key] = isGroupList(field) ? rowsFromForm(field, form, name) : leafFromForm(field, form, name);
  }
  return values;
}

function rowsFromForm(field: FormField, form: FormData, name: string): GroupRow[] {
  return form
    .getAll(`${name}[]`)
    .map((at) =>
      Object.fromEntries(
        field.fields.map((member) => [member.key, leafFromForm(member, form, `${name}[${String(at)}].${member.key}`)]),
      ),
    );
}

function leafFromForm(field: FormField, form: FormData, name: string): LeafValue {
  const posted = form.getAll(name).filter((one) => typeof one === "string");
  if (field.multiple)
    return field.options.length > 0
      ? posted
      : posted.flatMap((text) => (text === "" && posted.length === 1 ? [] : text.split(/\r?\n/)));
  return field.type === "boolean" ? posted.includes("true") : (posted[0] ?? "");
}

/** Converts the posted fields and the rows of a user's own settings into settings. */
export function settingsFromForm(fields: readonly FormField[], form: FormData): Record<string, PlainJson> {
  return settingsOf(fields, { ...valuesFromForm(fields, form), ...Object.fromEntries(pairsFromForm(form, "extra")) });
}

/** Reads `<prefix>_key` and `<prefix>_value` rows; a row counts only if both are filled. */
export function pairsFromForm(form: FormData, prefix: string): [key: string, value: string][] {
  return rowsOfPairs(form, prefix)
    .map(([key, value]): [string, string] => [key.trim(), value.trim()])
    .filter(([key, value]) => key !== "" && value !== "");
}

/** The rows of the form, including half-filled ones. */
export function rowsOfPairs(form: FormData, prefix: string): [key: string, value: string][] {
  const values = form.getAll(`${prefix}_value`).map(String);
  return form.getAll(`${prefix}_key`).map((key, at) => [String(key), values[at] ?? ""]);
}

/** The form data of these values. Secret fields are empty. */
export function formOf(fields: readonly FormField[], values: SettingValues, prefix = "setting"): FormData {
  const form = new FormData();
  for (const field of formLeaves(fields)) {
    const name = `${prefix}.${field.key}`;
    const value = values[field.key];
    if (!isGroupList(field)) addLeaf(form, field, name, value as LeafValue | undefined);
    else {
      for (const [at, row] of ((value ?? []) as GroupRow[]).entries()) {
        form.append(`${name}[]`, String(at));
        for (const member of field.fields) addLeaf(form, member, `${name}[${at}].${member.key}`, row[member.key]);
      }
    }
  }
  return form;
}

function addLeaf(form: FormData, field: FormField, name: string, value: LeafValue | undefined): void {
  if (Array.isArray(value)) {
    if (isLines(field)) form.append(name, value.join("\n"));
    else for (const one of value) form.append(name, one);
  } else if (typeof value === "boolean") {
    if (value) form.append(name, "true");
  } else form.append(name, value ?? "");
}

/** Texts and numbers of one field are written one per line, so that a list can be pasted. */
export function isLines(field: FormField): boolean {
  return (
    field.multiple &&
    field.options.length === 0 &&
    (field.type === "text" || field.type === "number" || field.type === "options_endpoint" || field.type === "select")
  );
}
