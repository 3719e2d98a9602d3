import { Form, useNavigation, useSearchParams } from "@remix-run/react";
import { Braces } from "lucide-react";
import { useState } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { ErrorLine } from "../../ui/field.tsx";
import type { FormState } from "../../ui/form-state.ts";
import { useFocusOnError } from "../../ui/form-state.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { JsonEditor } from "./json-editor.tsx";
import { FinalUrlLine } from "./pipe.tsx";
import { PairRows, SettingsFields } from "./settings-fields.tsx";
import type { Setup } from "./setup.ts";
import { SetupAccess } from "./setup-access.tsx";
import { SetupFoot } from "./setup-foot.tsx";
import { SetupRequest } from "./setup-request.tsx";
import { SetupSchedule } from "./setup-schedule.tsx";
import { formValues, leaves, settingsOf, typedValues, type SettingValue } from "./setup-values.ts";

export type SetupPanelProps = {
  setup: Setup;
  connected: boolean;
  signedIn: boolean;
  /** Why nobody may run or save now, for instance an inactive connector. */
  blocked?: string;
  /** A run is going on, so none can be started. */
  running?: boolean;
  /** Ends in the page's address, for Login to come back to. */
  loginHref: string;
  form?: FormState;
};

/**
 * The settings of a connection. Posts `intent` save or run with `setting.<key>`, `auth.<key>`, `extra_key`/`extra_value`, `method`,
 * `refresh_interval`, `override`, `header_key`/`header_value`, `body_template`; in Advanced `settings_json` in place of the fields.
 */
export function SetupPanel({ setup, connected, signedIn, blocked, running = false, loginHref, form }: SetupPanelProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const busy = navigation.state === "submitting" ? String(navigation.formData?.get("intent") ?? "") : "";
  const declared = [...setup.auth_fields, ...setup.params_fields];
  const [values, setValues] = useState(() => typedValues(setup.params_fields, formValues(declared, setup.settings), form?.values));
  const [method, setMethod] = useState(form?.values?.method ?? setup.method);
  const [changed, setChanged] = useState(Boolean(form?.errors));
  const [advanced, setAdvanced] = useState(params.get("mode") === "advanced" || form?.values?.settings_json !== undefined);
  const [json, setJson] = useState(() => form?.values?.settings_json ?? JSON.stringify(settingsOf(setup.params_fields, openValues(setup, values)), null, 2));
  const [jsonError, setJsonError] = useState(form?.errors?.settings_json);
  const [answered, setAnswered] = useState(form);
  if (answered !== form) {
    setAnswered(form);
    setJsonError(form?.errors?.settings_json);
  }

  const change = (key: string, value: SettingValue) => setValues((now) => ({ ...now, [key]: value }));
  const toForm = () => {
    const parsed = parseObject(json);
    if (!parsed) return setJsonError("Invalid JSON format");
    setValues((now) => ({ ...now, ...formValues(setup.params_fields, parsed) }));
    setJsonError(undefined);
    setAdvanced(false);
  };
  const toJson = () => {
    setJson(JSON.stringify(settingsOf(setup.params_fields, openValues(setup, values)), null, 2));
    setAdvanced(true);
  };
  const known = new Set(leaves(declared).map((field) => field.key));
  const extra = Object.entries(setup.settings).filter(([key]) => !known.has(key)).map(([key, value]): [string, string] => [key, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  const dim = !signedIn || blocked !== undefined;

  return (
    <Form className="panel setup" method="post" ref={ref} onChange={() => setChanged(true)} preventScrollReset noValidate={advanced}>
      <div className="panel-head">
        <h2>Settings</h2>
        {hydrated
          ? (
            <div className="seg seg-sm" role="group" aria-label="Editor">
              <button type="button" aria-pressed={!advanced} onClick={toForm}>Form</button>
              <button type="button" aria-pressed={advanced} onClick={toJson}><Icon of={Braces} size="sm" />Advanced</button>
            </div>
          )
          : <ButtonLink small to={advanced ? "?tab=setup" : "?tab=setup&mode=advanced"}>{advanced ? "Form" : "Advanced"}</ButtonLink>}
      </div>
      <div className="panel-body pb-0!"><FinalUrlLine method={method} template={setup.url} values={values} /></div>
      <fieldset disabled={dim} className={dim ? "is-dim" : undefined}>
        <legend className="visually-hidden">Settings of this connection</legend>
        <div className="panel-body stack">
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <SetupAccess setup={setup} values={values} form={form} onChange={change} />
          {advanced ? <JsonEditor json={json} error={jsonError} onChange={setJson} /> : setup.params_fields.length > 0 && (
            <div className="fields">
              <SettingsFields fields={setup.params_fields} values={values} stored={setup.stored_secrets} state={form} onChange={change} />
            </div>
          )}
          {!advanced && (extra.length > 0 || setup.params_fields.length === 0) && (
            <fieldset className="group"><legend>Other settings</legend><PairRows name="extra" word="Setting" pairs={extra} onEdit={() => setChanged(true)} /></fieldset>
          )}
          <SetupRequest setup={setup} method={method} form={form} onMethod={setMethod} />
          <SetupSchedule setup={setup} form={form} />
          <fieldset className="group"><legend>Request Headers</legend><PairRows name="header" word="Header" pairs={setup.headers} onEdit={() => setChanged(true)} /></fieldset>
        </div>
      </fieldset>
      <SetupFoot connected={connected} signedIn={signedIn} blocked={blocked} running={running} loginHref={loginHref} busy={busy} saved={hydrated && !changed && connected} />
    </Form>
  );
}

/** The values of fields that are no credentials. */
function openValues(setup: Setup, values: ReturnType<typeof formValues>) {
  const secret = new Set(leaves(setup.auth_fields).map((field) => field.key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secret.has(key)));
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
