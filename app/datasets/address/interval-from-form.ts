import { refuse, type Refused } from "../../http/call-result.ts";
import { text } from "../../http/forms/page.ts";
import { minutesTyped } from "../../ui/form/minutes.ts";

/** A year. */
const MOST_MINUTES = 525_600;

/** The minutes that IntervalFields posts. */
export function intervalFromForm(form: FormData): { readonly ok: true; readonly minutes: number } | Refused {
  const minutes = minutesTyped(text(form, "refresh_interval"), text(form, "unit"));
  if (minutes === null || minutes > MOST_MINUTES) return refuse("interval-unclear");
  return { ok: true, minutes };
}
