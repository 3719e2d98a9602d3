import { no, type Refused } from "../http/call-result.ts";

/** What is wrong with a form that shares data without the box `rights`. */
export function rightsFault(form: FormData): Refused | null {
  return form.has("rights") ? null : no(400, "Confirm that you have the right to share this data.", "rights");
}
