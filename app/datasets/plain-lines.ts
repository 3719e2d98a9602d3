/** A text of a form, which ends its lines with a carriage return and a line feed, with line feeds only. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
