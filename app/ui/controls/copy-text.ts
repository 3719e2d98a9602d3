/** Copies a text; false if the browser does not allow it. Browsers have a clipboard for pages only behind https. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined) return copyBySelecting(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

function copyBySelecting(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "visually-hidden";
  // Within an open dialog, where there is one: the rest of the page cannot be selected then.
  (before?.parentElement ?? document.body).append(area);
  area.select();
  try {
    // There is no other way without a clipboard.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
