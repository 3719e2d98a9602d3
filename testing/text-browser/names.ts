import { contentOf, givenName } from "./labels.ts";
import { roleOf } from "./roles.ts";
import { inOneLine } from "./texts.ts";

const NAMED_BY_CONTENT = new Set(["button", "heading", "link", "menuitem", "option", "row", "cell", "columnheader"]);

/** The accessible name of an element, as assistive technology says it. */
export function nameOf(element: Element): string {
  return (
    [givenName(element), ownName(element), element.getAttribute("title"), element.getAttribute("placeholder")]
      .map((name) => inOneLine(name ?? ""))
      .find((name) => name !== "") ?? ""
  );
}

/** The name that HTML gives an element, or that its content does. */
function ownName(element: Element): string {
  switch (element.localName) {
    case "fieldset":
      return contentOfChild(element, "legend");
    case "table":
      return contentOfChild(element, "caption");
    case "img":
      return element.getAttribute("alt") ?? "";
    case "input":
    case "select":
    case "textarea":
      return controlName(element as HTMLInputElement);
    default:
      return NAMED_BY_CONTENT.has(roleOf(element) ?? "") ? contentOf(element) : "";
  }
}

function contentOfChild(element: Element, name: string): string {
  const child = [...element.children].find(({ localName }) => localName === name);
  return child === undefined ? "" : contentOf(child);
}

function controlName(control: HTMLInputElement): string {
  if (control.localName === "input" && /^(?:submit|reset|button)$/.test(control.type))
    return control.value || { submit: "Submit", reset: "Reset" }[control.type] || "";
  const labels = [...(control.labels ?? [])].map((label) => contentOf(label));
  return labels.join(" ") || (control.getAttribute("alt") ?? "");
}
