import { refuse, type Refused } from "../http/call-result.ts";

/** The end of a day in UTC, or the moment that is named; null: without end. */
export function endOfAccess(typed: string): string | null | Refused {
  const text = typed.trim();
  if (text === "") return null;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = new Date(isDay ? `${text}T23:59:59.999Z` : text);
  const clear = isDay || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return clear && !Number.isNaN(at.getTime()) ? at.toISOString() : refuse("access-end-unclear");
}
