import { refuse, type Refused } from "../http/call-result.ts";

/** The fault of a form that shares data without the checkbox `rights`. */
export function rightsFault(form: FormData): Refused | null {
  return form.has("rights") ? null : refuse("rights-unconfirmed");
}
