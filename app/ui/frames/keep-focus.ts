import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

const CONTENT = "content";
const HEADINGS = "h1, h2, h3";
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary";

/** An element and its position among the children of its parent, up to the content of the page. */
type Place = { readonly element: Element; readonly at: number };

/**
 * Moves the focus to the heading of a page that a link or form has opened, so that screen readers read it and Tab goes
 * on from there. Tabs and filters stay on their page, and a field that takes the focus itself keeps it.
 */
export function useFocusOnNewPage(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const content = document.getElementById(CONTENT);
    const focused = document.activeElement;
    const isTaken = content?.contains(focused) && focused?.matches("input, select, textarea, [contenteditable]");
    if (content && hash === "" && !isTaken) focusHeading(content);
  }, [pathname, hash]);
}

/**
 * Keeps the focus in its place when the element that has it is replaced or removed: on the same field or link, else on
 * the next row, else on the heading above.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const content = document.getElementById(CONTENT);
    if (!content) return;
    let places: readonly Place[] = [];
    const follow = ({ target }: FocusEvent) => {
      places = target instanceof Element && content.contains(target) ? placesOf(target, content) : [];
    };
    const restore = () => {
      if (document.activeElement !== document.body || places[0]?.element.isConnected !== false) return;
      const lost = places;
      places = [];
      const same = sameControl(lost[0]!.element, content);
      if (same) same.focus();
      else focusNear(lost, content);
    };
    // Dialogs and pages that place the focus themselves do so first.
    const observer = new MutationObserver(() => {
      if (places[0]?.element.isConnected === false) requestAnimationFrame(() => requestAnimationFrame(restore));
    });
    document.addEventListener("focusin", follow);
    observer.observe(content, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", follow);
      observer.disconnect();
    };
  }, []);
}

function placesOf(target: Element, content: Element): readonly Place[] {
  const places: Place[] = [];
  for (let element = target; element !== content && element.parentElement; element = element.parentElement)
    places.push({ element, at: [...element.parentElement.children].indexOf(element) });
  return [...places, { element: content, at: 0 }];
}

/** The field with the same name and value, or the link with the same address. */
function sameControl(lost: Element, content: Element): HTMLElement | undefined {
  const isSame = (other: HTMLElement): boolean => {
    if (lost instanceof HTMLAnchorElement && other instanceof HTMLAnchorElement) return lost.href === other.href;
    if (lost instanceof HTMLInputElement && other instanceof HTMLInputElement)
      return (
        lost.name !== "" &&
        lost.name === other.name &&
        lost.type === other.type &&
        (!isChoice(lost) || lost.value === other.value)
      );
    return (
      (lost instanceof HTMLSelectElement || lost instanceof HTMLTextAreaElement) &&
      lost.name === (other as HTMLSelectElement).name
    );
  };
  return [...content.querySelectorAll<HTMLElement>(lost.localName)].find(isSame);
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === "checkbox" || type === "radio";
}

/** The row that has taken the place of the removed one, the last row, or the heading above. */
function focusNear(lost: readonly Place[], content: Element): void {
  const left = lost.findIndex(({ element }) => element.isConnected);
  const container = lost[left]?.element ?? content;
  const gone = lost[left - 1];
  if (gone?.element.matches("li, tr")) {
    const rows = [...container.children];
    const row = rows[Math.min(gone.at, rows.length - 1)];
    const next =
      row?.querySelector<HTMLElement>(lost[0]!.element.localName) ?? row?.querySelector<HTMLElement>(FOCUSABLE);
    if (next) return next.focus();
  }
  focusHeading(container.closest("section, [role=tabpanel]") ?? content, content);
}

function focusHeading(within: Element, otherwise: Element = within): void {
  const heading = within.querySelector<HTMLElement>(HEADINGS) ?? otherwise.querySelector<HTMLElement>(HEADINGS);
  const target = heading ?? document.getElementById(CONTENT);
  if (target && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}
