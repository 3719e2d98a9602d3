import { Plus, X } from "../../ui/icons/all.ts";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { RowKind } from "../form-rows.ts";

type RowButton = { kind: RowKind; name: string; label: string; onPress: () => void };

/** Adds a row: at once with JavaScript, by posting the form without. */
export function AddRow({ kind, name, label, onPress }: RowButton) {
  const hydrated = useHydrated();
  const how = hydrated
    ? { type: "button" as const, onClick: onPress }
    : { name: "intent", value: `add ${kind}:${name}`, formNoValidate: true };
  return (
    <Button small icon={Plus} data-add {...how}>
      {label}
    </Button>
  );
}

/** Removes the row at this index. */
export function RemoveRow({ kind, name, at, label, onPress }: RowButton & { at: number }) {
  const hydrated = useHydrated();
  const how = hydrated
    ? { type: "button" as const, onClick: onPress }
    : { name: "intent", value: `remove ${kind}:${name}[${at}]`, formNoValidate: true };
  return (
    <Button kind="quiet" small className="btn-icon" aria-label={label} data-remove {...how}>
      <Icon of={X} size="sm" />
    </Button>
  );
}

/**
 * Keeps the focus near the change: after a row was added on its first control, after one was removed on the button of
 * the next row, or on the add button. Rows are the children of the list with the returned ref.
 */
export function useRowFocus(rows: number): {
  list: (element: HTMLElement | null) => void;
  added: () => void;
  removed: (at: number) => void;
} {
  const shown = useRef<HTMLElement | null>(null);
  const list = useCallback((element: HTMLElement | null) => {
    if (element) shown.current = element;
  }, []);
  const next = useRef<{ row: number | "last" } | null>(null);
  useEffect(() => {
    const asked = next.current;
    next.current = null;
    const items = [...(shown.current?.querySelectorAll<HTMLElement>(":scope > [data-row]") ?? [])];
    if (!asked || !shown.current) return;
    if (asked.row === "last")
      items.at(-1)?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus();
    else
      (
        items[Math.min(asked.row, items.length - 1)]?.querySelector<HTMLElement>("[data-remove]") ??
        shown.current.parentElement?.querySelector<HTMLElement>("[data-add]")
      )?.focus();
  }, [rows]);
  return {
    list,
    added: () => void (next.current = { row: "last" }),
    removed: (at) => void (next.current = { row: at }),
  };
}
