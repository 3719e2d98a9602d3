import { Form, useNavigation } from "@remix-run/react";
import { Braces } from "../../../ui/icons/all.ts";
import { useCallback, useEffect } from "react";
import { formLeaves } from "#domain/connector-language/settings/form-values.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { ErrorLine } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/form-state.ts";
import { useFocusOnError } from "../../../ui/form/form-state.ts";
import { useHydrated } from "../../../ui/layout/hydrated.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { LeaveGuard } from "../../../ui/form/leave-guard.tsx";
import { showToast } from "../../../ui/feedback/toaster.tsx";
import { HostChange } from "./host-change.tsx";
import { JsonEditor } from "./json-editor.tsx";
import { PairRows } from "../../../settings-form/rows/pair-rows.tsx";
import { FinalUrlLine } from "../pipe.tsx";
import { SettingsFields } from "../../../settings-form/settings-fields.tsx";
import type { Setup } from "./setup.ts";
import { SetupAccess } from "./setup-access.tsx";
import { SetupFoot } from "./setup-foot.tsx";
import { SetupRequest } from "./setup-request.tsx";
import { SetupSchedule } from "./setup-schedule.tsx";
import { type SetupState, useSetupState } from "./setup-state.ts";

export type SetupPanelProps = {
  setup: Setup;
  connected: boolean;
  signedIn: boolean;
  /** Why nobody may run or save now, for example an inactive connector. */
  blocked?: string;
  /** A run is in progress, so none can be started. */
  running?: boolean;
  /** Contains this page's URL, to which Login redirects. */
  loginHref: string;
  form?: FormState;
  now: string;
};

/**
 * The settings of an instance. Posts `intent` save or run with the fields (named as in posted-values.ts),
 * `auth_choice`, `method`, `refresh_interval`, `override`, rows of `header` and `extra`, `body_template`; in Advanced
 * `settings_json` in place of the fields. Without JavaScript `intent` may be a change of rows (form-rows.ts).
 */
export function SetupPanel({
  setup,
  connected,
  signedIn,
  blocked,
  running = false,
  loginHref,
  form,
  now,
}: SetupPanelProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const busy = navigation.state === "submitting" ? String(navigation.formData?.get("intent") ?? "") : "";
  const state = useSetupState(setup, form);
  useEffect(() => {
    if (form?.message && !form.fault) showToast("error", form.message);
  }, [form]);
  const { changed } = state;
  const hasChanges = useCallback(() => changed, [changed]);
  const dim = !signedIn || blocked !== undefined;
  return (
    <Form
      className="panel setup"
      id="setup-form"
      method="post"
      ref={ref}
      onChange={state.touch}
      preventScrollReset
      noValidate={state.advanced}
    >
      {/* Enter in a field presses a form's first button, which would be one that loads options or, without JavaScript, adds a row. */}
      <button
        className="visually-hidden"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden="true"
        disabled={dim || busy !== "" || (hydrated && !changed)}
      />
      <input type="hidden" name="revision" value={form?.values?.revision ?? setup.revision} />
      <SetupHead state={state} dim={dim} />
      <SetupUrl setup={setup} state={state} />
      <fieldset disabled={dim} className={dim ? "is-dim" : undefined}>
        <legend className="visually-hidden">Settings of this connection</legend>
        <SetupBody setup={setup} state={state} form={form} now={now} />
      </fieldset>
      <LeaveGuard hasChanges={hasChanges} />
      <SetupFoot
        connected={connected}
        signedIn={signedIn}
        blocked={blocked}
        running={running}
        loginHref={loginHref}
        busy={busy}
        unchanged={hydrated && !changed}
      />
    </Form>
  );
}

/** The title, and the switch between the form and its JSON. */
function SetupHead({ state: { advanced, showForm, showJson }, dim }: { state: SetupState; dim: boolean }) {
  const hydrated = useHydrated();
  return (
    <div className="panel-head">
      <h2>Settings</h2>
      <a className="sr-only focus:not-sr-only" href="#run-now">
        Skip to Run Now
      </a>
      {hydrated || dim ? (
        <div className="seg seg-sm" role="group" aria-label="Editor">
          <button type="button" disabled={dim} aria-pressed={!advanced} onClick={() => advanced && showForm()}>
            Form
          </button>
          <button type="button" disabled={dim} aria-pressed={advanced} onClick={() => !advanced && showJson()}>
            <Icon of={Braces} size="sm" />
            Advanced
          </button>
        </div>
      ) : (
        <ButtonLink small to={advanced ? "?tab=setup" : "?tab=setup&mode=advanced"}>
          {advanced ? "Form" : "Advanced"}
        </ButtonLink>
      )}
    </div>
  );
}

/** The address that a request is sent to, as the settings make it. */
function SetupUrl({ setup, state }: { setup: Setup; state: SetupState }) {
  const secret = { names: new Set(secretKeys(setup, state)), stored: new Set(setup.storedSecrets) };
  return (
    <div className="panel-body pb-0!">
      <FinalUrlLine
        method={state.method}
        url={setup.url}
        template={setup.fullUrl}
        values={state.values}
        secret={secret}
      />
    </div>
  );
}

/** The fields that hold secrets, in the way to sign in that is chosen. */
function secretKeys(setup: Setup, { choice }: SetupState): string[] {
  return formLeaves([...setup.paramsFields, ...(setup.ways[choice]?.fields ?? [])])
    .filter((field) => field.private)
    .map(({ key }) => key);
}

/** Everything that can be set, in the order that a request is made. */
function SetupBody({
  setup,
  state,
  form,
  now,
}: {
  setup: Setup;
  state: SetupState;
  form: FormState | undefined;
  now: string;
}) {
  const hydrated = useHydrated();
  return (
    <div className="panel-body stack">
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      {form?.hosts && <HostChange hosts={form.hosts} form={form} />}
      <SetupAccess
        setup={form?.hosts ? { ...setup, storedSecrets: [] } : setup}
        choice={state.choice}
        values={state.values}
        form={form}
        onChoose={state.choose}
        onChange={state.change}
      />
      {form?.posted && !hydrated && secretKeys(setup, state).length > 0 && (
        <p className="hint">Secrets that were typed are not sent back to this page: type them again before saving.</p>
      )}
      {state.advanced ? (
        <JsonEditor json={state.json} error={state.jsonError} onChange={state.setJson} />
      ) : (
        <FormFields setup={setup} state={state} form={form} />
      )}
      <SetupRequest setup={setup} method={state.method} form={form} onMethod={state.setMethod} />
      <SetupSchedule setup={setup} form={form} now={now} />
      <fieldset className="group">
        <legend>Request Headers</legend>
        <PairRows name="header" word="Header" pairs={state.headers} onChange={state.setHeaders} state={form} />
      </fieldset>
    </div>
  );
}

/** The declared fields and the user's own settings. */
function FormFields({ setup, state, form }: { setup: Setup; state: SetupState; form: FormState | undefined }) {
  const hydrated = useHydrated();
  const declared = [...setup.paramsFields, ...setup.ways.flatMap((way) => way.fields)];
  const hasConditions =
    [...declared, ...declared.flatMap((field) => field.fields)].some((field) => field.visible_if) ||
    setup.ways.length > 1;
  const own = <PairRows name="extra" word="Setting" pairs={state.extra} onChange={state.setExtra} state={form} />;
  return (
    <>
      {setup.paramsFields.length > 0 && (
        <div className="fields">
          <SettingsFields
            fields={setup.paramsFields}
            values={state.values}
            stored={form?.hosts ? [] : setup.storedSecrets}
            state={form}
            onChange={state.change}
          />
        </div>
      )}
      {!hydrated && hasConditions && (
        <p>
          <button className="btn btn-sm" name="intent" value="look" formNoValidate>
            Show the fields for these choices
          </button>
        </p>
      )}
      <details className="group own" open={state.extra.length > 0 || undefined}>
        <summary>Other settings</summary>
        <p className="hint">Settings that the connector has no field for.</p>
        {own}
      </details>
    </>
  );
}
