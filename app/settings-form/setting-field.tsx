import type { ReactNode } from "react";
import { useId } from "react";
import { ErrorLine } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";
import { type ControlProps, DynamicOptions } from "./dynamic-options.tsx";
import { asText, type FieldDef, type LeafValue } from "./field-def.ts";
import { isLines } from "./posted-values.ts";
import { ValueRows } from "./rows/value-rows.tsx";

/** Stands for a secret in the form's values: that one is typed, not which. */
const SECRET_TYPED = "•";

/** One field as its control, with its label, what it is for and what is wrong with it. */
export function SettingField({
  field,
  name,
  value,
  onChange,
  isStored,
  state,
}: {
  field: FieldDef;
  name: string;
  value: LeafValue | undefined;
  onChange: (value: LeafValue) => void;
  isStored: boolean;
  state: FormState | undefined;
}) {
  const id = useId();
  const label = field.label ?? field.key;
  const error = state?.errors?.[name];
  const hint = isStored && field.private ? "Stored encrypted. Leave it empty to keep it." : field.description;
  const control: ControlProps = {
    id,
    name,
    required: field.required && !isStored,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": hint || error ? `${id}-more` : undefined,
  };
  const more = (hint || error) && (
    <div id={`${id}-more`} className="grid gap-1">
      {hint && <p className="hint">{hint}</p>}
      {error && <ErrorLine>{error}</ErrorLine>}
    </div>
  );
  const optional = !field.required && <span className="opt">optional</span>;
  const look = `field ${error ? "is-bad" : ""}`;
  const framed = (inner: ReactNode) => (
    <div className={`${look} ${field.multiple ? "wide" : ""}`}>
      <label className="label" htmlFor={id}>
        {label} {optional}
      </label>
      {inner}
      {more}
    </div>
  );
  const listed = (inner: ReactNode) => (
    <fieldset
      className={`${look} wide`}
      aria-describedby={control["aria-describedby"]}
      aria-invalid={control["aria-invalid"]}
    >
      <legend className="label">
        {label} {optional}
      </legend>
      {inner}
      {more}
    </fieldset>
  );

  if (field.private) {
    return framed(
      <input
        {...control}
        className="input input-code"
        type="password"
        autoComplete="off"
        placeholder={isStored ? "••••••••" : undefined}
        onChange={(event) => onChange(event.target.value === "" ? "" : SECRET_TYPED)}
      />,
    );
  }
  if (field.type === "boolean" && !field.multiple) {
    return (
      <div className={`${look} wide`}>
        <div className="check">
          <input
            {...control}
            required={false}
            type="checkbox"
            value="true"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          <label htmlFor={id}>{label}</label>
        </div>
        {more}
      </div>
    );
  }
  const texts = Array.isArray(value) ? value : [];
  const one = typeof value === "string" ? value : "";
  if (field.dynamic_options)
    return framed(<DynamicOptions field={field} control={control} value={value} onChange={onChange} />);
  if (field.options && field.multiple)
    return listed(<Boxes name={name} field={field} chosen={texts} onChange={onChange} />);
  if (field.options) {
    return framed(
      <select {...control} className="select" value={one} onChange={(event) => onChange(event.target.value)}>
        {(!field.required || one === "") && <option value="">{field.required ? "Choose" : "none"}</option>}
        {field.options
          .filter((option) => asText(option.value) !== "")
          .map((option) => (
            <option key={asText(option.value)} value={asText(option.value)}>
              {option.label}
            </option>
          ))}
      </select>,
    );
  }
  if (isLines(field)) {
    return framed(
      <textarea
        {...control}
        className="textarea"
        rows={Math.min(8, Math.max(3, texts.length + 1))}
        placeholder="One value a line"
        inputMode={field.type === "number" ? "decimal" : undefined}
        value={texts.join("\n")}
        onChange={(event) => onChange(event.target.value === "" ? [] : event.target.value.split("\n"))}
      />,
    );
  }
  if (field.multiple)
    return listed(<ValueRows field={field} name={name} values={texts} onChange={onChange} state={state} />);
  const type = field.type === "number" ? "number" : field.type === "date" ? "date" : "text";
  return framed(
    <input
      {...control}
      className="input"
      type={type}
      step={type === "number" ? "any" : undefined}
      value={one}
      onChange={(event) => onChange(event.target.value)}
    />,
  );
}

/** Several of a list of options, each a box. */
function Boxes({
  name,
  field,
  chosen,
  onChange,
}: {
  name: string;
  field: FieldDef;
  chosen: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const id = useId();
  return (
    <ul className="boxes">
      {(field.options ?? []).map((option, at) => {
        const value = asText(option.value);
        return (
          <li className="check" key={value}>
            <input
              id={`${id}-${at}`}
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
            <label htmlFor={`${id}-${at}`}>{option.label}</label>
          </li>
        );
      })}
    </ul>
  );
}
