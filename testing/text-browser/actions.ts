import type { ChosenFile } from "./shown-page.ts";
import type { PageRequest } from "./requests.ts";
import { type ChosenFiles, defaultButton, isDisabled, isSubmit, submissionOf, type Submitter } from "./submission.ts";
import { isShown, summaryOf } from "./visibility.ts";

/** What a user does to elements. Each throws if a user could not: what is hidden or off is not used. */
export type Actions = {
  fill(element: HTMLElement, value: string): void;
  setChecked(element: HTMLElement, checked: boolean): void;
  select(element: HTMLElement, value: string): void;
  choose(element: HTMLElement, file: ChosenFile): void;
  press(element: HTMLElement, key: string): Promise<void>;
  click(element: HTMLElement): Promise<void>;
};

const TYPED_INTO = /^(?:text|search|email|tel|url|password|number|date|time|month|week|datetime-local|color|range)$/;

/** The actions on a page at `at()`; `go` shows what a link or a form asks for. */
export function actionsOn(at: () => URL, go: (request: PageRequest) => Promise<unknown>): Actions {
  const files: ChosenFiles = new WeakMap();

  async function send(form: HTMLFormElement, button: Submitter | null): Promise<void> {
    const isChecked = !form.noValidate && button?.formNoValidate !== true;
    const wrong = isChecked && [...form.elements].find((each) => !(each as HTMLInputElement).checkValidity());
    if (wrong) throw new Error(`The form asks to mend ${described(wrong)} first`);
    await go(submissionOf(form, button, { page: at(), base: form.baseURI, files }));
  }

  return {
    fill(element, value) {
      const field = usable(element) as HTMLInputElement;
      const isField = field.localName === "textarea" || (field.localName === "input" && TYPED_INTO.test(field.type));
      if (!isField || field.readOnly) throw new Error(`Nothing can be typed into ${described(field)}`);
      field.value = value;
      if (value !== "" && field.value === "") throw new Error(`${described(field)} takes no ${value}`);
    },
    setChecked(element, checked) {
      const box = usable(element) as HTMLInputElement;
      if (!/^(?:checkbox|radio)$/.test(box.type)) throw new Error(`${described(box)} cannot be checked`);
      if (box.type === "radio" && box.checked && !checked) throw new Error(`${described(box)} cannot be unchecked`);
      box.checked = checked;
    },
    select(element, value) {
      const list = usable(element) as HTMLSelectElement;
      const option = [...list.options].find((each) => each.value === value || each.label === value);
      if (option === undefined || option.disabled) throw new Error(`${described(list)} does not offer ${value}`);
      option.selected = true;
    },
    choose(element, file) {
      if (isDisabled(element) || (element as HTMLInputElement).type !== "file")
        throw new Error(`${described(element)} takes no file`);
      files.set(element, file);
    },
    async press(element, key) {
      const { form } = usable(element) as HTMLInputElement;
      if (key !== "Enter" || form === null) throw new Error(`${key} does nothing in ${described(element)}`);
      const button = defaultButton(form);
      if (button === null || !isDisabled(button)) await send(form, button);
    },
    async click(element) {
      const target = usable(element).closest<HTMLElement>("a[href], button, input, label, summary");
      if (target === null) throw new Error(`Nothing happens at a click on ${described(element)}`);
      if (target.localName === "a") {
        const page = at();
        await go({ method: "GET", url: new URL(target.getAttribute("href") ?? "", target.baseURI), from: page });
      } else if (isSubmit(target) && target.form !== null) await send(target.form, target);
      else if (isReset(target)) target.form?.reset();
      else if (target.localName === "summary" && target === summaryOf(target.parentElement ?? target))
        target.parentElement?.toggleAttribute("open");
      else toggle(target);
    },
  };
}

function isReset(element: HTMLElement): element is HTMLButtonElement {
  return /^(?:button|input)$/.test(element.localName) && (element as HTMLButtonElement).type === "reset";
}

/** A click on a checkbox, a radio button or the label of one. */
function toggle(target: HTMLElement): void {
  const box = (target.localName === "label" ? (target as HTMLLabelElement).control : target) as HTMLInputElement | null;
  if (box === null || !/^(?:checkbox|radio)$/.test(box.type))
    throw new Error(`Without scripts nothing happens at a click on ${described(target)}`);
  usable(box).checked = box.type === "radio" || !box.checked;
}

/** The element, if it is shown and on. */
function usable<E extends HTMLElement>(element: E): E {
  if (!isShown(element)) throw new Error(`${described(element)} is hidden`);
  if (isDisabled(element) || element.getAttribute("aria-disabled") === "true")
    throw new Error(`${described(element)} is off`);
  return element;
}

/** An element without what is in it. */
function described(element: Element): string {
  return (element.cloneNode(false) as Element).outerHTML;
}
