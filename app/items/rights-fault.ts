import { refuse, type Refused } from "../http/call-result.ts";

/** What is wrong with a form that shares data without the box `rights`. */
export function rightsFault(form: FormData): Refused | null {
  return form.has("rights") ? null : refuse("rights-unconfirmed");
}
