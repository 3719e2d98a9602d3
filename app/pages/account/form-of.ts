import type { FormState } from "../../ui/form/form-state.ts";

/** The state of a refused form, if it is the form with this intent: a tab has several. */
export function formOf(form: FormState | undefined, intent: string): FormState | undefined {
  return form?.values?.["intent"] === intent ? form : undefined;
}
