import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { KindBadge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorLine } from "../../ui/field.tsx";
import type { FormState } from "../../ui/form-state.ts";
import { useFocusOnError } from "../../ui/form-state.ts";
import { Segments, type Tab } from "../../ui/tabs.tsx";
import { RedirectUri } from "../oauth/redirect-uri.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import type { FieldDef } from "./field-def.ts";
import { formValues } from "./setup-values.ts";

export type ConnectorSetupViewProps = {
  connector: { id: string; title: string; description: string; version: number };
  /** The ways to sign in that the connector offers; more than one are to be chosen from. */
  ways: Tab[];
  auth_fields: FieldDef[];
  /** The viewer is connected to another version and moves to this one. */
  moving: boolean;
  /** Set where activating goes on to the API's own page, and what the user's app there must be registered with. */
  sign_in: { host: string; redirect_uri: string } | null;
  /** Where the secrets go, to be agreed to by activating. */
  consent: { hosts: string[]; secret_places: string[] };
  form?: FormState;
};

/** Posts `auth.<key>` for every credential; Activate Connector agrees to the consent shown. */
export function ConnectorSetupView({ connector, ways, auth_fields, consent, moving, sign_in, form }: ConnectorSetupViewProps) {
  const verb = sign_in ? `Sign in with ${sign_in.host}` : moving ? `Move to v${connector.version}` : "Activate Connector";
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  const [values, setValues] = useState(() => formValues(auth_fields, {}));
  return (
    <div className="wrap">
      <div className="top">
        <nav className="crumbs" aria-label="You are here"><Link to="/datastore">DataStore</Link><span aria-hidden="true">/</span><Link to={`/connector_profile/${connector.id}`}>{connector.title}</Link></nav>
        <div className="hero-name"><h1>{connector.title}</h1><KindBadge kind="connector" version={connector.version} /></div>
        {connector.description && <p className="lead">{connector.description}</p>}
      </div>
      <div className="cols">
        <Form className="panel" method="post" ref={ref}>
          <div className="panel-head"><h2>Connect it</h2></div>
          <div className="panel-body stack">
            {form?.message && <ErrorLine>{form.message}</ErrorLine>}
            {moving && <p>This version asks for other things than the one you are connected to, so your credentials are asked for again.</p>}
            {ways.length > 1 && <Segments label="How to sign in" options={ways} />}
            {auth_fields.length === 0
              ? <p className="quiet">It needs no key. You set it up after activating it.</p>
              : <div className="fields"><SettingsFields fields={auth_fields} prefix="auth" values={values} state={form} onChange={(key, value) => setValues((now) => ({ ...now, [key]: value }))} /></div>}
            {sign_in && <RedirectUri uri={sign_in.redirect_uri} />}
          </div>
          <div className="panel-foot">
            <Button kind="primary" off={busy}>{busy ? "Activating" : verb}</Button>
            <ButtonLink kind="quiet" to={`/connector_profile/${connector.id}`}>Cancel</ButtonLink>
          </div>
        </Form>
        <aside className="side" aria-label="What you agree to">
          <section className="panel">
            <div className="panel-head"><h2>What you agree to</h2></div>
            <ul className="panel-body list">
              <li><span aria-hidden="true">–</span><span>It calls {consent.hosts.join(", ")} and no other host.</span></li>
              <li><span aria-hidden="true">–</span><span>{consent.secret_places.length ? `What you enter goes there in ${consent.secret_places.join(", ")}, nowhere else. It is kept encrypted; the connector's author never sees it.` : "It needs no secret of yours."}</span></li>
              <li><span aria-hidden="true">–</span><span>It fills a table of your own, which only you can read.</span></li>
            </ul>
          </section>
        </aside>
      </div>
    </div>
  );
}
