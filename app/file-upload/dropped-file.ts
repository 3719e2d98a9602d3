import { type RefObject, useEffect, useState } from "react";

/** Whether a file is dragged over the page, and which one was dropped: screen readers say so. */
type Dropping = { readonly isOver: boolean; readonly said: string; readonly isPart: boolean };

/**
 * Takes a file that is dropped anywhere on the page into `input`, or several if it takes several: beside its box a
 * browser would open the file in place of the page, and what was typed would be lost.
 */
export function useDroppedFile(input: RefObject<HTMLInputElement | null>): Dropping {
  const [dropping, setDropping] = useState<Dropping>({ isOver: false, said: "", isPart: false });
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDropping((before) => (before.isOver ? before : { ...before, isOver: true }));
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDropping((before) => ({ ...before, isOver: false }));
    };
    const drop = (event: DragEvent) => {
      const files = event.dataTransfer?.files;
      const [file] = files ?? [];
      if (!files || !file) return;
      event.preventDefault();
      const taken = new DataTransfer();
      for (const each of input.current?.multiple ? files : [file]) taken.items.add(each);
      if (input.current) {
        input.current.files = taken.files;
        input.current.dispatchEvent(new Event("change", { bubbles: true }));
      }
      const isPart = files.length > taken.files.length;
      const others = isPart ? ` Of ${files.length} files only this one was taken.` : "";
      const chosen = taken.files.length > 1 ? `${taken.files.length} files are chosen.` : `${file.name} is chosen.`;
      setDropping({ isOver: false, said: chosen + others, isPart });
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => left.abort();
  }, [input]);
  return dropping;
}
