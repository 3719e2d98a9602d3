import { z } from "zod";
import { authForm, type FormField, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import { filledRows, formLeaves, formValues, isGroupList } from "#domain/connector-language/settings/form-values.ts";
import type { Definition } from "#domain/connector-language/definition/definition.ts";
import { nestsTooDeep } from "#domain/connector-language/json/json.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import { setupChanges, setupFields } from "../instances/setup-fields.ts";
import { type CallResult, refuse, type Refused } from "../http/call-result.ts";
import { text } from "../http/forms/page.ts";
import { schemaFault } from "../http/forms/schema-fault.ts";
import { bodyOf } from "./definition-fields.ts";
import { formOf, pairsFromForm, settingsFromForm, valuesFromForm } from "./posted-values.ts";

const fields = z.strictObject(setupFields);

/** The stored values of an instance that its form needs to recognise changes. */
export type Stored = { readonly authChoice: number; readonly settings: JsonObject; readonly hidden: JsonObject };

export const NOTHING_STORED: Stored = { authChoice: 0, settings: {}, hidden: {} };

/** Reads the posted setup panel as the fields of the API's calls, with the same limits. Secrets left empty stay. */
export function setupFromForm(form: FormData, definition: Definition, stored: Stored): CallResult<SetupChanges> {
  const settings = postedSettings(form, definition, stored);
  if (settings === null) return refuse("settings-not-json");
  const first = definition.operations[0];
  const fixed = first?.writeDisposition != null;
  const interval = text(form, "refresh_interval").trim();
  const choice = postedChoice(form, definition, stored.authChoice);
  const auth = postedAuth(form, definition, choice);
  const parsed = fields.safeParse({
    settings,
    ...(choice === stored.authChoice ? {} : { auth_choice: choice }),
    ...(Object.keys(auth).length > 0 ? { auth_data: auth } : {}),
    headers: Object.fromEntries(pairsFromForm(form, "header")),
    ...(form.has("method") ? { method: chosen(text(form, "method"), first?.method ?? "GET") } : {}),
    ...(form.has("body_template")
      ? { body_template: chosen(text(form, "body_template").replaceAll("\r\n", "\n").trim(), bodyOf(first)) }
      : {}),
    refresh_interval: interval === "" ? 0 : Number(interval),
    ...(fixed ? {} : { override: form.has("override") }),
  });
  if (!parsed.success) return schemaFault(parsed.error);
  const agreed = agreedHosts(form);
  return {
    ok: true,
    value: {
      ...setupChanges(parsed.data),
      keepsPrivate: true,
      ...(agreed.length === 0 ? {} : { namedHosts: agreed }),
    },
  };
}

/** The hosts that the form showed to its user, who agrees by sending it. */
export function agreedHosts(form: FormData): string[] {
  return text(form, "agreed_hosts").split(" ").filter(Boolean);
}

/** The definition's own value is not stored. */
function chosen(posted: string, own: string): string | null {
  return posted === own || posted === "" ? null : posted;
}

/** Which of several auths was chosen. */
export function postedChoice(form: FormData, definition: Definition, before: number): number {
  const posted = Number(text(form, "auth_choice") || before);
  return Number.isInteger(posted) && posted >= 0 && posted < definition.auths.length ? posted : before;
}

/** The typed credentials of `auth.<key>`; empty ones keep the stored value. */
export function postedAuth(form: FormData, definition: Definition, choice: number): Record<string, string> {
  const typed = formLeaves(authForm(definition, choice)).map(({ key }): [string, string] => [
    key,
    text(form, `auth.${key}`),
  ]);
  return Object.fromEntries(typed.filter(([, value]) => value !== ""));
}

/** Flat settings from the fields or the JSON of Advanced; null if that is not a JSON object. */
function postedSettings(form: FormData, definition: Definition, { settings }: Stored): JsonObject | null {
  return form.has("settings_json")
    ? jsonObject(text(form, "settings_json"))
    : fieldSettings(form, definition, settings);
}

/**
 * An unchanged value stays, because it may be more than a form can show: a list in a row of text, a number of many
 * digits.
 */
function fieldSettings(form: FormData, definition: Definition, settings: JsonObject): JsonObject {
  const fields = settingsForm(definition);
  const posted = settingsFromForm(fields, form);
  const shown = formValues(fields, settings);
  const untouched = settingsFromForm(fields, formOf(fields, shown));
  const isShown = (key: string) =>
    JSON.stringify(posted[key]) === JSON.stringify(key in untouched ? untouched[key] : shown[key]);
  return Object.fromEntries(
    Object.entries(posted).map(([key, value]) => [
      key,
      settings[key] !== undefined && isShown(key) ? settings[key] : value,
    ]),
  );
}

function jsonObject(json: string): JsonObject | null {
  if (nestsTooDeep(json)) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** The typed values, for the page to show again, without secrets. */
export function typedEntries(form: FormData, definition: Definition): [name: string, value: string][] {
  const choice = postedChoice(form, definition, 0);
  const secret = new Set([
    ...secretNames(authForm(definition, choice), "auth"),
    ...secretNames(settingsForm(definition), "setting"),
  ]);
  return [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && entry[0] !== "intent" && !secret.has(entry[0].replaceAll(/\[\d+\]/g, "[]")),
  );
}

function secretNames(fields: readonly FormField[], prefix: string): string[] {
  return formLeaves(fields).flatMap((field) => [
    ...(field.private ? [`${prefix}.${field.key}`] : []),
    ...(isGroupList(field)
      ? field.fields.filter((member) => member.private).map((member) => `${prefix}.${field.key}[].${member.key}`)
      : []),
  ]);
}

/** A call's refusal with the names of the form's fields; faults of no field become its message. */
export function onFormFields(refused: Refused, form: FormData, definition: Definition): Refused {
  const faults: Record<string, string> = {};
  const loose: string[] = [];
  const given = Object.entries(refused.faults ?? (refused.field === null ? {} : { [refused.field]: refused.error }));
  for (const [path, sentence] of given) {
    const name = formField(path, form, definition);
    if (name === null) loose.push(sentence);
    else faults[name] = sentence;
  }
  if (given.length === 0) return refused;
  return loose.length > 0 ? { ...refused, field: null, faults: {}, error: loose.join(" ") } : { ...refused, faults };
}

/** The name of the control for a path of the API's call. */
function formField(path: string, form: FormData, definition: Definition): string | null {
  if (path.startsWith("settings."))
    return form.has("settings_json")
      ? "settings_json"
      : (settingControl(path.slice("settings.".length), form, definition) ?? "extra");
  const secret = /^auth_data\.([^[]+)/.exec(path)?.[1];
  if (secret !== undefined) return `auth.${secret}`;
  if (path.startsWith("headers.")) return "header";
  return ["refresh_interval", "body_template", "settings_json"].includes(path) ? path : null;
}

/** The server's index of a list entry does not count empty ones before it. */
function settingControl(path: string, form: FormData, definition: Definition): string | null {
  const fields = settingsForm(definition);
  const field = formLeaves(fields).find(({ key }) => path === key || path.startsWith(`${key}[`));
  if (!field) return null;
  const [, index, member] = /^\[(\d+)\](?:\.(.+))?$/.exec(path.slice(field.key.length)) ?? [];
  if (!isGroupList(field) || index === undefined || member === undefined) return `setting.${field.key}`;
  const at = filledRows(valuesFromForm(fields, form)[field.key])[Number(index)]?.at ?? Number(index);
  return `setting.${field.key}[${at}].${member}`;
}
