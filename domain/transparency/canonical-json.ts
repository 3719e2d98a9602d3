/** What can be written: JSON, and fields without a value, which are left out. */
type Writable =
  string | number | boolean | null | readonly Writable[] | { readonly [key: string]: Writable | undefined };

/**
 * JSON in the one form of RFC 8785: no blanks, keys sorted by UTF-16 code units, numbers and strings as JSON.stringify
 * writes them. Two stores that hold the same value give the same text.
 */
export function canonicalJson(value: Writable): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  let text = "";
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value);
}
