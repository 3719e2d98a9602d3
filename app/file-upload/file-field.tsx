import { useRef } from "react";
import { ErrorLine } from "../ui/form/field.tsx";
import { formatBytes } from "../ui/data/format.ts";
import { FileText } from "../ui/icons/all.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { useDroppedFile } from "./dropped-file.ts";

/** Chooses the CSV file of an upload: posts `file`. With JavaScript it may be dropped anywhere on the page too. */
export function FileField({
  file,
  setFile,
  error,
}: {
  file: File | null;
  setFile: (file: File | null) => void;
  error: string | undefined;
}) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const { isOver, said, isPart } = useDroppedFile(input);
  return (
    <>
      <div className="drop" data-over={isOver || undefined}>
        <Icon of={FileText} />
        <div>
          <strong>{file ? file.name : hydrated ? "Drop a CSV file here, or choose one" : "A CSV file"}</strong>
          <p className="meta" id="file-hint">
            {file
              ? formatBytes(file.size)
              : "Any separator, with the names in its first row. Types are found by reading every row."}
          </p>
        </div>
        <label className={hydrated ? "btn" : ""}>
          {hydrated ? file ? "Choose another" : "Choose a file" : <span className="visually-hidden">CSV file</span>}
          <input
            ref={input}
            type="file"
            name="file"
            accept=".csv,text/csv"
            aria-describedby="file-hint"
            aria-invalid={error ? true : undefined}
            className={hydrated ? undefined : "is-bare"}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
      </div>
      <p className={isPart ? "meta mt-2" : "visually-hidden"} role="status">
        {said}
      </p>
      {error && <ErrorLine>{error}</ErrorLine>}
    </>
  );
}
