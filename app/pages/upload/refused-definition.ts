import { definitionFaults } from "../../definition/definition-faults.ts";
import type { Refused } from "../../http/call-result.ts";
import { refusedForm, text } from "../../http/forms/page.ts";
import type { FormState } from "../../ui/form/form-state.ts";

const MOST_FAULTS = 20;

/** A refused upload; for a faulty definition, every fault with its line. */
export function refusedDefinition(result: Refused, form: FormData) {
  const answer = refusedForm(result, form);
  if (result.field === "dsl") answer.data.form.faults = faultPositions(text(form, "dsl"));
  return answer;
}

/** The faults of a posted definition with their lines. */
export function faultPositions(posted: string): NonNullable<FormState["faults"]> {
  const faults = definitionFaults(posted.replaceAll("\r\n", "\n")).slice(0, MOST_FAULTS);
  return faults.map(({ line, column, path, message }) => ({ line, column, path, message }));
}
