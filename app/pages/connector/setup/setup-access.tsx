import type { SettingValue, SettingValues } from "#domain/connector-language/settings/form-values.ts";
import type { FormState } from "../../../ui/form/form-state.ts";
import { SettingsFields } from "../../../settings-form/settings-fields.tsx";
import type { Setup } from "./setup.ts";

/** The credentials of the instance, and a choice if there are several auths. */
export function SetupAccess({
  setup,
  choice,
  values,
  form,
  onChoose,
  onChange,
}: {
  setup: Setup;
  choice: number;
  values: SettingValues;
  form: FormState | undefined;
  onChoose: (choice: number) => void;
  onChange: (key: string, value: SettingValue) => void;
}) {
  const { ways } = setup;
  const fields = ways[choice]?.fields ?? [];
  if (ways.length < 2 && fields.length === 0) return null;
  return (
    <fieldset className="group">
      <legend>Access</legend>
      {ways.length > 1 && (
        <fieldset>
          <legend className="label">How to sign in</legend>
          <div className="seg seg-sm seg-stacks">
            {ways.map((way, at) => (
              <label key={at}>
                <input
                  type="radio"
                  name="auth_choice"
                  value={at}
                  checked={at === choice}
                  onChange={() => onChoose(at)}
                />
                {way.label}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="fields">
        <SettingsFields
          key={choice}
          fields={fields}
          prefix="auth"
          values={values}
          stored={choice === setup.authChoice ? setup.storedSecrets : []}
          state={form}
          onChange={onChange}
        />
      </div>
    </fieldset>
  );
}
