import { inOneLine, plainText } from "./texts.ts";
import { hides } from "./visibility.ts";

const INLINE = new Set(
  "a abbr b bdi bdo button cite code data dfn em i img input kbd label mark q s samp select small span strong sub sup svg time u var".split(
    " ",
  ),
);

/** The labels of a control or a part of the page, as somebody reads them. */
export function labelsOf(element: Element): readonly string[] {
  const by = labelledBy(element);
  if (by.length > 0) return by.map(plainText);
  const label = element.getAttribute("aria-label");
  if (label !== null) return [label];
  const { labels } = element as Partial<HTMLInputElement>;
  return [...(labels ?? [])].map(plainText);
}

/** The name that `aria-labelledby` or `aria-label` gives an element, or none. */
export function givenName(element: Element): string {
  const by = labelledBy(element).map((each) => contentOf(each, true));
  return inOneLine(by.join(" ")) || inOneLine(element.getAttribute("aria-label") ?? "");
}

function labelledBy(element: Element): readonly Element[] {
  const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter((id) => id !== "");
  return ids.map((id) => element.ownerDocument.getElementById(id)).filter((each) => each !== null);
}

/** The text of an element with the names of the parts that have one. `asked`: it is told although it is hidden. */
export function contentOf(element: Element, asked = false): string {
  if (!asked && (hides(element) || element.getAttribute("aria-hidden") === "true")) return "";
  const label = inOneLine(element.getAttribute("aria-label") ?? "");
  if (label !== "") return label;
  if (element.localName === "img") return element.getAttribute("alt") ?? "";
  if (element.localName === "br") return " ";
  if (/^(?:input|select|textarea)$/.test(element.localName)) return valueIn(element as HTMLInputElement);
  const text = [...element.childNodes]
    .map((node) => {
      if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? "";
      return node.nodeType === node.ELEMENT_NODE ? contentOf(node as Element) : "";
    })
    .join("");
  return INLINE.has(element.localName) ? text : ` ${text} `;
}

/** A control within a label says its value. */
function valueIn(control: HTMLInputElement): string {
  return /^(?:checkbox|radio|file|hidden|password|image)$/.test(control.type) ? "" : control.value;
}
