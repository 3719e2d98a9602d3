import { useState } from "react";
import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { LeafValue } from "#domain/connector-language/settings/form-values.ts";
import { Button } from "../ui/controls/button.tsx";
import { ErrorLine } from "../ui/form/field.tsx";
import { useTrying } from "../trying/test-panel.tsx";

/** The props of every control of a field. */
export type ControlProps = {
  id: string;
  name: string;
  required: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/**
 * A field whose options are loaded from the API by a button. Before that, and without options, its value can be typed.
 */
export function DynamicOptions({
  field,
  control,
  value,
  onChange,
}: {
  field: FormField;
  control: ControlProps;
  value: LeafValue | undefined;
  onChange: (value: LeafValue) => void;
}) {
  const { testResult, busy, press } = useTrying();
  const fetched = testResult?.kind === "options" && testResult.field === field.key ? testResult : undefined;
  const [latest, setLatest] = useState(fetched);
  // Options stay while those of another field are loaded.
  if (fetched && fetched !== latest) setLatest(fetched);
  const options = latest?.message === null ? latest.options : [];
  const intent = `options:${field.key}`;
  return (
    <div className="fetched">
      {options.length > 0 ? (
        <Choice field={field} control={control} value={value} onChange={onChange} options={options} />
      ) : (
        <Typed field={field} control={control} value={value} onChange={onChange} />
      )}
      <Button small name="intent" value={intent} formNoValidate off={busy !== ""} onClick={press}>
        {busy === intent ? "Fetching" : options.length > 0 ? "Fetch again" : "Fetch options"}
        <span className="visually-hidden"> of {field.label}</span>
      </Button>
      {latest?.message != null && <ErrorLine>{latest.message}</ErrorLine>}
      {latest?.message === null && options.length === 0 && <p className="hint">The API gave no options.</p>}
    </div>
  );
}

type Props = Parameters<typeof DynamicOptions>[0];

function Choice({
  field,
  control,
  value,
  onChange,
  options,
}: Props & { options: readonly { value: string; label: string }[] }) {
  const chosen = [value ?? []]
    .flat()
    .map(String)
    .filter((each) => each !== "");
  const foreign = chosen.filter((each) => !options.some((option) => option.value === each));
  const all = [...foreign.map((each) => ({ value: each, label: each })), ...options];
  return (
    <select
      {...control}
      className="select"
      multiple={field.multiple}
      value={field.multiple ? chosen : (chosen[0] ?? "")}
      onChange={(event) =>
        onChange(field.multiple ? [...event.target.selectedOptions].map((option) => option.value) : event.target.value)
      }
    >
      {!field.multiple && <option value="">{field.required ? "Choose" : "none"}</option>}
      {all.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Typed({ field, control, value, onChange }: Props) {
  if (!field.multiple)
    return (
      <input
        {...control}
        className="input"
        value={typeof value === "string" ? value : ""}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const lines = Array.isArray(value) ? value : [];
  return (
    <textarea
      {...control}
      className="textarea"
      rows={Math.min(8, Math.max(3, lines.length + 1))}
      placeholder="One value a line"
      value={lines.join("\n")}
      onChange={(event) => onChange(event.target.value === "" ? [] : event.target.value.split("\n"))}
    />
  );
}
