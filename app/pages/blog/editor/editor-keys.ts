const SEARCH = ".cdx-search-field__input";
const OFFERED = ".ce-popover-item:not(.ce-popover-item--hidden)";

/** What the keys do in an editor. */
type Caret = {
  /** The place of the block that is written in; -1: none yet. */
  readonly current: () => number;
  readonly moveTo: (block: number) => void;
};

/**
 * Keys that Editor.js does not have. In its menus Enter takes the first entry that a search has left, if none was
 * chosen with the arrows, and Escape leads back to the text. A block that Tab leads to is the current one at once:
 * Editor.js learns of it a fifth of a second later, and until then Enter and "/" would be lost. Returns what takes the
 * keys away.
 */
export function addEditorKeys(holder: HTMLElement, { current, moveTo }: Caret): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(SEARCH) || event.isComposing) return;
    if (event.key === "Escape") requestAnimationFrame(() => moveTo(Math.max(0, current())));
    if (event.key !== "Enter") return;
    const menu = target.closest(".ce-popover");
    if (menu?.querySelector(".ce-popover-item--focused")) return;
    event.preventDefault();
    event.stopPropagation();
    menu?.querySelector<HTMLElement>(OFFERED)?.click();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const block = target instanceof Element ? target.closest(".ce-block") : null;
    if (block && current() < 0) moveTo([...holder.querySelectorAll(".ce-block")].indexOf(block));
  };
  holder.addEventListener("keydown", onKey, { capture: true });
  holder.addEventListener("focusin", onFocus);
  return () => {
    holder.removeEventListener("keydown", onKey, { capture: true });
    holder.removeEventListener("focusin", onFocus);
  };
}

/**
 * Editor.js attaches the keys of each block when the browser is idle, up to two seconds later; until then Enter would
 * break the line. From now on they are attached after the present task, and once the editor `isReady` before the next
 * key. Returns what ends that.
 */
export function attachKeysAtOnce(isReady: () => boolean): () => void {
  const { requestIdleCallback } = window;
  window.requestIdleCallback = (work) => {
    const attach = () => work({ didTimeout: true, timeRemaining: () => 0 });
    if (isReady()) queueMicrotask(attach);
    else setTimeout(attach);
    return 0;
  };
  return () => {
    window.requestIdleCallback = requestIdleCallback;
  };
}
