import { ErrorLine } from "../ui/form/field.tsx";
import { formatBytes } from "../ui/data/format.ts";
import { FileText } from "../ui/icons/all.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useHydrated } from "../ui/layout/hydrated.ts";

/** Chooses the CSV file of an upload: posts `file`. */
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
  return (
    <>
      <div className="drop">
        <Icon of={FileText} />
        <div>
          <strong>{file ? file.name : "A CSV file"}</strong>
          <p className="meta" id="file-hint">
            {file
              ? formatBytes(file.size)
              : "Any separator, with the names in its first row. Types are found by reading every row."}
          </p>
        </div>
        <label className={hydrated ? "btn" : ""}>
          {hydrated ? file ? "Choose another" : "Choose a file" : <span className="visually-hidden">CSV file</span>}
          <input
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
      {error && <ErrorLine>{error}</ErrorLine>}
    </>
  );
}
