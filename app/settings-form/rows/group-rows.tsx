import { useId, useState } from "react";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { type FieldDef, type GroupRow, isVisible } from "../field-def.ts";
import { AddRow, RemoveRow, useRowFocus } from "./row-buttons.tsx";
import { SettingField } from "../setting-field.tsx";
import { emptyRow } from "../setup-values.ts";

/** A list of groups: each entry holds all members, and its conditions look at its own values. */
export function GroupRows({
  field,
  name,
  rows,
  onChange,
  isStored,
  state,
}: {
  field: FieldDef;
  name: string;
  rows: readonly GroupRow[];
  onChange: (rows: GroupRow[]) => void;
  isStored: boolean;
  state: FormState | undefined;
}) {
  const id = useId();
  const label = field.label ?? field.key;
  const error = state?.errors?.[name];
  const { list, added, removed } = useRowFocus(rows.length);
  // Secrets in an entry stand in their inputs only, so an entry must keep its own.
  const [keys, setKeys] = useState<readonly number[]>(() => rows.map((_, at) => at));
  const keyOf = (at: number) => keys[at] ?? at;
  const hint =
    isStored && field.private
      ? "Stored encrypted. Entries that you add here replace what is stored."
      : field.description;
  return (
    <fieldset className="group" aria-describedby={hint || error ? `${id}-more` : undefined}>
      <legend>
        {label} {!field.required && <span className="opt">optional</span>}
      </legend>
      {(hint || error) && (
        <div id={`${id}-more`} className="grid gap-1">
          {hint && <p className="hint">{hint}</p>}
          {error && <ErrorLine>{error}</ErrorLine>}
        </div>
      )}
      {rows.length > 0 && (
        <ol className="group-rows" ref={list}>
          {rows.map((row, at) => (
            <li key={keyOf(at)} data-row tabIndex={-1} autoFocus={state?.focus === `${name}[${at}]`}>
              <fieldset>
                <legend className="visually-hidden">
                  {label} {at + 1}
                </legend>
                <input type="hidden" name={`${name}[]`} value={at} />
                <div className="group-row-head">
                  <span className="meta" aria-hidden="true">
                    {label} {at + 1}
                  </span>
                  <RemoveRow
                    kind="group"
                    name={name}
                    at={at}
                    label={`Remove ${label} ${at + 1}`}
                    onPress={() => {
                      removed(at);
                      setKeys(rows.map((_, index) => keyOf(index)).filter((_, index) => index !== at));
                      onChange(rows.filter((_, index) => index !== at));
                    }}
                  />
                </div>
                <div className="fields">
                  {(field.fields ?? [])
                    .filter((member) => isVisible(member, row))
                    .map((member) => (
                      <SettingField
                        key={member.key}
                        field={member}
                        name={`${name}[${at}].${member.key}`}
                        value={row[member.key]}
                        isStored={false}
                        state={state}
                        onChange={(value) =>
                          onChange(rows.map((old, index) => (index === at ? { ...old, [member.key]: value } : old)))
                        }
                      />
                    ))}
                </div>
              </fieldset>
            </li>
          ))}
        </ol>
      )}
      <div ref={rows.length === 0 ? list : undefined}>
        <AddRow
          kind="group"
          name={name}
          label={`Add ${label}`}
          onPress={() => {
            added();
            setKeys([
              ...rows.map((_, index) => keyOf(index)),
              Math.max(-1, ...rows.map((_, index) => keyOf(index))) + 1,
            ]);
            onChange([...rows, emptyRow(field)]);
          }}
        />
      </div>
    </fieldset>
  );
}
