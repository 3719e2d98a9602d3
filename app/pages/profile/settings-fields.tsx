import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorLine } from "../../ui/field.tsx";
import type { FormState } from "../../ui/form-state.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import type { FieldDef, SettingValue, SettingValues } from "./setup-values.ts";
import { isVisible } from "./setup-values.ts";

type Change = (key: string, value: SettingValue) => void;

/**
 * The fields that a definition declares, as controls named `<prefix>.<key>`. A private field never shows its value; `stored` names
 * those that are kept already. Without JavaScript fields whose conditions do not hold are shown too, for they cannot appear later.
 */
export function SettingsFields({ fields, values, onChange, prefix = "setting", stored = [], state }: {
  fields: FieldDef[]; values: SettingValues; onChange: Change; prefix?: string; stored?: string[]; state?: FormState;
}) {
  const hydrated = useHydrated();
  return fields.filter((field) => !hydrated || isVisible(field, values)).map((field) =>
    field.type === "group"
      ? (
        <fieldset className="group" key={field.key}>
          <legend>{field.label ?? field.key}</legend>
          {field.description && <p className="hint">{field.description}</p>}
          <div className="fields">
            <SettingsFields fields={field.fields ?? []} values={values} onChange={onChange} prefix={prefix} stored={stored} state={state} />
          </div>
        </fieldset>
      )
      : <SettingField key={field.key} field={field} value={values[field.key]} onChange={onChange} prefix={prefix} isStored={stored.includes(field.key)} error={state?.errors?.[`${prefix}.${field.key}`]} />,
  );
}

function SettingField({ field, value, onChange, prefix, isStored, error }: {
  field: FieldDef; value: SettingValue | undefined; onChange: Change; prefix: string; isStored: boolean; error: string | undefined;
}) {
  const id = useId();
  const label = field.label ?? field.key;
  const hint = isStored ? "Stored encrypted. Leave it empty to keep it." : field.description;
  const common = {
    id, name: `${prefix}.${field.key}`, required: field.required && !isStored,
    "aria-invalid": error ? true : undefined, "aria-describedby": hint || error ? `${id}-more` : undefined,
  };
  const more = (hint || error) && (
    <div id={`${id}-more`} className="grid gap-1">{hint && <p className="hint">{hint}</p>}{error && <ErrorLine>{error}</ErrorLine>}</div>
  );
  if (field.type === "boolean") {
    return (
      <div className="field wide">
        <div className="check">
          <input {...common} required={false} type="checkbox" value="true" checked={value === true} onChange={(event) => onChange(field.key, event.target.checked)} />
          <label htmlFor={id}>{label}</label>
        </div>
        {more}
      </div>
    );
  }
  const frame = (control: ReactNode) => (
    <div className={`field ${error ? "is-bad" : ""} ${field.multiple ? "wide" : ""}`}>
      <label className="label" htmlFor={id}>{label} {!field.required && <span className="opt">optional</span>}</label>
      {control}
      {more}
    </div>
  );
  if (field.private) {
    return frame(<input {...common} className="input input-code" type="password" autoComplete="off" placeholder={isStored ? "••••••••" : undefined} />);
  }
  if (field.options) {
    return frame(
      <select
        {...common} className="select" multiple={field.multiple} value={field.multiple ? [value ?? []].flat().map(String) : String(value ?? "")}
        onChange={(event) => onChange(field.key, field.multiple ? [...event.target.selectedOptions].map((option) => option.value) : event.target.value)}
      >
        {!field.multiple && !field.required && <option value="">none</option>}
        {field.options.map((option) => <option key={String(option.value)} value={String(option.value)}>{option.label}</option>)}
      </select>,
    );
  }
  if (field.multiple) {
    const lines = Array.isArray(value) ? value : [];
    return frame(
      <textarea
        {...common} className="textarea" rows={Math.min(8, Math.max(3, lines.length + 1))} placeholder="One value a line" value={lines.join("\n")}
        onChange={(event) => onChange(field.key, event.target.value === "" ? [] : event.target.value.split("\n"))}
      />,
    );
  }
  const type = field.type === "number" ? "number" : field.type === "date" ? "date" : "text";
  return frame(
    <input {...common} className="input" type={type} step={type === "number" ? "any" : undefined} value={typeof value === "string" ? value : ""} onChange={(event) => onChange(field.key, event.target.value)} />,
  );
}

/** Rows of key and value, `<name>_key` and `<name>_value`; one empty row at the end. A row is kept only when both are filled. */
export function PairRows({ name, word, pairs, onEdit }: { name: string; word: string; pairs: [string, string][]; onEdit: () => void }) {
  const hydrated = useHydrated();
  const [rows, setRows] = useState(() => [...pairs, ["", ""]].map(([key = "", value = ""], id) => ({ id, key, value })));
  const add = () => setRows((now) => [...now, { id: Math.max(0, ...now.map((row) => row.id)) + 1, key: "", value: "" }]);
  return (
    <ul className="pairs">
      {rows.map((row, at) => (
        <li key={row.id}>
          <input className="input input-sm input-code" name={`${name}_key`} defaultValue={row.key} placeholder="Key" aria-label={`${word} ${at + 1}, key`} autoComplete="off" />
          <input className="input input-sm input-code" name={`${name}_value`} defaultValue={row.value} placeholder="Value" aria-label={`${word} ${at + 1}, value`} autoComplete="off" />
          {hydrated && (at === rows.length - 1
            ? <Button kind="quiet" small className="btn-icon" type="button" aria-label={`Add ${word.toLowerCase()}`} onClick={add}><Icon of={Plus} size="sm" /></Button>
            : (
              <Button
                kind="quiet" small className="btn-icon" type="button" aria-label={`Remove ${word.toLowerCase()} ${row.key || at + 1}`}
                onClick={() => {
                  setRows((now) => now.filter((other) => other.id !== row.id));
                  onEdit();
                }}
              >
                <Icon of={X} size="sm" />
              </Button>
            ))}
        </li>
      ))}
    </ul>
  );
}
