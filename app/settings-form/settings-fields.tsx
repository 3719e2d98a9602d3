import type { FormState } from "../ui/form/form-state.ts";
import {
  type FieldDef,
  type GroupRow,
  isGroupList,
  isVisible,
  type LeafValue,
  type SettingValue,
  type SettingValues,
} from "./field-def.ts";
import { GroupRows } from "./rows/group-rows.tsx";
import { SettingField } from "./setting-field.tsx";

type FieldsProps = {
  fields: readonly FieldDef[];
  values: SettingValues;
  onChange: (key: string, value: SettingValue) => void;
  /** Controls are named `<prefix>.<key>`. */
  prefix?: string;
  /** Names of the secrets that are kept already; a private field never shows its value. */
  stored?: readonly string[];
  state?: FormState | undefined;
};

/** The fields that a definition declares, as far as their conditions let them appear. */
export function SettingsFields({ fields, values, onChange, prefix = "setting", stored = [], state }: FieldsProps) {
  return fields
    .filter((field) => isVisible(field, values))
    .map((field) => {
      const name = `${prefix}.${field.key}`;
      if (isGroupList(field)) {
        return (
          <GroupRows
            key={field.key}
            field={field}
            name={name}
            rows={(values[field.key] ?? []) as GroupRow[]}
            onChange={(rows) => onChange(field.key, rows)}
            isStored={stored.includes(field.key)}
            state={state}
          />
        );
      }
      if (field.type === "group") {
        return (
          <fieldset className="group" key={field.key}>
            <legend>{field.label ?? field.key}</legend>
            {field.description && <p className="hint">{field.description}</p>}
            <div className="fields">
              <SettingsFields
                fields={field.fields ?? []}
                values={values}
                onChange={onChange}
                prefix={prefix}
                stored={stored}
                state={state}
              />
            </div>
          </fieldset>
        );
      }
      return (
        <SettingField
          key={field.key}
          field={field}
          name={name}
          value={values[field.key] as LeafValue | undefined}
          onChange={(value) => onChange(field.key, value)}
          isStored={stored.includes(field.key)}
          state={state}
        />
      );
    });
}
