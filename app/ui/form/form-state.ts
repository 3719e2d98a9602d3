import { useEffect, useRef } from "react";

/**
 * The state of a refused form: an error per field name, a sentence for the whole form, and the typed values (never
 * passwords or secrets).
 */
export type FormState = {
  errors?: Record<string, string>;
  message?: string;
  /** The message is about a fault of ours. Without `values` it was a button, which has no form to show it. */
  fault?: true;
  values?: Record<string, string>;
  /** Faults in a long text, lines and columns from 1. */
  faults?: { line: number; column: number; path: string | null; message: string }[];
  /** The same entry by entry, for a form with repeated names. */
  posted?: [name: string, value: string][];
  /** The typed values lead to other hosts, which the user has to agree to: the hosts, and in which places secrets go. */
  hosts?: { from: string[]; to: string[]; places: string[] };
  /** The row that was added last, by its name. */
  focus?: string;
};

/**
 * The typed values of a posted form, for the page to show again: several values of one name as lines. Passwords,
 * credentials (`auth.`), header values, files and the names in `secret` are left out.
 */
export function typedInto(form: FormData, secret: readonly string[] = []): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of form) {
    if (
      typeof value !== "string" ||
      secret.includes(name) ||
      /^((old_)?password|confirm|auth\..*|header_value)$/i.test(name)
    )
      continue;
    typed[name] = name in typed ? `${typed[name]}\n${value}` : value;
  }
  return typed;
}

/** Moves the focus to the first refused field of the form with the returned ref. */
export function useFocusOnError(state: FormState | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state?.errors) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);
  return form;
}
