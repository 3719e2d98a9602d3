/** A consent place for people: header names are stored in lower case and shown in their usual case. */
export function describeConsentPlace(where: string): string {
  return where.startsWith("header ") ? where.replace(/(?<=[ -])[a-z]/g, (letter) => letter.toUpperCase()) : where;
}
