import { Eye, EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useId, useState } from "react";
import { classNames } from "../controls/class-names.ts";
import { ErrorLine } from "./field.tsx";
import type { FormState } from "./form-state.ts";
import { useHydrated } from "../layout/hydrated.ts";
import { Icon } from "../controls/icon.tsx";

/** A secret to type. With JavaScript an eye shows it. Its value never comes back from the server. */
export function PasswordField({
  label,
  name,
  autoComplete,
  hint,
  aside,
  state,
  minLength,
  code,
  required = true,
  placeholder,
}: {
  label: ReactNode;
  name: string;
  autoComplete: string;
  hint?: ReactNode;
  aside?: ReactNode;
  state?: FormState;
  minLength?: number;
  code?: boolean;
  required?: boolean;
  placeholder?: string;
}) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const error = state?.errors?.[name];
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  return (
    <div className={classNames("field", error && "is-bad")}>
      <div className="between">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <div className="with-toggle">
        <input
          className={classNames("input", code && "input-code")}
          id={id}
          name={name}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          required={required}
          minLength={minLength}
          placeholder={placeholder}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
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
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  );
}
