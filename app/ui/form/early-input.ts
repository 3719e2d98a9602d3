import { useEffect } from "react";

/**
 * What people type, choose or tick before the scripts of a page work. React keeps the state that the server rendered,
 * so its next render would put the old values back. `noteEarlyInput` remembers the values before React starts, and
 * `useEarlyInput` enters them again once React listens, so that every handler hears of them.
 */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Note = { readonly at: number; readonly value: string; readonly checked: boolean; readonly selected: Set<string> };

const CONTROLS = "input:not([type=hidden]), textarea, select";
const EVENTS = ["input", "change"] as const;
const notes = new Map<Control, Note>();

export function noteEarlyInput(): void {
  for (const control of document.querySelectorAll<Control>(CONTROLS)) if (isEdited(control)) note(control);
  for (const event of EVENTS) document.addEventListener(event, noteTarget, true);
}

/** For the frame of every page. */
export function useEarlyInput(): void {
  useEffect(() => {
    // Later, because React handles no event while it runs effects.
    queueMicrotask(replayEarlyInput);
  }, []);
}

/** Does nothing the second time. */
function replayEarlyInput(): void {
  for (const event of EVENTS) document.removeEventListener(event, noteTarget, true);
  const noted = [...notes];
  notes.clear();
  for (const [control, note] of noted) {
    const shown = control.isConnected ? control : namesakesOf(control)[note.at];
    if (shown) enter(shown, note);
  }
}

function noteTarget({ target }: Event): void {
  if (target instanceof Element && target.matches(CONTROLS)) note(target as Control);
}

function note(control: Control): void {
  const options = control instanceof HTMLSelectElement ? [...control.selectedOptions] : [];
  // The last one of a group of radio buttons has to be entered last.
  notes.delete(control);
  notes.set(control, {
    at: namesakesOf(control).indexOf(control),
    value: control.value,
    checked: isTickable(control) && control.checked,
    selected: new Set(options.map(({ value }) => value)),
  });
}

/** Whether it differs from what the server rendered. */
function isEdited(control: Control): boolean {
  if (isTickable(control)) return control.checked !== control.defaultChecked && (control.checked || !isRadio(control));
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const options = [...control.options];
  if (!control.multiple && !options.some((option) => option.defaultSelected)) return control.selectedIndex > 0;
  return options.some((option) => option.selected !== option.defaultSelected);
}

/** The controls of the same name and kind: React may have drawn the page anew. */
function namesakesOf({ name, type }: Control): Control[] {
  const all = [...document.querySelectorAll<Control>(CONTROLS)];
  return all.filter((other) => other.name === name && other.type === type);
}

function isTickable(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

function isRadio(control: Control): boolean {
  return control.type === "radio";
}

/** Enters a value as a person does. React ignores an event whose value it has seen, so it is shown another one first. */
function enter(control: Control, { value, checked, selected }: Note): void {
  if (isTickable(control)) {
    control.checked = !checked;
    return control.click();
  }
  if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.selected = selected.has(option.value);
  else if (control.type !== "file") {
    const { selectionStart, selectionEnd } = control;
    control.value = value === "" ? " " : "";
    setUnseen(control, value);
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  }
  for (const event of EVENTS) control.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Sets the value by the browser's own setter, which React's on the element does not see. */
function setUnseen(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const own = control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Reflect.set(own, "value", value, control);
}
