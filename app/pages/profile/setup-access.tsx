import type { FormState } from "../../ui/form-state.ts";
import { SettingsFields } from "./settings-fields.tsx";
import type { Setup } from "./setup.ts";
import type { SettingValue, SettingValues } from "./setup-values.ts";

/** The credentials of the connection. */
export function SetupAccess({ setup, values, form, onChange }: {
  setup: Setup; values: SettingValues; form: FormState | undefined; onChange: (key: string, value: SettingValue) => void;
}) {
  if (setup.auth_fields.length === 0) return null;
  return (
    <fieldset className="group">
      <legend>Access</legend>
      <div className="fields">
        <SettingsFields fields={setup.auth_fields} prefix="auth" values={values} stored={setup.stored_secrets} state={form} onChange={onChange} />
      </div>
    </fieldset>
  );
}
