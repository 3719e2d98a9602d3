import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";

/**
 * Carries the e-mail that was typed on one page before login to the next: `state` goes to its links, `onChange` to the form,
 * the whole to its `EmailField`. It stays in the history of the browser and is never part of an address.
 */
export function useTypedEmail(form: FormState | undefined) {
  const before: unknown = useLocation().state;
  const carried = isTyped(before) ? before.email : undefined;
  const value = form?.values?.["email"] ?? carried;
  const [email, setEmail] = useState(value ?? "");
  const onChange = (event: { target: EventTarget }) => {
    if (event.target instanceof HTMLInputElement && event.target.name === "email") setEmail(event.target.value);
  };
  return { value, state: { email }, onChange };
}

/** The field for the e-mail of an account, with what was typed before. */
export function EmailField({
  form,
  typed,
  autoComplete,
  hint,
  autoFocus = false,
}: {
  form: FormState | undefined;
  typed: Pick<ReturnType<typeof useTypedEmail>, "value">;
  autoComplete: "username" | "email";
  hint?: ReactNode;
  autoFocus?: boolean;
}) {
  return (
    <TextField
      label="E-mail"
      name="email"
      type="email"
      autoComplete={autoComplete}
      required
      state={form}
      defaultValue={typed.value}
      hint={hint}
      autoFocus={autoFocus}
    />
  );
}

function isTyped(state: unknown): state is { readonly email: string } {
  return typeof state === "object" && state !== null && "email" in state && typeof state.email === "string";
}
