import { useEffect } from "react";
import type { FormState } from "../form/form-state.ts";
import { Notice } from "./notice.tsx";
import { showToast } from "./toaster.tsx";

/**
 * A fault of ours in the answer to a form or button: with JavaScript as a toast, and in place. A form shows its message
 * itself, that of a button is shown here.
 */
export function FaultNotice({ form }: { form: FormState | undefined }) {
  useEffect(() => {
    if (form?.fault && form.message) showToast("error", form.message, "fault");
  }, [form]);
  return form && isOfButton(form) ? <Notice tone="bad" role="alert" title={form.message} /> : null;
}

/** Whether the message is about a button, not about the forms of the page. */
export function isOfButton(form: FormState): boolean {
  return form.fault === true && form.values === undefined;
}
