import { useEffect } from "react";

/** While a dialog is open, header and footer of the site are as unreachable as the page behind it. */
export function useInertFrame(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const frame = [...document.querySelectorAll<HTMLElement>(".site-header, .site-footer, .skip-link")];
    for (const part of frame) part.inert = true;
    return () => {
      for (const part of frame) part.inert = false;
    };
  }, [isOpen]);
}
