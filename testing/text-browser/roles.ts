import { givenName } from "./labels.ts";

const BY_ELEMENT: Readonly<Record<string, string>> = {
  article: "article",
  aside: "complementary",
  button: "button",
  dialog: "dialog",
  fieldset: "group",
  details: "group",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  img: "img",
  li: "listitem",
  main: "main",
  menu: "list",
  nav: "navigation",
  ol: "list",
  option: "option",
  output: "status",
  progress: "progressbar",
  search: "search",
  table: "table",
  td: "cell",
  textarea: "textbox",
  th: "columnheader",
  tr: "row",
  ul: "list",
};
const BY_TYPE: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

/** The role of an element: its own, or the one that HTML gives it; null: none. */
export function roleOf(element: Element): string | null {
  const [own = ""] = (element.getAttribute("role") ?? "").trim().split(/\s+/);
  if (own === "presentation" || own === "none") return null;
  if (own !== "") return own;
  switch (element.localName) {
    case "a":
    case "area":
      return element.hasAttribute("href") ? "link" : null;
    case "form":
      return isNamed(element) ? "form" : null;
    case "section":
      return isNamed(element) ? "region" : null;
    case "input":
      return roleOfInput(element as HTMLInputElement);
    case "select":
      return element.hasAttribute("multiple") || Number(element.getAttribute("size") ?? 0) > 1 ? "listbox" : "combobox";
    default:
      return BY_ELEMENT[element.localName] ?? null;
  }
}

function roleOfInput(input: HTMLInputElement): string | null {
  if (input.type === "hidden") return null;
  return BY_TYPE[input.type] ?? (input.hasAttribute("list") ? "combobox" : "textbox");
}

/** The level of a heading. */
export function levelOf(heading: Element): number {
  const [, level = "0"] = /^h([1-6])$/.exec(heading.localName) ?? [];
  return Number(heading.getAttribute("aria-level") ?? level);
}

function isNamed(element: Element): boolean {
  return givenName(element) !== "" || element.hasAttribute("title");
}
