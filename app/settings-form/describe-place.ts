/** Where a secret goes, for people: names of headers are kept in lower case and written as they are usually seen. */
export function describePlace(where: string): string {
  return where.startsWith("header ") ? where.replace(/(?<=[ -])[a-z]/g, (letter) => letter.toUpperCase()) : where;
}
