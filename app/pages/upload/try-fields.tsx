import { useState } from "react";
import type { FormState } from "../../ui/form-state.ts";
import type { FieldDef } from "../profile/field-def.ts";
import { valuesFromForm } from "../profile/posted-values.ts";
import { SettingsFields } from "../profile/settings-fields.tsx";
import { formValues } from "../profile/setup-values.ts";

function typed(posted: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of posted) form.append(name, value);
  return form;
}

/** What the spec asks its users for, so that its author can try it. Typed values are used for the test alone. */
export function TryFields({ auth, settings, form }: { auth: FieldDef[]; settings: FieldDef[]; form: FormState | undefined }) {
  const all = [...auth, ...settings];
  const [values, setValues] = useState(() => ({ ...formValues(all, {}), ...(form?.posted ? valuesFromForm(settings, typed(form.posted)) : {}) }));
  if (all.length === 0) return null;
  const change = (key: string, value: (typeof values)[string]) => setValues((now) => ({ ...now, [key]: value }));
  return (
    <div className="panel-body try-fields">
      <p className="hint">For this test alone: nothing that you type here is stored or published.</p>
      <div className="fields">
        <SettingsFields fields={auth} prefix="auth" values={values} onChange={change} />
        <SettingsFields fields={settings} values={values} onChange={change} />
      </div>
    </div>
  );
}
