import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { FormState } from "../../ui/form/form-state.ts";
import { AddRow, RemoveRow, useRowFocus } from "./row-buttons.tsx";

/** Several values of one field, each with a control of its type, and an empty one at the end. */
export function ValueRows({
  field,
  name,
  values,
  onChange,
  state,
}: {
  field: FormField;
  name: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  state: FormState | undefined;
}) {
  const rows = values.length > 0 ? values : [""];
  const { list, added, removed } = useRowFocus(rows.length);
  const add = () => {
    added();
    onChange([...rows, ""]);
  };
  const remove = (at: number) => {
    removed(at);
    onChange(rows.filter((_, index) => index !== at));
  };
  return (
    <>
      <ul className="value-rows" ref={list}>
        {rows.map((value, at) => (
          <li key={at} data-row>
            <OneValue
              type={field.type}
              name={name}
              label={`${field.label} ${at + 1}`}
              value={value}
              onChange={(changed) => onChange(rows.map((old, index) => (index === at ? changed : old)))}
              isFocused={state?.focus === name && at === rows.length - 1}
            />
            {rows.length > 1 && (
              <RemoveRow
                kind="value"
                name={name}
                at={at}
                label={`Remove ${field.label} ${at + 1}`}
                onPress={() => remove(at)}
              />
            )}
          </li>
        ))}
      </ul>
      <div>
        <AddRow kind="value" name={name} label={`Add ${field.label}`} onPress={add} />
      </div>
    </>
  );
}

function OneValue({
  type,
  name,
  label,
  value,
  onChange,
  isFocused,
}: {
  type: FormField["type"];
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  isFocused: boolean;
}) {
  const control = { name, "aria-label": label, autoFocus: isFocused };
  if (type === "boolean")
    return (
      <select {...control} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">none</option>
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    );
  return (
    <input
      {...control}
      className="input"
      type={type === "date" ? "date" : "text"}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
