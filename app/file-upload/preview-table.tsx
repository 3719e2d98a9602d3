import { Fragment, type ReactNode } from "react";
import { COLUMN_READINGS, kindOfReading } from "#domain/dataset/column-reading.ts";
import { counted } from "../ui/data/format.ts";
import { ScrollTable } from "../ui/data/scroll-table.tsx";
import { type Detected, detectedWords, type FoundFile } from "./setting-fields.tsx";

const SHOWN_COLUMNS = 100;
const SHOWN_VALUES = 3;
const SHOWN_IN_ROWS = 12;

type Texts = Readonly<Record<string, string>>;
export type FoundColumn = {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  /** How it is read, if that was chosen, or taken as the only notation that fits. */
  readonly reading: string | null;
  readonly suggestions: readonly string[];
  readonly evidence: {
    readonly reading: string;
    readonly cells: number;
    readonly fits: number;
    readonly empty?: readonly string[];
    readonly sentence: string;
  } | null;
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
/** Digits of money in the choices; calls of the API choose others. */
const EXACT = ["decimal(18,2)", "thousands-comma(18,2)", "thousands-point(18,2)"];
const ALL_READINGS: readonly string[] = [...COLUMN_READINGS, ...EXACT];
const wordsOf = (reading: string) => sentenceCase(kindOfReading(reading));

/** What a click on a suggestion decides about a column. */
export type Choice = { readonly reading?: string; readonly empty?: readonly string[] };
type Suggestion = { readonly words: string; readonly choice: Choice };

/** Lists what can be done about what the cells of a column show. */
export function suggestionsFor({ type, reading, evidence }: FoundColumn): Suggestion[] {
  if (!evidence) return [];
  const odd = evidence.cells - evidence.fits;
  const keep = { words: "Keep text", choice: { reading: "text" } };
  if (reading !== null) return reading === "text" ? [] : [keep];
  if (type !== "text") return [];
  const { empty = [] } = evidence;
  const aside = odd === 0 ? "" : ` and set ${counted(odd, "row")} aside`;
  const quoted = empty.map((word) => `\u201c${word}\u201d`).join(", ");
  return [
    ...(empty.length > 0
      ? [
          {
            words: `Read as ${kindOfReading(evidence.reading)}; ${quoted} is empty`,
            choice: { reading: evidence.reading, empty },
          },
        ]
      : []),
    { words: `Read as ${kindOfReading(evidence.reading)}${aside}`, choice: { reading: evidence.reading } },
    keep,
  ];
}

/** How many columns a file has, how it is read, and how much of it was looked at. */
export function foundWords({ columns, whole, file, settings }: Found & { readonly settings: Detected }): string {
  const looked = whole ? "The whole file was read." : "Only the beginning was read. The load reads every row.";
  return `${counted(columns.length, "column")} found. ${detectedWords(settings, file)} ${looked}`;
}

/** The columns of a file with a choice of readings for each, and the rows that would be set aside. */
export function PreviewTable({
  found,
  readAs,
  suggestion,
}: {
  found: Found;
  readAs: (column: FoundColumn) => ReactNode;
  /** A button that takes a suggestion. */
  suggestion: (column: FoundColumn, suggestion: Suggestion) => ReactNode;
}) {
  const { columns, set_aside: setAside } = found;
  return (
    <section aria-label="Columns of the file" className="stack found-columns">
      <ScrollTable label="Columns of the file" heads={["Column", "Read as", "First values"]}>
        {columns.slice(0, SHOWN_COLUMNS).map((column, at) => (
          <tr key={column.name}>
            <td data-head="Column">{column.label}</td>
            <td data-head="Read as">
              {readAs(column)}
              {column.evidence && <p className="meta mt-2">{column.evidence.sentence}</p>}
              <div className="row mt-2">
                {suggestionsFor(column).map((one) => (
                  <Fragment key={one.words}>{suggestion(column, one)}</Fragment>
                ))}
              </div>
            </td>
            <td data-head="First values" dir="auto">
              {valuesOf(found, at)}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {setAside.count > 0 && <SetAside {...setAside} />}
      <FirstRows found={found} />
    </section>
  );
}

/** The first rows as they will be read. */
function FirstRows({ found: { columns, rows } }: { found: Found }) {
  const shown = columns.slice(0, SHOWN_IN_ROWS);
  return (
    <>
      <p className="meta">First rows, as they will be read</p>
      <ScrollTable label="First rows" heads={shown.map(({ label, name }) => label || name)}>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.slice(0, SHOWN_IN_ROWS).map((cell, column) => (
              <td key={column} data-head={columns[column]?.label} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </>
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

/** The readings of a column to choose from, beside what was found: first those that fit all of its cells. */
export function ReadingOptions({
  type,
  reading,
  suggestions,
  chosen,
}: Pick<FoundColumn, "type" | "reading" | "suggestions"> & { chosen: string | undefined }) {
  const fitting = new Set([...suggestions, ...(chosen ? [chosen] : [])]);
  return (
    <>
      <option value="">{chosen ? "As found" : reading === null ? (TYPES[type] ?? type) : wordsOf(reading)}</option>
      {[...fitting, ...ALL_READINGS.filter((one) => !fitting.has(one))].map((one) => (
        <option key={one} value={one}>
          {wordsOf(one)}
        </option>
      ))}
    </>
  );
}

function valuesOf({ rows }: Found, column: number): string {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.slice(0, SHOWN_VALUES).join(", ");
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
