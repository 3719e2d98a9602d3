import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import {
  type GroupRow,
  isGroupList,
  type LeafValue,
  type SettingValue,
  type SettingValues,
  visibleFields,
} from "#domain/connector-language/settings/form-values.ts";
import type { FormState } from "../ui/form/form-state.ts";
import { GroupRows } from "./rows/group-rows.tsx";
import { SettingField } from "./setting-field.tsx";

type FieldsProps = {
  fields: readonly FormField[];
  values: SettingValues;
  onChange: (key: string, value: SettingValue) => void;
  /** Controls are named `<prefix>.<key>`. */
  prefix?: string;
  /** Names of the stored secrets; a private field never shows its value. */
  stored?: readonly string[];
  state?: FormState | undefined;
};

/** The visible fields of a definition. */
export function SettingsFields({ fields, ...props }: FieldsProps) {
  return visibleFields(fields, props.values).map((field) => <Declared key={field.key} field={field} {...props} />);
}

function Declared({ field, ...props }: Omit<FieldsProps, "fields"> & { field: FormField }) {
  const { values, onChange, prefix = "setting", stored = [], state } = props;
  const name = `${prefix}.${field.key}`;
  if (isGroupList(field)) {
    return (
      <GroupRows
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
      <fieldset className="group">
        <legend>{field.label}</legend>
        {field.description && <p className="hint">{field.description}</p>}
        <div className="fields">
          {field.fields.map((member) => (
            <Declared key={member.key} field={member} {...props} />
          ))}
        </div>
      </fieldset>
    );
  }
  return (
    <SettingField
      field={field}
      name={name}
      value={values[field.key] as LeafValue | undefined}
      onChange={(value) => onChange(field.key, value)}
      isStored={stored.includes(field.key)}
      state={state}
    />
  );
}
