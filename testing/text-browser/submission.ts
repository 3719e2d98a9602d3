import { randomUUID } from "node:crypto";
import type { ChosenFile } from "./shown-page.ts";
import type { PageRequest } from "./requests.ts";

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type Submitter = HTMLButtonElement | HTMLInputElement;
type Entry = readonly [name: string, value: string | ChosenFile];

/** A field without a file sends an empty one. */
const NO_FILE: ChosenFile = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };

/** The files that were chosen in the fields of a page. */
export type ChosenFiles = WeakMap<Element, ChosenFile>;

/**
 * The request that a form makes when this button is pressed, as HTML's "form submission algorithm" says. `base`: against
 * what addresses are read. Throws for what no form of ours uses: text/plain, dialogs, and other schemes than http.
 */
export function submissionOf(
  form: HTMLFormElement,
  submitter: Submitter | null,
  { page, base, files }: { readonly page: URL; readonly base: string; readonly files: ChosenFiles },
): PageRequest {
  const said = (own: string, ofForm: string) => submitter?.getAttribute(own) ?? form.getAttribute(ofForm) ?? "";
  const address = said("formaction", "action");
  const url = address === "" ? new URL(page) : new URL(address, base);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`A form sends to ${url.href}, which this browser cannot`);
  const method = said("formmethod", "method").toLowerCase();
  if (method === "dialog") throw new Error("A form closes a dialog, which this browser cannot");
  const entries = entriesOf(form, submitter, files);
  if (method !== "post") {
    url.search = inUrl(entries);
    return { method: "GET", url, from: page };
  }
  const type = said("formenctype", "enctype").toLowerCase();
  if (type === "text/plain") throw new Error("A form sends text/plain, which this browser cannot");
  return {
    method: "POST",
    url,
    from: page,
    body: type === "multipart/form-data" ? inParts(entries) : inBody(entries),
  };
}

/** What a form would send: the names and values of its controls, in their order on the page. */
function entriesOf(form: HTMLFormElement, submitter: Submitter | null, files: ChosenFiles): readonly Entry[] {
  return controlsOf(form).flatMap((control) => {
    if (isDisabled(control) || (isButton(control) && control !== submitter)) return [];
    return entriesOfControl(control, files);
  });
}

function entriesOfControl(control: Control, files: ChosenFiles): readonly Entry[] {
  const { name } = control;
  if (control.type === "image") {
    const prefix = name === "" ? "" : `${name}.`;
    return [
      [`${prefix}x`, "0"],
      [`${prefix}y`, "0"],
    ];
  }
  if (name === "") return [];
  if (isSelect(control))
    return [...control.options]
      .filter((option) => option.selected && !isDisabledOption(option))
      .map(({ value }) => [name, value]);
  if (control.type === "checkbox" || control.type === "radio")
    return (control as HTMLInputElement).checked ? [[name, control.getAttribute("value") ?? "on"]] : [];
  if (control.type === "file") return [[name, files.get(control) ?? NO_FILE]];
  if (control.type === "hidden" && name === "_charset_") return [[name, "UTF-8"]];
  const entry: Entry = [name, control.value];
  const direction = control.getAttribute("dirname") ?? "";
  return direction === "" ? [entry] : [entry, [direction, "ltr"]];
}

/** All controls of a form, those outside of it with `form=` too. */
function controlsOf(form: HTMLFormElement): readonly Control[] {
  const all = form.ownerDocument.querySelectorAll<Control>("button, input, select, textarea");
  return [...all].filter((control) => control.form === form);
}

/** The button that Enter in a field presses: the first one that sends the form; null: there is none. */
export function defaultButton(form: HTMLFormElement): Submitter | null {
  return controlsOf(form).find(isSubmit) ?? null;
}

/** Whether an element is a button that sends its form. */
export function isSubmit(element: Element): element is Submitter {
  return /^(?:button|input)$/.test(element.localName) && /^(?:submit|image)$/.test((element as Submitter).type);
}

/** Whether a control is off, by itself or by the group around it. */
export function isDisabled(control: Element): boolean {
  if (control.hasAttribute("disabled")) return true;
  for (let group = control.closest("fieldset[disabled]"); group; group = above(group)) {
    const legend = [...group.children].find(({ localName }) => localName === "legend");
    if (!legend?.contains(control)) return true;
  }
  return false;
}

const above = (group: Element) => group.parentElement?.closest("fieldset[disabled]") ?? null;

function isDisabledOption(option: HTMLOptionElement): boolean {
  return option.hasAttribute("disabled") || option.closest("optgroup[disabled]") !== null;
}

function isButton(control: Control): boolean {
  return control.localName === "button" || /^(?:submit|image|button|reset)$/.test(control.type);
}

function isSelect(control: Control): control is HTMLSelectElement {
  return control.localName === "select";
}

const withLineEnds = (text: string) => text.replace(/\r\n?|\n/g, "\r\n");
const asText = (value: string | ChosenFile) => (typeof value === "string" ? value : value.name);

function inUrl(entries: readonly Entry[]): string {
  const pairs = entries.map(([name, value]) => [withLineEnds(name), withLineEnds(asText(value))]);
  return new URLSearchParams(pairs).toString();
}

function inBody(entries: readonly Entry[]): NonNullable<PageRequest["body"]> {
  return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(inUrl(entries)) };
}

/** The parts of multipart/form-data as browsers write them: a field without a file has a part whose file name is empty. */
function inParts(entries: readonly Entry[]): NonNullable<PageRequest["body"]> {
  const boundary = `----text-browser-${randomUUID()}`;
  const quoted = (text: string) => withLineEnds(text).replaceAll("\r\n", "%0D%0A").replaceAll('"', "%22");
  const pieces = entries.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    return typeof value === "string"
      ? [`${head}\r\n\r\n`, withLineEnds(value), "\r\n"]
      : [`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.mimeType}\r\n\r\n`, value.buffer, "\r\n"];
  });
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
