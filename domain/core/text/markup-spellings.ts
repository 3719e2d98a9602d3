/** How JSON and HTML may write a text: also in ASCII only, with slashes escaped, and as JSON inside a JSON string. */
export function markupSpellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const htmlText = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const html = htmlText.replaceAll('"', "&quot;");
  return [
    json,
    json.replaceAll("/", "\\/"),
    ascii,
    ascii.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    htmlText,
    html,
    html.replaceAll("'", "&#39;"),
    html.replaceAll("'", "&#x27;"),
  ];
}
