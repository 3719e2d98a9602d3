import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import {
  formLeaves,
  formValues,
  settingsOf,
  type SettingValue,
  type SettingValues,
} from "#domain/connector-language/settings/form-values.ts";
import type { FormState } from "../../../ui/form/form-state.ts";
import { rowsOfPairs, valuesFromForm } from "../../../settings-form/posted-values.ts";
import type { Setup } from "./setup.ts";

type Pair = readonly [key: string, value: string];

/** The initial state of the setup panel: the stored values, or after a refusal the typed ones. */
export function useSetupState(setup: Setup, form: FormState | undefined) {
  const [params] = useSearchParams();
  const [start] = useState(() => startOf(setup, form));
  const [values, setValues] = useState(start.values);
  const [extra, setExtra] = useState(start.extra);
  const [headers, setHeaders] = useState(start.headers);
  const [choice, setChoice] = useState(start.choice);
  const [method, setMethod] = useState(form?.values?.method ?? setup.method);
  const [changed, setChanged] = useState(form !== undefined);
  const [advanced, setAdvanced] = useState(
    form ? form.values?.settings_json !== undefined : params.get("mode") === "advanced",
  );
  const [json, setJson] = useState(() => form?.values?.settings_json ?? jsonOf(setup, start.values, start.extra));
  const [jsonError, setJsonError] = useState(form?.errors?.settings_json);
  const [answered, setAnswered] = useState(form);
  if (answered !== form) {
    setAnswered(form);
    setJsonError(form?.errors?.settings_json);
  }
  const edited =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setChanged(true);
    };
  return {
    values,
    extra,
    headers,
    choice,
    method,
    changed,
    advanced,
    json,
    jsonError,
    setMethod,
    setJson,
    choose: setChoice,
    setExtra: edited(setExtra),
    setHeaders: edited(setHeaders),
    change: (key: string, value: SettingValue) => {
      setValues((now) => ({ ...now, [key]: value }));
      setChanged(true);
    },
    touch: () => setChanged(true),
    showForm: () => {
      const parsed = parseObject(json);
      if (!parsed) return setJsonError("Invalid JSON format");
      const { fields, own } = split(setup.paramsFields, formValues(setup.paramsFields, parsed));
      setValues((now) => ({ ...now, ...fields }));
      setExtra(own);
      setJsonError(undefined);
      setAdvanced(false);
    },
    showJson: () => {
      setJson(jsonOf(setup, values, extra));
      setAdvanced(true);
    },
  };
}

export type SetupState = ReturnType<typeof useSetupState>;

function startOf(setup: Setup, form: FormState | undefined) {
  const stored = split(setup.paramsFields, formValues(setup.paramsFields, setup.settings));
  const auth = formValues(setup.ways[setup.authChoice]?.fields ?? [], {});
  const begin: { values: SettingValues; choice: number; headers: readonly Pair[]; extra: readonly Pair[] } = {
    values: { ...auth, ...stored.fields },
    choice: setup.authChoice,
    headers: setup.headers,
    extra: stored.own,
  };
  if (!form?.posted) return begin;
  const posted = new FormData();
  for (const [name, value] of form.posted) posted.append(name, value);
  const choice = Number(posted.get("auth_choice") ?? setup.authChoice);
  const typed = { ...begin.values, ...valuesFromForm(setup.ways[choice]?.fields ?? [], posted, "auth") };
  const headers = rowsOfPairs(posted, "header");
  if (posted.has("settings_json")) return { ...begin, values: typed, choice, headers };
  return {
    values: { ...typed, ...valuesFromForm(setup.paramsFields, posted) },
    choice,
    headers,
    extra: rowsOfPairs(posted, "extra"),
  };
}

/** The values of declared fields, and a user's own settings as rows. */
function split(fields: readonly FormField[], values: SettingValues): { fields: SettingValues; own: Pair[] } {
  const known = new Set(formLeaves(fields).map(({ key }) => key));
  const declared = Object.entries(values).filter(([key]) => known.has(key));
  const own = Object.entries(values).filter(([key]) => !known.has(key));
  return { fields: Object.fromEntries(declared), own: own.map(([key, value]) => [key, String(value)]) };
}

/** The settings for the raw editor. Secrets stay in their own inputs; an unchanged own setting keeps its type. */
function jsonOf({ paramsFields, settings }: Setup, values: SettingValues, extra: readonly Pair[]): string {
  const open = formLeaves(paramsFields)
    .filter((field) => !field.private)
    .flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]] as const]));
  const own = extra
    .filter(([key, value]) => key !== "" && value !== "")
    .map(
      ([key, value]) =>
        [key, formValues([], { [key]: settings[key] ?? "" })[key] === value ? settings[key] : value] as const,
    );
  return JSON.stringify({ ...settingsOf(paramsFields, Object.fromEntries(open)), ...Object.fromEntries(own) }, null, 2);
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
