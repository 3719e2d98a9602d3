import { useRef, useState } from "react";
import { ErrorLine } from "../ui/form/field.tsx";
import { counted, formatBytes } from "../ui/data/format.ts";
import { FileText } from "../ui/icons/all.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { useDroppedFile } from "./dropped-file.ts";

const KINDS = "CSV, Excel, JSON or Parquet";
const ACCEPTED = ".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.parquet,.gz,.zst,.zip,text/csv";

/**
 * Chooses the file of an upload: posts `file`. With JavaScript it may be dropped anywhere on the page too, and where
 * `setFiles` takes them several may be chosen.
 */
export function FileField({
  file,
  setFile,
  setFiles,
  error,
}: {
  file: File | null;
  setFile: (file: File | null) => void;
  setFiles?: (files: readonly File[]) => void;
  error: string | undefined;
}) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [files, setAll] = useState<readonly File[]>([]);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { isOver, said, isPart } = useDroppedFile(input);
  return (
    <>
      <div className="drop" data-over={isOver || undefined}>
        <Icon of={FileText} />
        <div>
          <strong>
            {file ? nameOf(file, files) : hydrated ? `Drop a ${KINDS} file here, or choose one` : `A ${KINDS} file`}
          </strong>
          <p className="meta" id="file-hint">
            {file
              ? formatBytes(files.length > 1 ? bytes : file.size)
              : "Also packed, with the column names in the first row. Types are detected from every row."}
            {!file && hydrated && setFiles && " Several files become several datasets."}
          </p>
        </div>
        <label className={hydrated ? "btn" : ""}>
          {hydrated ? file ? "Choose another" : "Choose a file" : <span className="visually-hidden">{KINDS} file</span>}
          <input
            ref={input}
            type="file"
            name="file"
            accept={ACCEPTED}
            aria-describedby="file-hint"
            aria-invalid={error ? true : undefined}
            className={hydrated ? undefined : "is-bare"}
            multiple={hydrated && setFiles !== undefined}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])];
              setAll(chosen);
              setFile(chosen[0] ?? null);
              if (chosen.length > 1) setFiles?.(chosen);
            }}
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

const nameOf = (file: File, all: readonly File[]) => (all.length > 1 ? counted(all.length, "file") : file.name);
