import { useEffect, useRef } from "react";

/**
 * What a refused form comes back with: an error per field name, a sentence for the whole form, and what had been typed (never
 * passwords or secrets).
 */
export type FormState = {
  errors?: Record<string, string>;
  message?: string;
  values?: Record<string, string>;
};

/** Moves the focus to the first refused field of the form that carries the returned ref. */
export function useFocusOnError(state: FormState | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state?.errors) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);
  return form;
}
