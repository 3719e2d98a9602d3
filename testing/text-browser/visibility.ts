const NEVER_SHOWN = /^(?:script|style|template|head|noembed|noframes|title|datalist)$/;

/** Whether HTML itself hides an element: `hidden`, a closed dialog, or a folded part of the page. No style sheet is read. */
export function isShown(element: Element): boolean {
  for (let each: Element | null = element; each !== null; each = each.parentElement) if (hides(each)) return false;
  return true;
}

/** Whether people who do not see the page are told of an element. */
export function isTold(element: Element): boolean {
  return isShown(element) && element.closest("[aria-hidden=true]") === null;
}

/** Whether an element hides itself and what is in it. */
export function hides(element: Element): boolean {
  if (element.hasAttribute("hidden") || NEVER_SHOWN.test(element.localName)) return true;
  if (element.localName === "dialog") return !element.hasAttribute("open");
  if (element.localName === "input") return (element as HTMLInputElement).type === "hidden";
  const parent = element.parentElement;
  return parent?.localName === "details" && !parent.hasAttribute("open") && element !== summaryOf(parent);
}

/** What opens and folds a part of the page. */
export function summaryOf(details: Element): Element | undefined {
  return [...details.children].find(({ localName }) => localName === "summary");
}
