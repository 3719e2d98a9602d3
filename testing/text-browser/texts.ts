import type { Wanted } from "./shown-page.ts";
import { hides, isShown } from "./visibility.ts";

const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre search section summary table tbody tfoot thead tr ul".split(
    " ",
  ),
);

/** The text that an element contains, shown or not, in one line. */
export function plainText(element: Element): string {
  if (element.localName === "input" && /^(?:submit|button|reset)$/.test((element as HTMLInputElement).type))
    return inOneLine((element as HTMLInputElement).value);
  return inOneLine(rawText(element));
}

function rawText(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? "";
  if (node.nodeType !== node.ELEMENT_NODE || /^(?:script|style|noscript)$/.test((node as Element).localName)) return "";
  return [...node.childNodes].map(rawText).join("");
}

export function inOneLine(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether a text is the one that is looked for. */
export function isWanted(text: string, wanted: Wanted, exact = false): boolean {
  if (wanted instanceof RegExp) return wanted.test(text);
  const [found, looked] = [inOneLine(text), inOneLine(wanted)];
  return exact ? found === looked : found.toLowerCase().includes(looked.toLowerCase());
}

/** The text of an element as it is read: blocks in lines of their own, spaces as one, and nothing that is hidden. */
export function shownText(element: Element): string {
  if (!isShown(element)) return element.textContent ?? "";
  const pieces: string[] = [];
  write(element, pieces, element.closest("pre") !== null);
  return pieces.join("").replace(/^\n+|\s+$/g, "");
}

/** Appends the text of an element. A block begins and ends a line; a paragraph has an empty one before and after it. */
function write(element: Element, pieces: string[], keeps: boolean): void {
  if (element.localName === "textarea") return;
  for (const node of element.childNodes) {
    if (node.nodeType === node.TEXT_NODE) writeText(node.nodeValue ?? "", pieces, keeps);
    if (node.nodeType !== node.ELEMENT_NODE) continue;
    const child = node as Element;
    if (hides(child)) continue;
    if (child.localName === "br") pieces.push("\n");
    if (/^t[dh]$/.test(child.localName) && child.previousElementSibling !== null) pieces.push("\t");
    const line = child.localName === "p" ? "\n\n" : "\n";
    const isBlock = BLOCKS.has(child.localName);
    if (isBlock) begin(pieces, line);
    write(child, pieces, keeps || child.localName === "pre");
    if (isBlock) begin(pieces, line);
  }
}

/** Appends a text. Spaces count as one, and at the beginning of a line or after another space as none. */
function writeText(text: string, pieces: string[], keeps: boolean): void {
  const follows = /\s$/.test(pieces.at(-1) ?? "\n");
  const shown = keeps ? text : text.replace(/\s+/g, " ");
  const added = !keeps && follows ? shown.trimStart() : shown;
  if (added !== "") pieces.push(added);
}

/** Begins a line, unless nothing was written since the last one began. */
function begin(pieces: string[], line: string): void {
  const last = pieces.pop();
  if (last === undefined) return;
  if (/^\n+$/.test(last)) pieces.push(last.length < line.length ? line : last);
  else pieces.push(last.replace(/ +$/, ""), line);
}
