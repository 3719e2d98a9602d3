import { scalarText } from "./json.ts";
import type { Json } from "./json.ts";

/** Returns the mark, or null for what APIs write where there is none: 0, -1, false, empty texts, lists and objects. */
export function unlessNone(mark: Json): Json {
  const text = scalarText(mark);
  if (text !== null) return /^(?:0|-1|false|null)?$/.test(text) ? null : mark;
  return mark !== null && Object.keys(mark).length === 0 ? null : mark;
}
