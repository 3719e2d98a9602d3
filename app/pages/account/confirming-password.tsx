import type { ReactNode } from "react";
import type { FormState } from "../../ui/form/form-state.ts";
import { PasswordField } from "../../ui/form/password-field.tsx";

type ConfirmingPasswordProps = {
  /** Why it is asked for. */
  hint: ReactNode;
  state: FormState | undefined;
  /** The id of the form, if the field is outside of it. */
  form?: string;
};

/** The password of a user whose login is not fresh, for what a session that was left open must not do. */
export function ConfirmingPassword({ hint, state, form }: ConfirmingPasswordProps) {
  return (
    <PasswordField
      label="Current password"
      name="password"
      autoComplete="current-password"
      required={false}
      state={state}
      hint={hint}
      form={form}
    />
  );
}
