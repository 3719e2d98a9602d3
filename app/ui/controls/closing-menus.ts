import { useEffect } from "react";

/** Closes open `details.menu` on a press elsewhere and on Escape, which returns the focus to their summary. */
export function useClosingMenus(): void {
  useEffect(() => {
    const open = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
    const onPress = (event: PointerEvent) => {
      for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      for (const menu of open()) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      }
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
}
