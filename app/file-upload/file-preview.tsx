import { useEffect, useState } from "react";
import { ScrollTable } from "../ui/data/scroll-table.tsx";
import { ErrorLine } from "../ui/form/field.tsx";

/** A byte more than is looked at, so that a longer file is known to be one. */
const SENT_BYTES = 1_000_001;
const PAUSE_MS = 300;
const SHOWN_COLUMNS = 100;
const SHOWN_VALUES = 3;
const FAILED = "The preview could not be loaded.";

type Texts = Readonly<Record<string, string>>;
type Found = {
  readonly whole: boolean;
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
    readonly type: string;
    readonly suggestions: readonly string[];
  }[];
  readonly rows: readonly (readonly (string | null)[])[];
};
type Shown = { readonly found?: Found; readonly error?: string };

const TYPES: Texts = {
  bigint: "Whole numbers",
  "double precision": "Numbers",
  numeric: "Numbers",
  boolean: "True or false",
  date: "Dates",
  timestamp: "Times of a day",
  timestamptz: "Times with a zone",
  time: "Clock times",
  text: "Text",
};
const READINGS: Texts = {
  text: "Text",
  "decimal-comma": "Numbers with a decimal comma",
  "thousands-comma": "Numbers, thousands with commas",
  "thousands-point": "Numbers, thousands with points, decimal comma",
  "day-first": "Dates, day first",
  "month-first": "Dates, month first",
  "yes-no": "Yes or no",
};

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
    <section aria-label="Columns of the file">
      <ScrollTable label="Columns of the file" heads={["Column", "Read as", "First values"]}>
        {found.columns.slice(0, SHOWN_COLUMNS).map(({ name, label, type, suggestions }, at) => (
          <tr key={name}>
            <td data-head="Column">{label}</td>
            <td data-head="Read as">
              <select
                className="select"
                aria-label={`Read ${label} as`}
                value={types[name] ?? ""}
                onChange={(event) => onChoose(name, event.target.value)}
              >
                <option value="">{types[name] ? "As detected" : (TYPES[type] ?? type)}</option>
                {optionsOf(type, suggestions, types[name]).map((reading) => (
                  <option key={reading} value={reading}>
                    {READINGS[reading] ?? reading}
                  </option>
                ))}
              </select>
            </td>
            <td data-head="First values" dir="auto">
              {valuesOf(found, at)}
            </td>
          </tr>
        ))}
      </ScrollTable>
      <p className="meta">
        {found.whole
          ? "The whole file was looked at."
          : "The first megabyte was looked at; the load looks at every row."}
      </p>
    </section>
  );
}

/** The readings to choose from, beside what was detected. */
function optionsOf(type: string, suggestions: readonly string[], chosen: string | undefined): string[] {
  const readings = new Set([...suggestions, ...(type === "text" ? [] : ["text"]), ...(chosen ? [chosen] : [])]);
  return [...readings];
}

function valuesOf({ rows }: Found, column: number): string {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.slice(0, SHOWN_VALUES).join(", ");
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
