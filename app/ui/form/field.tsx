import { CircleAlert } from "../icons/all.ts";
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { classNames } from "../controls/class-names.ts";
import type { FormState } from "./form-state.ts";
import { Icon } from "../icons/icon.tsx";

/** The frame of a field around its control. */
export type Frame = {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  /** Beside the label, at the right: a link or a word. Tab reaches it after the control. */
  aside?: ReactNode;
  optional?: boolean;
  state?: FormState;
  wide?: boolean;
};

/** An error, under its control or its form. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="error" id={id} role="alert">
      <Icon of={CircleAlert} size="sm" />
      <span>{children}</span>
    </p>
  );
}

/** The id of a field, its error and the attributes that connect its control to both. */
export function useField({ name, hint, state }: Frame) {
  const id = useId();
  const error = state?.errors?.[name];
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  return {
    id,
    error,
    value: state?.values?.[name],
    control: { id, name, "aria-describedby": describedBy, "aria-invalid": error !== undefined },
  };
}

/** Beside the label of a field that may be left empty. Labels are flex boxes, which drop a space that is not in an element. */
export function OptionalMark() {
  return (
    <span className="opt">
      <span className="visually-hidden"> </span>optional
    </span>
  );
}

/** The label above a control, hint and error below it. */
export function FieldFrame({
  id,
  error,
  frame,
  children,
}: {
  id: string;
  error: string | undefined;
  frame: Frame;
  children: ReactNode;
}) {
  return (
    <div className={classNames("field", Boolean(frame.aside) && "has-aside", error && "is-bad", frame.wide && "wide")}>
      <label className="label" htmlFor={id}>
        {frame.label}
        {frame.optional && <OptionalMark />}
      </label>
      {children}
      {frame.hint && (
        <p className="hint" id={`${id}-hint`}>
          {frame.hint}
        </p>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      {frame.aside && <div className="field-aside">{frame.aside}</div>}
    </div>
  );
}

function split<T extends Frame>({ label, name, hint, aside, optional, state, wide, ...rest }: T) {
  return { frame: { label, name, hint, aside, optional, state, wide }, rest };
}

/** A labelled input. A refused value stays in it (`state.values`), with the error below. */
export function TextField(props: Frame & { code?: boolean } & Omit<ComponentProps<"input">, "name">) {
  const { frame, rest } = split(props);
  const { code, className, defaultValue, ...input } = rest;
  const { id, error, value, control } = useField(frame);
  return (
    <FieldFrame id={id} error={error} frame={frame}>
      <input
        {...input}
        {...control}
        className={classNames("input", code && "input-code", className)}
        defaultValue={value ?? defaultValue}
      />
    </FieldFrame>
  );
}

/** A labelled textarea. */
export function TextArea(props: Frame & { code?: boolean } & Omit<ComponentProps<"textarea">, "name">) {
  const { frame, rest } = split(props);
  const { code, className, defaultValue, ...input } = rest;
  const { id, error, value, control } = useField(frame);
  return (
    <FieldFrame id={id} error={error} frame={frame}>
      <textarea
        {...input}
        {...control}
        spellCheck={!code}
        className={classNames("textarea", code && "textarea-code", className)}
        defaultValue={value ?? defaultValue}
      />
    </FieldFrame>
  );
}

export type Option = { value: string; label: string };

/** A labelled select. */
export function SelectField(props: Frame & { options: Option[] } & Omit<ComponentProps<"select">, "name">) {
  const { frame, rest } = split(props);
  const { options, className, defaultValue, ...input } = rest;
  const { id, error, value, control } = useField(frame);
  return (
    <FieldFrame id={id} error={error} frame={frame}>
      <select {...input} {...control} className={classNames("select", className)} defaultValue={value ?? defaultValue}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A checkbox with its label at the right. After a refusal it is as the user left it. */
export function CheckField(props: Frame & Omit<ComponentProps<"input">, "name" | "type">) {
  const { frame, rest } = split(props);
  const { defaultChecked, ...input } = rest;
  const { id, error, control } = useField(frame);
  const checked = frame.state?.values ? frame.state.values[frame.name] !== undefined : defaultChecked;
  return (
    <div className={classNames("field", error && "is-bad", frame.wide && "wide")}>
      <div className="check">
        <input {...input} {...control} type="checkbox" defaultChecked={checked} />
        <span>
          <label htmlFor={id}>{frame.label}</label>
          {frame.hint && (
            <span className="hint block" id={`${id}-hint`}>
              {frame.hint}
            </span>
          )}
        </span>
      </div>
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  );
}
