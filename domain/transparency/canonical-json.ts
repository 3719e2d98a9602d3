/** What can be written: JSON, and fields without a value, which are left out. */
type Writable =
  string | number | boolean | null | readonly Writable[] | { readonly [key: string]: Writable | undefined };

/**
 * JSON in the one form of RFC 8785: no blanks, keys sorted by UTF-16 code units, numbers and strings as JSON.stringify
 * writes them. Two stores that hold the same value give the same text.
 */
export function canonicalJson(value: Writable): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return isList(value) ? `[${value.map(canonicalJson).join(",")}]` : fieldsOf(value);
}

function fieldsOf(value: { readonly [key: string]: Writable | undefined }): string {
  let text = "";
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined) text += `${text === "" ? "{" : ","}${quoted(key)}:${canonicalJson(field)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Printable ASCII without quotes and backslashes, as ids and keys are, is written as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as JSON. */
export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value);
}
