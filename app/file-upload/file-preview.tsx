import { useEffect, useState } from "react";
import { ErrorLine } from "../ui/form/field.tsx";
import { type Found, PreviewTable, ReadingOptions } from "./preview-table.tsx";

/** A byte more than is looked at, so that a longer file is known to be one. */
const SENT_BYTES = 1_000_001;
const PAUSE_MS = 300;
const FAILED = "The preview could not be loaded.";

type Texts = Readonly<Record<string, string>>;
type Shown = { readonly found?: Found; readonly error?: string };

/** What a load would make of the chosen file, with a choice of readings for each column. */
export function FilePreview({
  file,
  settings,
  types,
  onChoose,
}: {
  file: File;
  settings: Texts;
  types: Texts;
  onChoose: (column: string, reading: string) => void;
}) {
  const { found, error } = useInspection(file, settings, types);
  if (error) return <ErrorLine>{error}</ErrorLine>;
  if (!found) return <p className="quiet">Reading the beginning of the file</p>;
  return (
    <PreviewTable
      found={found}
      readAs={({ name, label, type, suggestions }) => (
        <select
          className="select"
          aria-label={`Read ${label} as`}
          value={types[name] ?? ""}
          onChange={(event) => onChoose(name, event.target.value)}
        >
          <ReadingOptions type={type} suggestions={suggestions} chosen={types[name]} />
        </select>
      )}
    />
  );
}

/** Asks the server after each change, once the user pauses. */
function useInspection(file: File, settings: Texts, types: Texts): Shown {
  const [shown, setShown] = useState<Shown>({});
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => {
      inspect(file, { ...settings, types: JSON.stringify(types) }, left.signal).then(
        (answer) => !left.signal.aborted && setShown(answer),
        () => !left.signal.aborted && setShown({ error: FAILED }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [file, settings, types]);
  return shown;
}

function inspect(file: File, texts: Texts, signal: AbortSignal): Promise<Shown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append("file", file.slice(0, SENT_BYTES), file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/assets/inspect");
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.onload = () => {
      const body = request.response as (Found & { readonly error?: string }) | null;
      resolve(request.status === 200 && body ? { found: body } : { error: body?.error ?? FAILED });
    };
    request.onerror = () => reject(new Error(FAILED));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
