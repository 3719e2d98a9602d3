import { hostSettings } from "../../connector-language/consent/consent.ts";
import {
  chosenAuth,
  type Definition,
  flatFields,
  paramsFieldsOf,
  privateKeys,
} from "../../connector-language/definition/definition.ts";
import { headerNameFault, headerValueFault } from "../../connector-language/definition/header-rules.ts";
import { checkAuthData, checkSettings, type SettingsFault } from "../../connector-language/settings/settings.ts";
import { findingSentence } from "../../core/findings/finding.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { EMPTY_CONFIG, type InstanceConfig } from "../api-access/instance-config.ts";

/** A user's changes of an instance; what is absent stays. `settings` and `headers` replace the whole map. */
export type SetupChanges = {
  readonly authChoice?: number;
  readonly auth?: Readonly<Record<string, string>>;
  readonly settings?: JsonObject;
  /** Private settings that `settings` leaves out stay: a form never shows them. */
  readonly keepsPrivate?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bodyTemplate?: string | null;
  readonly method?: "GET" | "POST" | null;
  readonly refreshInterval?: number;
  readonly override?: boolean;
  /** The hosts that are agreed to. Absent: a new instance's user sees them in a browser; nothing agrees to another host. */
  readonly namedHosts?: readonly string[];
};

export type SettingsRefusal = {
  readonly code: "settings-invalid";
  readonly faults: readonly { readonly path: string; readonly message: string }[];
};

/**
 * The values after a change, checked against the definition. On activation credentials and settings must be complete,
 * later only what is changed. Options may be loaded before either is.
 */
export function changedConfig(
  definition: Definition,
  before: InstanceConfig,
  given: SetupChanges,
  when: "activation" | "change" | "options",
): Result<InstanceConfig, SettingsRefusal> {
  const changes = withPrivateSettings(definition, before, withKeptSettings(definition, before, given));
  const faults: { path: string; message: string }[] = [];
  const authChoice = changes.authChoice ?? before.authChoice;
  if (authChoice >= definition.auths.length) {
    return refuse({
      code: "settings-invalid",
      faults: [{ path: "auth_choice", message: "This way of signing in does not exist." }],
    });
  }
  let auth = changedAuth(definition, authChoice, before, changes.auth);
  if (when !== "options" && (changes.auth || when === "activation" || authChoice !== before.authChoice)) {
    const checked = checkAuthData(definition, authChoice, auth);
    if (checked.ok) auth = checked.settings as JsonObject;
    else faults.push(...checked.faults.map(worded));
  }
  let settings = before.settings;
  if (changes.settings || when === "activation") {
    const checked = checkSettings(definition, changes.settings ?? before.settings, { requireAll: when !== "options" });
    if (!checked.ok) faults.push(...checked.faults.map(worded));
    // Untyped values follow the definition's defaults, including those of another version.
    else if (changes.settings) settings = checked.settings as JsonObject;
  }
  const headers = changes.headers ?? before.headers;
  for (const [name, value] of Object.entries(changes.headers ?? {})) {
    const fault = headerNameFault(name) ?? headerValueFault(name, value);
    if (fault) faults.push(worded({ path: `headers.${name}`, finding: fault }));
  }
  if (typeof changes.bodyTemplate === "string" && changes.bodyTemplate.trim() !== "" && !isJson(changes.bodyTemplate)) {
    faults.push({ path: "body_template", message: "Invalid JSON - fix before saving." });
  }
  if (faults.length > 0) return refuse({ code: "settings-invalid", faults });
  const bodyTemplate = changes.bodyTemplate === undefined ? before.bodyTemplate : changes.bodyTemplate;
  return accept({ authChoice, auth, settings, headers, bodyTemplate: bodyTemplate === "" ? null : bodyTemplate });
}

function worded({ path, finding }: SettingsFault): { path: string; message: string } {
  return { path, message: findingSentence(finding) };
}

/**
 * The initial values of an instance: only the defaults of fields that give a host. The user agrees to them with the
 * definition; as values of the instance they stay, while a default of another version would send credentials elsewhere
 * without consent.
 */
export function startConfig(definition: Definition): InstanceConfig {
  const names = hostSettingsOf(definition);
  const fields = flatFields(paramsFieldsOf(definition)).filter(
    ({ key, default: value }) => names.has(key) && ["string", "number", "boolean"].includes(typeof value),
  );
  return {
    ...EMPTY_CONFIG,
    settings: Object.fromEntries(fields.map((field) => [field.key, field.default as string | number | boolean])),
  };
}

function withKeptSettings(definition: Definition, before: InstanceConfig, changes: SetupChanges): SetupChanges {
  if (!changes.keepsPrivate || !changes.settings) return changes;
  const secret = privateKeys(definition, before.authChoice);
  const kept = Object.entries(before.settings).filter(([key]) => secret.has(key));
  return { ...changes, settings: { ...Object.fromEntries(kept), ...changes.settings } };
}

/** The names in hosts, whichever way to sign in is chosen. */
function hostSettingsOf(definition: Definition): ReadonlySet<string> {
  return new Set(definition.auths.flatMap((_auth, choice) => [...hostSettings(definition, choice)]));
}

/** `auth_data` holds all private values; those of private params fields are settings. */
function withPrivateSettings(definition: Definition, before: InstanceConfig, changes: SetupChanges): SetupChanges {
  const fields = new Set(
    flatFields(chosenAuth(definition, changes.authChoice ?? before.authChoice).fields).map(({ key }) => key),
  );
  const hidden = new Set(definition.privateSettings);
  const isSetting = ([key]: readonly [string, string]) => hidden.has(key) && !fields.has(key);
  const entries = Object.entries(changes.auth ?? {});
  const moved = Object.fromEntries(entries.filter((entry) => isSetting(entry) && entry[1] !== ""));
  if (Object.keys(moved).length === 0) return changes;
  return {
    ...changes,
    auth: Object.fromEntries(entries.filter((entry) => !isSetting(entry))),
    settings: { ...(changes.settings ?? before.settings), ...moved },
  };
}

/** The credentials after a change; an empty text keeps the stored secret, another auth starts empty. */
function changedAuth(
  definition: Definition,
  choice: number,
  before: InstanceConfig,
  given: SetupChanges["auth"],
): JsonObject {
  const kept = choice === before.authChoice ? before.auth : {};
  return { ...kept, ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== "")) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
