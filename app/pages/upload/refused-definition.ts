import { definitionFaults } from "../../definition/definition-faults.ts";
import type { Refused } from "../../http/call-result.ts";
import { refusedForm, text } from "../../http/page.ts";

const MOST_FAULTS = 20;

/** A refused upload; of a definition that is at fault, every fault comes with its line. */
export function refusedDefinition(result: Refused, form: FormData) {
  const answer = refusedForm(result, form);
  if (result.field !== "dsl") return answer;
  const faults = definitionFaults(text(form, "dsl").replaceAll("\r\n", "\n")).slice(0, MOST_FAULTS);
  answer.data.form.faults = faults.map(({ line, column, path, message }) => ({ line, column, path, message }));
  return answer;
}
