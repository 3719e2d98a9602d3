import type { FormState } from "../../ui/form/form-state.ts";
import type { FieldDef } from "../field-def.ts";
import { AddRow, RemoveRow, useRowFocus } from "./row-buttons.tsx";

/** Several values of one field, each with a control of its type. One empty one is always there. */
export function ValueRows({
  field,
  name,
  values,
  onChange,
  state,
}: {
  field: FieldDef;
  name: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  state: FormState | undefined;
}) {
  const rows = values.length > 0 ? values : [""];
  const label = field.label ?? field.key;
  const { list, added, removed } = useRowFocus(rows.length);
  const set = (at: number, value: string) => onChange(rows.map((old, index) => (index === at ? value : old)));
  return (
    <>
      <ul className="value-rows" ref={list}>
        {rows.map((value, at) => {
          const control = {
            name,
            "aria-label": `${label} ${at + 1}`,
            autoFocus: state?.focus === name && at === rows.length - 1,
          };
          return (
            <li key={at} data-row>
              {field.type === "boolean" ? (
                <select {...control} className="select" value={value} onChange={(event) => set(at, event.target.value)}>
                  <option value="">none</option>
                  <option value="true">yes</option>
                  <option value="false">no</option>
                </select>
              ) : (
                <input
                  {...control}
                  className="input"
                  type={field.type === "date" ? "date" : "text"}
                  value={value}
                  onChange={(event) => set(at, event.target.value)}
                />
              )}
              {rows.length > 1 && (
                <RemoveRow
                  kind="value"
                  name={name}
                  at={at}
                  label={`Remove ${label} ${at + 1}`}
                  onPress={() => {
                    removed(at);
                    onChange(rows.filter((_, index) => index !== at));
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div>
        <AddRow
          kind="value"
          name={name}
          label={`Add ${label}`}
          onPress={() => {
            added();
            onChange([...rows, ""]);
          }}
        />
      </div>
    </>
  );
}
