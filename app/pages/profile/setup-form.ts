import { z } from "zod";
import type { Definition } from "#domain/connector-language/definition.ts";
import type { JsonObject, JsonValue } from "#domain/core/json.ts";
import type { SetupChanges } from "#domain/processes/setup-changes.ts";
import { setupChanges, setupFields } from "../../connectors/setup-fields.ts";
import { type CallResult, no, type Refused } from "../../http/call-result.ts";
import { text } from "../../http/page.ts";
import { authFields, bodyOf, paramsFields } from "./definition-fields.ts";
import { leaves, pairsFromForm, settingsFromForm } from "./setup-values.ts";

const fields = z.strictObject(setupFields);

/** What a connection has stored, as far as its form must know to tell a change from what was there. */
export type Stored = { readonly authChoice: number; readonly settings: JsonObject; readonly hidden: JsonObject };

export const NOTHING_STORED: Stored = { authChoice: 0, settings: {}, hidden: {} };

/** Reads the posted setup panel as the fields of the API's calls, under the same limits. */
export function setupFromForm(form: FormData, definition: Definition, stored: Stored): CallResult<SetupChanges> {
  const settings = postedSettings(form, definition, stored);
  if (settings === null) return no(400, "Invalid JSON - fix before saving.", "settings_json");
  const first = definition.operations[0];
  const fixed = first?.writeDisposition != null;
  const interval = text(form, "refresh_interval").trim();
  const auth = postedAuth(form, definition, stored.authChoice);
  const parsed = fields.safeParse({
    settings,
    ...(Object.keys(auth).length > 0 ? { auth_data: auth } : {}),
    headers: Object.fromEntries(pairsFromForm(form, "header")),
    ...(form.has("method") ? { method: chosen(text(form, "method"), first?.method ?? "GET") } : {}),
    ...(form.has("body_template") ? { body_template: chosen(text(form, "body_template").replaceAll("\r\n", "\n").trim(), bodyOf(first)) } : {}),
    refresh_interval: interval === "" ? 0 : Number(interval),
    ...(fixed ? {} : { override: form.has("override") }),
  });
  if (parsed.success) return { ok: true, value: setupChanges(parsed.data) };
  const issue = parsed.error.issues[0];
  return no(400, issue?.message ?? "The settings are not valid.", issue?.path.join(".") || null);
}

/** What the connector's definition says by itself is not stored. */
function chosen(posted: string, own: string): string | null {
  return posted === own || posted === "" ? null : posted;
}

/** The credentials of `auth.<key>` that were typed; empty ones keep what is stored. */
export function postedAuth(form: FormData, definition: Definition, choice: number): Record<string, string> {
  const typed = leaves(authFields(definition, choice)).map(({ key }): [string, string] => [key, text(form, `auth.${key}`)]);
  return Object.fromEntries(typed.filter(([, value]) => value !== ""));
}

/** Flat settings out of the fields or the JSON of Advanced; null when that is no JSON object. Secrets left empty stay. */
function postedSettings(form: FormData, definition: Definition, { settings, hidden }: Stored): JsonObject | null {
  const posted = form.has("settings_json") ? jsonObject(text(form, "settings_json")) : fieldSettings(form, definition, settings);
  return posted && { ...hidden, ...posted };
}

function fieldSettings(form: FormData, definition: Definition, settings: JsonObject): JsonObject {
  const posted = settingsFromForm(paramsFields(definition), form) as JsonObject;
  // A row of text stands for the value it was made from, which may be a number or a list.
  return Object.fromEntries(Object.entries(posted).map(([key, value]) => [key, shownAs(settings[key]) === value ? (settings[key] ?? value) : value]));
}

function shownAs(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || typeof value === "string") return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function jsonObject(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** A call's refusal with the names of the form's fields; what belongs to no field of the form becomes its message. */
export function onFormFields(refused: Refused, form: FormData): Refused {
  const faults: Record<string, string> = {};
  const loose: string[] = [];
  const given = Object.entries(refused.faults ?? (refused.field === null ? {} : { [refused.field]: refused.error }));
  for (const [path, sentence] of given) {
    const name = formField(path);
    if (name === null) loose.push(sentence);
    else if (name.startsWith("setting.") && form.has("settings_json")) faults["settings_json"] = sentence;
    else faults[name] = sentence;
  }
  if (given.length === 0) return refused;
  return loose.length > 0 ? { ...refused, field: null, faults: {}, error: loose.join(" ") } : { ...refused, faults };
}

function formField(path: string): string | null {
  const setting = /^settings\.([^.[]+)/.exec(path)?.[1];
  if (setting !== undefined) return `setting.${setting}`;
  const secret = /^auth_data\.([^.[]+)/.exec(path)?.[1];
  if (secret !== undefined) return `auth.${secret}`;
  return ["refresh_interval", "body_template", "settings_json"].includes(path) ? path : null;
}
