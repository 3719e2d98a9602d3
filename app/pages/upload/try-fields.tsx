import { useState } from "react";
import { formValues } from "#domain/connector-language/settings/form-values.ts";
import type { FormState } from "../../ui/form/form-state.ts";
import { valuesFromForm } from "../../settings-form/posted-values.ts";
import { SettingsFields } from "../../settings-form/settings-fields.tsx";
import type { TestResult } from "../../trying/test-result.ts";

function typed(posted: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of posted) form.append(name, value);
  return form;
}

/**
 * The fields that the spec needs for a test by its author. Typed values are used for the test only; they stay if a test
 * is refused, also if the spec cannot be parsed for a while (`fields` is null then). `state`: the last test's refusal.
 */
export function TryFields({
  fields,
  form,
  state,
}: {
  fields: TestResult["fields"];
  form: FormState | undefined;
  state: FormState | undefined;
}) {
  const [known, setKnown] = useState(fields);
  if (fields !== null && fields !== known) setKnown(fields);
  const { auth, settings } = fields ?? known ?? { auth: [], settings: [] };
  const all = [...auth, ...settings];
  const [changed, setChanged] = useState(() => (form?.posted ? valuesFromForm(settings, typed(form.posted)) : {}));
  if (all.length === 0) return null;
  const values = { ...formValues(all, {}), ...changed };
  const change = (key: string, value: (typeof values)[string]) => setChanged((now) => ({ ...now, [key]: value }));
  return (
    <div className="panel-body try-fields">
      <p className="hint">For this test only. Nothing you type here is stored or published.</p>
      <div className="fields">
        <SettingsFields fields={auth} prefix="auth" values={values} onChange={change} state={state} />
        <SettingsFields fields={settings} values={values} onChange={change} state={state} />
      </div>
    </div>
  );
}
