import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import type { FormState } from "../../ui/form/form-state.ts";

/** Empties a form after its intent was done: the page stays, so that the browser would keep what was typed. */
export function useResetAfter(
  intent: string,
  {
    form,
    refused,
    onReset,
  }: { form: RefObject<HTMLFormElement | null>; refused: FormState | undefined; onReset(): void },
): void {
  const busy = useNavigation().formData?.get("intent") === intent;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && !refused) {
      form.current?.reset();
      onReset();
    }
    wasBusy.current = busy;
  });
}
