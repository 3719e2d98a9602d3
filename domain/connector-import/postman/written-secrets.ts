import { looksSecret } from "../../connector-language/settings/looks-secret.ts";
import { mayBeSecret } from "../private-names.ts";

/** `name=value`, `"name": "value"` or `<name>value` within a text. */
const PAIR = /([\w.-]{1,60})["']?\s{0,20}[=:>]\s{0,20}["']?([^\s&<>"';,]{1,200})/g;
const USER_IN_ADDRESS = /:\/\/[^/\s?#]{0,500}@/;

/** The same with a variable as its value. */
const USE = /([\w.-]{1,60})["']?\s{0,20}[=:>]\s{0,20}["']?(\{\{[^{}]{1,200}\}\})/g;

/** Whether a text that is written out, apart from its variables, is or contains what may be a secret. */
export function holdsSecret(name: string, text: string): boolean {
  // A mark that is no value stands where a variable was.
  const written = text.replace(/\{\{[^{}]*\}\}/g, ";");
  return (
    mayBeSecret(name, written) ||
    USER_IN_ADDRESS.test(written) ||
    written.split(/[\s/?&=#;,<>"']+/).some(looksSecret) ||
    [...written.matchAll(PAIR)].some(([, inner = ""]) => mayBeSecret(inner, ""))
  );
}

/** The variables that a text uses as `name={{variable}}` or in a similar form, with these names. */
export function namedUses(text: string): { readonly name: string; readonly variable: string }[] {
  return [...text.matchAll(USE)].map(([, name = "", variable = ""]) => ({ name, variable }));
}
