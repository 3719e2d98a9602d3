import { Form, useNavigation, useSearchParams } from "@remix-run/react";
import { Braces, Play } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Quota } from "../../ui/charts.tsx";
import { CheckField, ErrorLine, TextArea, TextField } from "../../ui/field.tsx";
import type { FormState } from "../../ui/form-state.ts";
import { useFocusOnError } from "../../ui/form-state.ts";
import { formatInterval } from "../../ui/format.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { FinalUrlLine } from "./pipe.tsx";
import { PairRows, SettingsFields } from "./settings-fields.tsx";
import type { FieldDef } from "./setup-values.ts";
import { formValues, leaves, settingsOf, typedValues } from "./setup-values.ts";

export type Setup = {
  /** The first operation's URL with its placeholders, and its method. */
  url: string;
  method: "GET" | "POST";
  params_fields: FieldDef[];
  auth_fields: FieldDef[];
  /** What is stored: settings without secrets, the names of the secrets that are. */
  settings: Record<string, unknown>;
  stored_secrets: string[];
  headers: [key: string, value: string][];
  body_template: string;
  refresh_interval: number;
  override: boolean;
  /** The definition fixes how rows are written; the box is then only read. */
  override_fixed?: boolean;
  /** How runs add up this week; limit null is unlimited. */
  quota: { plan: string; used: number; limit: number | null; may_schedule: boolean } | null;
};

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
  const [interval, setInterval] = useState(setup.refresh_interval);
  const [changed, setChanged] = useState(Boolean(form?.errors));
  const [advanced, setAdvanced] = useState(params.get("mode") === "advanced" || form?.values?.settings_json !== undefined);
  const [json, setJson] = useState(() => form?.values?.settings_json ?? JSON.stringify(settingsOf(setup.params_fields, openValues(setup, values)), null, 2));
  const [jsonError, setJsonError] = useState(form?.errors?.settings_json);
  const [answered, setAnswered] = useState(form);
  if (answered !== form) {
    setAnswered(form);
    setJsonError(form?.errors?.settings_json);
  }

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
          {setup.auth_fields.length > 0 && (
            <fieldset className="group">
              <legend>Access</legend>
              <div className="fields">
                <SettingsFields fields={setup.auth_fields} prefix="auth" values={values} stored={setup.stored_secrets} state={form} onChange={(key, value) => setValues((now) => ({ ...now, [key]: value }))} />
              </div>
            </fieldset>
          )}
          {advanced ? <JsonEditor json={json} error={jsonError} onChange={setJson} /> : setup.params_fields.length > 0 && (
            <div className="fields">
              <SettingsFields fields={setup.params_fields} values={values} stored={setup.stored_secrets} state={form} onChange={(key, value) => setValues((now) => ({ ...now, [key]: value }))} />
            </div>
          )}
          {!advanced && (extra.length > 0 || setup.params_fields.length === 0) && (
            <fieldset className="group"><legend>Other settings</legend><PairRows name="extra" word="Setting" pairs={extra} onEdit={() => setChanged(true)} /></fieldset>
          )}
          <div className="fields">
            <div className="field">
              <label className="label" htmlFor="setup-method">HTTP Method</label>
              <select className="select" id="setup-method" name="method" value={method} onChange={(event) => setMethod(event.target.value)}>
                <option value="GET">GET</option>
                <option value="POST">POST</option>
              </select>
            </div>
            {(!hydrated || method === "POST") && (
              <div className="wide post-only">
                <TextArea label="POST Body Template (JSON)" name="body_template" code rows={5} defaultValue={setup.body_template} state={form} hint="Names in braces are filled from the fields above." />
              </div>
            )}
          </div>
          <fieldset className="group">
            <legend>When it runs</legend>
            <div className="schedule">
              <TextField
                label="Scheduled Refresh (minutes)" name="refresh_interval" type="number" min={0} step={1} className="num" defaultValue={setup.refresh_interval} state={form}
                onChange={(event) => setInterval(Number(event.target.value))}
              />
              <p><strong>{formatInterval(interval)}.</strong> {setup.quota && !setup.quota.may_schedule ? "Upgrade to Pro to schedule automatic refreshes" : "Enter 0 to run by hand only."}</p>
            </div>
            {setup.quota && setup.quota.limit !== null && (
              <div>
                <Quota used={setup.quota.used} limit={setup.quota.limit} name="Runs this week" />
                <p className="meta">This week: {setup.quota.used} of {setup.quota.limit} runs used ({setup.quota.plan}).</p>
              </div>
            )}
            <CheckField
              label="Override existing table on rerun" name="override" defaultChecked={setup.override} disabled={setup.override_fixed}
              hint={setup.override_fixed ? "The connector's definition decides how rows are written." : "On, the table is swapped once the new pull is complete. Off, rows are added, merged where they have a key."}
            />
          </fieldset>
          <fieldset className="group"><legend>Request Headers</legend><PairRows name="header" word="Header" pairs={setup.headers} onEdit={() => setChanged(true)} /></fieldset>
        </div>
      </fieldset>
      <SetupFoot connected={connected} signedIn={signedIn} blocked={blocked} running={running} loginHref={loginHref} busy={busy} saved={hydrated && !changed && connected} />
    </Form>
  );
}

type FootProps = { connected: boolean; signedIn: boolean; blocked: string | undefined; running: boolean; loginHref: string; busy: string; saved: boolean };

function SetupFoot({ connected, signedIn, blocked, running, loginHref, busy, saved }: FootProps) {
  if (!signedIn) {
    return (
      <div className="panel-foot">
        <p className="hint">Log in to set it up.</p>
        <ButtonLink to={loginHref}>Save Settings</ButtonLink>
        <ButtonLink kind="primary" icon={Play} to={loginHref}>Run Now</ButtonLink>
      </div>
    );
  }
  const hint = blocked ?? (running ? "A run is going on." : !connected ? "Saving connects you; then it can run." : saved ? "All changes saved" : "");
  return (
    <div className="panel-foot">
      <p className="hint" aria-live="polite">{hint}</p>
      <Button name="intent" value="save" off={Boolean(blocked) || saved || busy !== ""} kind={connected ? "plain" : "primary"}>{busy === "save" ? "Saving" : "Save Settings"}</Button>
      <Button name="intent" value="run" icon={Play} kind={connected ? "primary" : "plain"} off={Boolean(blocked) || !connected || running || busy !== ""} aria-label="Run Now">{busy === "run" ? "Running" : "Run Now"}</Button>
    </div>
  );
}

function JsonEditor({ json, error, onChange }: { json: string; error: string | undefined; onChange: (json: string) => void }) {
  return (
    <div className={error ? "field is-bad" : "field"}>
      <label className="label" htmlFor="settings-json">Settings as JSON</label>
      <textarea
        className="textarea textarea-code editor" id="settings-json" name="settings_json" spellCheck={false} value={json} onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined} aria-describedby={error ? "settings-json-error" : undefined}
      />
      {error && <ErrorLine id="settings-json-error">{error}</ErrorLine>}
    </div>
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
