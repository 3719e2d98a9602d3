import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { FormState } from "../../ui/form/form-state.ts";

/**
 * Carries the e-mail that was typed on one page before login to the next: `state` goes to its links, `onChange` to the form,
 * `value` to the field. It stays in the history of the browser and is never part of an address.
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

function isTyped(state: unknown): state is { readonly email: string } {
  return typeof state === "object" && state !== null && "email" in state && typeof state.email === "string";
}
