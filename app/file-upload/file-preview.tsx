import { useEffect, useState } from "react";
import { ErrorLine } from "../ui/form/field.tsx";
import { Button } from "../ui/controls/button.tsx";
import { type Choice, type Found, foundWords, PreviewTable, ReadingOptions } from "./preview-table.tsx";
import { type Detected, detectedIn } from "./setting-fields.tsx";

/** A byte more than is looked at, so that a longer file is known to be one. */
const SENT_BYTES = 1_000_001;
/** Workbooks, ZIP and Parquet files are looked at as a whole: their tables of contents are at their ends. */
const WHOLE_BYTES = 32_000_000;
const TOO_LARGE = "Files in this format are previewed up to 32 MB. It can be uploaded without.";
const PAUSE_MS = 300;
const FAILED = "The preview could not be loaded.";

type Texts = Readonly<Record<string, string>>;
/** What was found in a file, with the settings that were detected; or why it cannot be read. */
export type Shown = {
  readonly found?: Found & { readonly settings: Detected };
  readonly error?: string;
  /** Of a file of which no part is read yet. */
  readonly entries?: readonly string[];
  readonly sheets?: readonly string[];
};

/** What a load would make of the chosen file: what was detected, and a choice of readings for each column. */
export function FilePreview({
  shown: { found, error },
  types,
  onChoose,
}: {
  shown: Shown;
  types: Texts;
  onChoose: (column: string, choice: Choice) => void;
}) {
  return (
    <div className="panel-body stack">
      <p className="meta" role="status">
        {found ? foundWords(found) : error === undefined && "Reading the beginning of the file"}
      </p>
      {error && <ErrorLine>{error}</ErrorLine>}
      {found && (
        <PreviewTable
          found={found}
          readAs={({ name, label, ...column }) => (
            <select
              className="select"
              aria-label={`Read ${label} as`}
              value={types[name] ?? ""}
              onChange={(event) => onChoose(name, { reading: event.target.value })}
            >
              <ReadingOptions {...column} chosen={types[name]} />
            </select>
          )}
          suggestion={({ name }, { words, choice }) => (
            <Button type="button" onClick={() => onChoose(name, choice)}>
              {words}
            </Button>
          )}
        />
      )}
    </div>
  );
}

/** Asks the server about a file after each change, once the user pauses. */
export function useInspection(file: File | null, settings: Texts): Shown {
  const [looked, setLooked] = useState<{ readonly file: File; readonly shown: Shown } | null>(null);
  useEffect(() => {
    if (!file) return;
    const setShown = (shown: Shown) => setLooked({ file, shown });
    const left = new AbortController();
    const timer = setTimeout(() => {
      inspect(file, settings, left.signal).then(
        (answer) => !left.signal.aborted && setShown(answer),
        () => !left.signal.aborted && setShown({ error: FAILED }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [file, settings]);
  return looked && looked.file === file ? looked.shown : {};
}

/** Whether a file must be sent as a whole to be looked at. */
async function isWhole(file: File): Promise<boolean> {
  const [first = 0, ...others] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const mark = String.fromCharCode(first, ...others);
  return mark === "PK\x03\x04" || mark === "PAR1" || mark === "\xd0\xcf\x11\xe0";
}

async function inspect(file: File, texts: Texts, signal: AbortSignal): Promise<Shown> {
  const whole = await isWhole(file);
  if (whole && file.size > WHOLE_BYTES) return { error: TOO_LARGE };
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append("file", whole ? file : file.slice(0, SENT_BYTES), file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/assets/inspect");
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.onload = () => {
      const body = request.response as (NonNullable<Shown["found"]> & Omit<Shown, "found">) | null;
      resolve(
        request.status === 200 && body
          ? { found: { ...body, settings: detectedIn(body.settings) } }
          : {
              error: body?.error ?? FAILED,
              ...(body?.entries ? { entries: body.entries } : {}),
              ...(body?.sheets ? { sheets: body.sheets } : {}),
            },
      );
    };
    request.onerror = () => reject(new Error(FAILED));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
