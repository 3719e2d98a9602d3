import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useState } from "react";
import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import { formValues, type SettingValues } from "#domain/connector-language/settings/form-values.ts";
import type { ConsentChange } from "#domain/connector-language/consent/consent-change.ts";
import { KindBadge } from "../../ui/data/badge.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { Segments, type Tab } from "../../ui/controls/tabs.tsx";
import { RedirectUri } from "../../instances/redirect-uri.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ConsentDiff } from "./consent-diff.tsx";
import { ConsentList } from "../../items/consent-list.tsx";
import { valuesFromForm } from "../../settings-form/posted-values.ts";
import { SettingsFields } from "../../settings-form/settings-fields.tsx";
import { TryPanel } from "../../trying/test-panel.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";

/** The current version, and what the other one needs in addition; null if nothing. */
export type Moving = { from: number; change: ConsentChange | null };

export type ConnectorSetupViewProps = {
  connector: { id: string; title: string; description: string; version: number };
  /** The connector's auths; if there are several, the user chooses one. */
  ways: Tab[];
  authFields: FormField[];
  /** Settings without which it cannot run. */
  settingFields: FormField[];
  /** The viewer is connected to another version and moves to this one. */
  moving: Moving | null;
  /** Why nobody can connect, for example an inactive connector. */
  blocked: string | null;
  /** Set if activating redirects to the API's own page; with the redirect URI for the user's app there. */
  signIn: { host: string; redirectUri: string } | null;
  /** Where the secrets are sent; activating agrees to it. */
  consent: { hosts: string[]; secretPlaces: string[]; tables: number };
  form?: FormState;
};

/**
 * Posts `auth.<key>` for every credential, `setting.<key>` for every required setting and `agreed_hosts` as shown;
 * Activate Connector agrees to the consent shown, and to no other host.
 */
export function ConnectorSetupView(props: ConnectorSetupViewProps) {
  const { connector, moving, blocked, form } = props;
  const consent = form?.hosts
    ? { ...props.consent, hosts: form.hosts.to, secretPlaces: form.hosts.places }
    : props.consent;
  const [changed, setChanged] = useState(form !== undefined);
  const hasChanges = useCallback(() => changed, [changed]);
  return (
    <div className="wrap">
      <PageHead
        above={[
          { to: "/datastore", label: "DataStore" },
          { to: `/connector_profile/${connector.id}`, label: connector.title },
        ]}
        title={connector.title}
        beside={<KindBadge kind="connector" version={connector.version} />}
        lead={connector.description}
      />
      <FaultNotice form={form} />
      <div className="cols">
        <ConnectForm {...props} consent={consent} onChange={() => setChanged(true)}>
          <LeaveGuard hasChanges={hasChanges} />
        </ConnectForm>
        <aside className="side" aria-label="What you agree to">
          <section className="panel">
            <div className="panel-head">
              <h2>What you agree to</h2>
            </div>
            <ConsentList
              hosts={consent.hosts}
              places={consent.secretPlaces}
              secrets="The secrets you enter go there"
              tables={consent.tables}
            />
          </section>
        </aside>
        {!asksNothingNew(moving) && blocked === null && (
          <TryPanel formId="connect-form" hint="Try it before you connect. Nothing is stored." />
        )}
      </div>
    </div>
  );
}

function ConnectForm({
  onChange,
  children,
  ...props
}: ConnectorSetupViewProps & { onChange: () => void; children: ReactNode }) {
  const { connector, consent, ways, moving, blocked, signIn, form } = props;
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  return (
    <Form className="panel" method="post" ref={ref} id="connect-form" onChange={onChange}>
      {/* Enter in a field presses a form's first button, which might be one that loads options. */}
      <button className="visually-hidden" tabIndex={-1} aria-hidden="true" disabled={busy || blocked !== null} />
      {children}
      <input type="hidden" name="agreed_hosts" value={consent.hosts.join(" ")} />
      <div className="panel-head">
        <h2>{moving ? "Move your connection" : "Connect it"}</h2>
      </div>
      <div className="panel-body stack">
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        {blocked && <Notice tone="warn" title={blocked} />}
        {moving && <WhatIsNew {...props} moving={moving} />}
        {ways.length > 1 && <Segments label="How to sign in" options={ways} stacks />}
        <Fields {...props} />
        {signIn && !asksNothingNew(moving) && <RedirectUri uri={signIn.redirectUri} />}
      </div>
      <div className="panel-foot">
        <Button kind="primary" off={busy || blocked !== null}>
          {busy ? (moving ? "Moving" : "Activating") : verbOf(props)}
        </Button>
        {signIn && !asksNothingNew(moving) && <span className="meta">{`Next: Sign in with ${signIn.host}`}</span>}
        <ButtonLink kind="quiet" to={`/connector_profile/${connector.id}`}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

/** Whether an instance moves to a version that needs no new consent. */
function asksNothingNew(moving: Moving | null): boolean {
  return moving !== null && moving.change === null;
}

function verbOf({ connector, moving }: ConnectorSetupViewProps): string {
  return moving ? `Move to v${connector.version}` : "Activate Connector";
}

/** What this version needs that the instance does not have. */
function WhatIsNew({ connector, settingFields, moving }: ConnectorSetupViewProps & { moving: Moving }) {
  if (moving.change === null)
    return (
      <p>
        v{connector.version} calls the same hosts with the same secrets as v{moving.from},{" "}
        {settingFields.length === 0
          ? "so there is nothing to enter again."
          : "and needs settings that your connection does not have."}
      </p>
    );
  return (
    <>
      <p>
        v{connector.version} asks for more than you agreed to with v{moving.from}. Your secrets are not carried over:
        enter them again if you agree.
      </p>
      <ConsentDiff change={moving.change} from={moving.from} to={connector.version} />
    </>
  );
}

/** Credentials, and the settings without which it cannot run. */
function Fields({ authFields, settingFields, moving, form }: ConnectorSetupViewProps) {
  const [credentials, setCredentials] = useState(() => begin(authFields, form, "auth"));
  const [settings, setSettings] = useState(() => begin(settingFields, form, "setting"));
  return (
    <>
      {asksNothingNew(moving) ? null : authFields.length === 0 ? (
        <p className="quiet">
          No key needed.{!moving && settingFields.length === 0 && " You set it up after activating it."}
        </p>
      ) : (
        <div className="fields">
          <SettingsFields
            fields={authFields}
            prefix="auth"
            values={credentials}
            state={form}
            onChange={(key, value) => setCredentials((now) => ({ ...now, [key]: value }))}
          />
        </div>
      )}
      {settingFields.length > 0 && (
        <div className="fields">
          <SettingsFields
            fields={settingFields}
            prefix="setting"
            values={settings}
            state={form}
            onChange={(key, value) => setSettings((now) => ({ ...now, [key]: value }))}
          />
        </div>
      )}
    </>
  );
}

/** Fields with their defaults, or with the values typed into a refused form; secrets must be typed again. */
function begin(fields: FormField[], form: FormState | undefined, prefix: "auth" | "setting"): SettingValues {
  if (!form?.posted) return formValues(fields, {});
  const posted = new FormData();
  for (const [name, value] of form.posted) posted.append(name, value);
  return valuesFromForm(fields, posted, prefix);
}
