import { Eye, EyeOff } from "../icons/all.ts";
import { useState } from "react";
import { classNames } from "../controls/class-names.ts";
import { Icon } from "../icons/icon.tsx";
import { useHydrated } from "../layout/hydrated.ts";
import { FieldFrame, type Frame, useField } from "./field.tsx";

/** A secret input. With JavaScript a button shows it. Its value is never sent back by the server. */
export function PasswordField({
  autoComplete,
  minLength,
  code,
  required = true,
  placeholder,
  form,
  ...frame
}: Frame & {
  autoComplete: string;
  minLength?: number;
  code?: boolean;
  required?: boolean;
  placeholder?: string;
  form?: string | undefined;
}) {
  const { id, error, control } = useField(frame);
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <FieldFrame id={id} error={error} frame={frame}>
      <div className="with-toggle">
        <input
          {...control}
          form={form}
          className={classNames("input", code && "input-code")}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          required={required}
          minLength={minLength}
          placeholder={placeholder}
        />
        {hydrated && (
          <button
            className="btn btn-quiet btn-icon btn-sm"
            type="button"
            aria-label={shown ? "Hide what you typed" : "Show what you typed"}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
