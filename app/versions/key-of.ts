/** The columns of a key as a URL or a form names them. */
export function keyOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
