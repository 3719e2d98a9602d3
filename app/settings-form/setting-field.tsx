import { type ReactNode, useId } from "react";
import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { LeafValue } from "#domain/connector-language/settings/form-values.ts";
import { OptionalMark } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";
import { type ControlProps, DynamicOptions } from "./dynamic-options.tsx";
import { FieldNotes } from "./field-notes.tsx";
import { isLines } from "./posted-values.ts";
import { ValueRows } from "./rows/value-rows.tsx";

/** Represents a secret in the form's values: that one is typed, not its text. */
const SECRET_TYPED = "•";

type FieldProps = {
  field: FormField;
  name: string;
  value: LeafValue | undefined;
  onChange: (value: LeafValue) => void;
  isStored: boolean;
  state: FormState | undefined;
};
type ControlledProps = Pick<FieldProps, "field" | "value" | "onChange"> & { control: ControlProps };
type FrameProps = { field: FormField; control: ControlProps; hint: string | null; error: string | undefined };

/** One field as its control, with label, hint and error. */
export function SettingField({ field, name, value, onChange, isStored, state }: FieldProps) {
  const id = useId();
  const error = state?.errors?.[name];
  const hint = isStored && field.private ? "Stored encrypted. Leave it empty to keep it." : field.description;
  const control: ControlProps = {
    id,
    name,
    required: field.required && !isStored,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": hint || error ? `${id}-more` : undefined,
  };
  const frame = { field, control, hint, error };
  const controlled = { field, control, value, onChange };
  if (!field.private && field.type === "boolean" && !field.multiple) return <Tick {...frame} {...controlled} />;
  if (!field.private && field.multiple && !field.dynamic_options && !isLines(field)) {
    const texts = Array.isArray(value) ? value : [];
    return (
      <Listed {...frame}>
        {field.options.length > 0 ? (
          <Boxes name={name} field={field} chosen={texts} onChange={onChange} />
        ) : (
          <ValueRows field={field} name={name} values={texts} onChange={onChange} state={state} />
        )}
      </Listed>
    );
  }
  return (
    <Framed {...frame}>
      {field.private ? (
        <Secret control={control} onChange={onChange} isStored={isStored} />
      ) : field.dynamic_options ? (
        <DynamicOptions {...controlled} />
      ) : field.options.length > 0 ? (
        <Choice {...controlled} />
      ) : isLines(field) ? (
        <Lines {...controlled} />
      ) : (
        <Single {...controlled} />
      )}
    </Framed>
  );
}

/** A control under its label. */
function Framed({ children, ...frame }: FrameProps & { children: ReactNode }) {
  const { field, control, error } = frame;
  return (
    <div className={`field ${error ? "is-bad" : ""} ${field.multiple ? "wide" : ""}`}>
      <label className="label" htmlFor={control.id}>
        {field.label}
        {!field.required && <OptionalMark />}
      </label>
      {children}
      <FieldNotes id={`${control.id}-more`} hint={frame.hint} error={error} />
    </div>
  );
}

/** Several controls under one label. */
function Listed({ children, ...frame }: FrameProps & { children: ReactNode }) {
  const { field, control, error } = frame;
  return (
    <fieldset
      className={`field ${error ? "is-bad" : ""} wide`}
      aria-describedby={control["aria-describedby"]}
      aria-invalid={control["aria-invalid"]}
    >
      <legend className="label">
        {field.label}
        {!field.required && <OptionalMark />}
      </legend>
      {children}
      <FieldNotes id={`${control.id}-more`} hint={frame.hint} error={error} />
    </fieldset>
  );
}

function Secret({
  control,
  onChange,
  isStored,
}: Pick<FieldProps, "onChange" | "isStored"> & { control: ControlProps }) {
  return (
    <input
      {...control}
      className="input input-code"
      type="password"
      autoComplete="off"
      placeholder={isStored ? "••••••••" : undefined}
      onChange={(event) => onChange(event.target.value === "" ? "" : SECRET_TYPED)}
    />
  );
}

/** A box with its label beside it. */
function Tick({ value, onChange, ...frame }: FrameProps & ControlledProps) {
  const { field, control, error } = frame;
  return (
    <div className={`field ${error ? "is-bad" : ""} wide`}>
      <div className="check">
        <input
          {...control}
          required={false}
          type="checkbox"
          value="true"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={control.id}>{field.label}</label>
      </div>
      <FieldNotes id={`${control.id}-more`} hint={frame.hint} error={error} />
    </div>
  );
}

/** One of a list of options. */
function Choice({ field, control, value, onChange }: ControlledProps) {
  const one = textOf(value);
  return (
    <select {...control} className="select" value={one} onChange={(event) => onChange(event.target.value)}>
      {(!field.required || one === "") && <option value="">{field.required ? "Choose" : "none"}</option>}
      {field.options
        .filter((option) => option.value !== "")
        .map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
    </select>
  );
}

/** Several values, one per line. */
function Lines({ field, control, value, onChange }: ControlledProps) {
  const texts = Array.isArray(value) ? value : [];
  return (
    <textarea
      {...control}
      className="textarea"
      rows={Math.min(8, Math.max(3, texts.length + 1))}
      placeholder="One value a line"
      inputMode={field.type === "number" ? "decimal" : undefined}
      value={texts.join("\n")}
      onChange={(event) => onChange(event.target.value === "" ? [] : event.target.value.split("\n"))}
    />
  );
}

function Single({ field, control, value, onChange }: ControlledProps) {
  const type = field.type === "number" ? "number" : field.type === "date" ? "date" : "text";
  return (
    <input
      {...control}
      className="input"
      type={type}
      step={type === "number" ? "any" : undefined}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function textOf(value: LeafValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Several of a list of options, each a checkbox. */
function Boxes({
  name,
  field,
  chosen,
  onChange,
}: {
  name: string;
  field: FormField;
  chosen: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const id = useId();
  return (
    <ul className="boxes">
      {field.options.map(({ value, label }, at) => (
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
          <label htmlFor={`${id}-${at}`}>{label}</label>
        </li>
      ))}
    </ul>
  );
}
