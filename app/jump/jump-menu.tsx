import { lazy, Suspense, useEffect, useRef, useState } from "react";

const JumpDialog = lazy(() => import("./jump-dialog.tsx"));

/**
 * Opens the jump menu by `/`, Ctrl+K or the link in the header. Without JavaScript the link leads to the page /jump.
 */
export function JumpMenu() {
  const [isOpen, setOpen] = useState(false);
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const open = () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setOpen(true);
    };
    const openByKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      if (!isCtrlK && (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target))) return;
      event.preventDefault();
      open();
    };
    const openByLink = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!isPlain || !(event.target instanceof Element) || !event.target.closest('header a[href="/jump"]')) return;
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    window.addEventListener("keydown", openByKey);
    // Before the link's own handler, which would open the page.
    window.addEventListener("click", openByLink, true);
    return () => {
      window.removeEventListener("keydown", openByKey);
      window.removeEventListener("click", openByLink, true);
    };
  }, []);
  if (!isOpen) return null;
  // The dialog is loaded after the key that opened it, so it does not know what had the focus.
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => before.current?.focus({ preventScroll: true }));
  };
  return (
    <Suspense fallback={null}>
      <JumpDialog close={close} />
    </Suspense>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=textbox]"))
  );
}
