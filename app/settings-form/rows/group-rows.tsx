import { useId, useState } from "react";
import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import { emptyRow, type GroupRow, visibleFields } from "#domain/connector-language/settings/form-values.ts";
import { OptionalMark } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { FieldNotes } from "../field-notes.tsx";
import { AddRow, RemoveRow, useRowFocus } from "./row-buttons.tsx";
import { SettingField } from "../setting-field.tsx";

type GroupRowsProps = {
  field: FormField;
  name: string;
  rows: readonly GroupRow[];
  onChange: (rows: GroupRow[]) => void;
  isStored: boolean;
  state: FormState | undefined;
};

/** A list of groups: each entry has all members, and its conditions use its own values. */
export function GroupRows({ field, name, rows, onChange, isStored, state }: GroupRowsProps) {
  const id = useId();
  const error = state?.errors?.[name];
  const { list, added, removed } = useRowFocus(rows.length);
  const keys = useRowKeys(rows.length);
  const hint =
    isStored && field.private
      ? "Stored encrypted. Entries that you add here replace what is stored."
      : field.description;
  const add = () => {
    added();
    keys.add();
    onChange([...rows, emptyRow(field)]);
  };
  const remove = (at: number) => {
    removed(at);
    keys.remove(at);
    onChange(rows.filter((_, index) => index !== at));
  };
  return (
    <fieldset className="group" aria-describedby={hint || error ? `${id}-more` : undefined}>
      <legend>
        {field.label}
        {!field.required && <OptionalMark />}
      </legend>
      <FieldNotes id={`${id}-more`} hint={hint} error={error} />
      {rows.length > 0 && (
        <ol className="group-rows" ref={list}>
          {rows.map((row, at) => (
            <li key={keys.of(at)} data-row tabIndex={-1} autoFocus={state?.focus === `${name}[${at}]`}>
              <Entry
                field={field}
                name={name}
                at={at}
                row={row}
                state={state}
                onChange={(changed) => onChange(rows.map((old, index) => (index === at ? changed : old)))}
                onRemove={() => remove(at)}
              />
            </li>
          ))}
        </ol>
      )}
      <div ref={rows.length === 0 ? list : undefined}>
        <AddRow kind="group" name={name} label={`Add ${field.label}`} onPress={add} />
      </div>
    </fieldset>
  );
}

/** Stable keys of rows: secrets of an entry exist only in their inputs, so an entry must keep its own. */
function useRowKeys(rows: number) {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length: rows }, (_, at) => at));
  const of = (at: number) => keys[at] ?? at;
  const all = Array.from({ length: rows }, (_, at) => of(at));
  return {
    of,
    add: () => setKeys([...all, Math.max(-1, ...all) + 1]),
    remove: (at: number) => setKeys(all.filter((_, index) => index !== at)),
  };
}

function Entry({
  field,
  name,
  at,
  row,
  state,
  onChange,
  onRemove,
}: {
  field: FormField;
  name: string;
  at: number;
  row: GroupRow;
  state: FormState | undefined;
  onChange: (row: GroupRow) => void;
  onRemove: () => void;
}) {
  const title = `${field.label} ${at + 1}`;
  return (
    <fieldset>
      <legend className="visually-hidden">{title}</legend>
      <input type="hidden" name={`${name}[]`} value={at} />
      <div className="group-row-head">
        <span className="meta" aria-hidden="true">
          {title}
        </span>
        <RemoveRow kind="group" name={name} at={at} label={`Remove ${title}`} onPress={onRemove} />
      </div>
      <div className="fields">
        {visibleFields(field.fields, row).map((member) => (
          <SettingField
            key={member.key}
            field={member}
            name={`${name}[${at}].${member.key}`}
            value={row[member.key]}
            isStored={false}
            state={state}
            onChange={(value) => onChange({ ...row, [member.key]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
