import type { ReactNode } from "react";
import { counted } from "../ui/data/format.ts";
import { ScrollTable } from "../ui/data/scroll-table.tsx";
import { type Detected, detectedWords, type FoundFile } from "./setting-fields.tsx";

const SHOWN_COLUMNS = 100;
const SHOWN_VALUES = 3;

type Texts = Readonly<Record<string, string>>;
type FoundColumn = {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly suggestions: readonly string[];
};

/** What a load would make of a file, as /api/assets/inspect says it. */
export type Found = {
  readonly whole: boolean;
  readonly file: FoundFile;
  readonly columns: readonly FoundColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly set_aside: {
    readonly count: number;
    readonly rows: readonly { readonly line: number; readonly reason: string; readonly text: string }[];
  };
};

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

/** How many columns a file has, how it is read, and how much of it was looked at. */
export function foundWords({ columns, whole, file, settings }: Found & { readonly settings: Detected }): string {
  const looked = whole ? "The whole file was read." : "Only the beginning was read. The load reads every row.";
  return `${counted(columns.length, "column")} found. ${detectedWords(settings, file)} ${looked}`;
}

/** The columns of a file with a choice of readings for each, and the rows that would be set aside. */
export function PreviewTable({ found, readAs }: { found: Found; readAs: (column: FoundColumn) => ReactNode }) {
  const { columns, set_aside: setAside } = found;
  return (
    <section aria-label="Columns of the file" className="stack found-columns">
      <ScrollTable label="Columns of the file" heads={["Column", "Read as", "First values"]}>
        {columns.slice(0, SHOWN_COLUMNS).map((column, at) => (
          <tr key={column.name}>
            <td data-head="Column">{column.label}</td>
            <td data-head="Read as">{readAs(column)}</td>
            <td data-head="First values" dir="auto">
              {valuesOf(found, at)}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {setAside.count > 0 && <SetAside {...setAside} />}
    </section>
  );
}

function SetAside({ count, rows }: Found["set_aside"]) {
  return (
    <details className="panel" open={count <= SHOWN_VALUES}>
      <summary className="panel-head justify-start gap-1">
        {counted(count, "row does", "rows do")} not fit and would be set aside
      </summary>
      <div className="panel-body">
        <ScrollTable label="Rows that would be set aside" heads={["Line", "Why", "Row"]}>
          {rows.map(({ line, reason, text }) => (
            <tr key={line}>
              <td data-head="Line">{line}</td>
              <td data-head="Why">{reason}</td>
              <td data-head="Row" dir="auto">
                {text}
              </td>
            </tr>
          ))}
        </ScrollTable>
      </div>
    </details>
  );
}

/** The readings of a column to choose from, beside what was detected. */
export function ReadingOptions({
  type,
  suggestions,
  chosen,
}: Pick<FoundColumn, "type" | "suggestions"> & { chosen: string | undefined }) {
  return (
    <>
      <option value="">{chosen ? "As detected" : (TYPES[type] ?? type)}</option>
      {optionsOf(type, suggestions, chosen).map((reading) => (
        <option key={reading} value={reading}>
          {READINGS[reading] ?? reading}
        </option>
      ))}
    </>
  );
}

function optionsOf(type: string, suggestions: readonly string[], chosen: string | undefined): string[] {
  const readings = new Set([...suggestions, ...(type === "text" ? [] : ["text"]), ...(chosen ? [chosen] : [])]);
  return [...readings];
}

function valuesOf({ rows }: Found, column: number): string {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.slice(0, SHOWN_VALUES).join(", ");
}
