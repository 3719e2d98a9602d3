import { FILE_ENCODINGS } from "#domain/dataset/load-settings.ts";
import { counted } from "../ui/data/format.ts";
import { type Option, SelectField, TextField } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";

const SELECTS: readonly { name: string; label: string; options: Option[]; unset?: string }[] = [
  {
    name: "format",
    label: "Format",
    options: [
      { value: "csv", label: "CSV or other text" },
      { value: "xlsx", label: "Excel (.xlsx)" },
      { value: "json", label: "JSON" },
      { value: "ndjson", label: "JSON in each line" },
      { value: "parquet", label: "Parquet" },
    ],
  },
  {
    name: "encoding",
    label: "Encoding",
    options: FILE_ENCODINGS.map((value) => ({ value, label: value })),
  },
  {
    name: "delimiter",
    label: "Delimiter",
    options: [
      { value: "comma", label: "Comma" },
      { value: "semicolon", label: "Semicolon" },
      { value: "tab", label: "Tab" },
      { value: "pipe", label: "Vertical bar" },
    ],
  },
  {
    name: "quote",
    label: "Quote character",
    options: [
      { value: "double", label: 'Double quote (")' },
      { value: "single", label: "Single quote (')" },
      { value: "none", label: "None" },
    ],
  },
  {
    name: "header",
    label: "Header row",
    options: [
      { value: "yes", label: "First row has the column names" },
      { value: "no", label: "No header row" },
    ],
  },
  {
    name: "on_misfit",
    label: "Cells that do not fit",
    unset: "Set their rows aside",
    options: [
      { value: "refuse", label: "Refuse the file" },
      { value: "text", label: "Read the column as text" },
    ],
  },
];

/** The names of the fields. */
export const SETTING_FIELDS: ReadonlySet<string> = new Set([
  ...SELECTS.map(({ name }) => name),
  ...["skip_lines", "sheet", "entry"],
]);

/** What was detected, by the names of the fields. */
export type Detected = Readonly<Record<string, string | null>>;

/** What a file is and which part of it was read, as /api/assets/inspect says it. */
export type FoundFile = {
  readonly format: string;
  readonly entry?: string;
  readonly sheet?: string;
  readonly list?: string;
  readonly other_parts?: { readonly names: readonly string[] };
};

/** The names of the sheets of a file, and of the files in it, as far as they are known. */
export type Parts = { readonly sheet: readonly string[]; readonly entry: readonly string[] };

/** The parts of a file that was read, or of one of which none was chosen. */
export function partsOf(
  file: FoundFile | undefined,
  refused: { readonly sheets?: readonly string[]; readonly entries?: readonly string[] },
): Parts {
  const { entry, sheet, list, other_parts: { names = [] } = {} } = file ?? {};
  if (sheet !== undefined) return { sheet: [sheet, ...names], entry: [] };
  if (entry !== undefined && list === undefined) return { sheet: [], entry: [entry, ...names] };
  return { sheet: refused.sheets ?? [], entry: refused.entries ?? [] };
}

/** The settings that were found in a file, as texts. */
export function detectedIn(settings: Readonly<Record<string, string | number | boolean | null>>): Detected {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ...{ comma: "commas", semicolon: "semicolons", tab: "tabs", pipe: "vertical bars" },
};

/** What was detected, in words: "utf-8, semicolons between cells, names in the first row." */
export function detectedWords(settings: Detected, file: FoundFile = { format: "csv" }): string {
  const { encoding, delimiter, header, skip_lines: skipped } = settings;
  const isText = file.format === "csv";
  return [
    isText ? (encoding ?? "") : labelOf("format", file.format),
    file.entry === undefined ? "" : `the file ${file.entry}`,
    file.sheet === undefined ? "" : `the sheet ${file.sheet}`,
    file.list ? `the list ${file.list}` : "",
    isText && delimiter ? `${DELIMITERS[delimiter] ?? delimiter} between cells` : "",
    header === "no" ? "no names of columns" : "names in the first row",
    Number(skipped ?? 0) > 0 ? `${counted(Number(skipped), "line")} before the table` : "",
  ]
    .filter((words) => words !== "")
    .join(", ")
    .concat(".");
}

/**
 * How a file is read, if it is not as detected: `format`, `sheet`, `entry`, `encoding`, `delimiter`, `quote`, `header`,
 * `skip_lines`. `found`: what was detected in a file, if one was looked at. `parts`: the sheets and files in it.
 */
export function SettingFields({
  found,
  parts,
  state,
}: {
  found: Detected | null;
  parts: Parts | null;
  state: FormState | undefined;
}) {
  return (
    <div className="fields">
      {PARTS.map(({ name, label, hint }) => (
        <PartField key={name} {...{ name, label, hint, state }} names={parts?.[name] ?? null} />
      ))}
      {SELECTS.map(({ name, label, options, unset }) => (
        <SelectField
          key={name}
          {...{ name, label, state }}
          options={[{ value: "", label: unset ?? detectedLabel(options, found?.[name]) }, ...options]}
        />
      ))}
      <TextField
        name="skip_lines"
        label="Lines to skip"
        hint={found ? `Detected: ${found["skip_lines"] ?? "0"}` : "Detected if left empty"}
        inputMode="numeric"
        state={state}
      />
    </div>
  );
}

const PARTS = [
  { name: "entry", label: "File in the ZIP file", hint: "Its name there, if there are several" },
  { name: "sheet", label: "Sheet", hint: "Of a workbook. The first one with cells if left empty" },
] as const;

/** Chooses a part of a file: from a list if there are several, by its name if they are not known, and else not at all. */
function PartField({
  names,
  hint,
  ...field
}: {
  name: string;
  label: string;
  hint: string;
  names: readonly string[] | null;
  state: FormState | undefined;
}) {
  const chosen = field.state?.values?.[field.name];
  if (names !== null && names.length < 2) return chosen ? <TextField {...field} hint={hint} /> : null;
  if (names === null) return <TextField {...field} hint={hint} />;
  const options = names.map((name) => ({ value: name, label: name }));
  return <SelectField {...field} options={[{ value: "", label: "Not chosen" }, ...options]} />;
}

function labelOf(select: string, value: string): string {
  const options = SELECTS.find(({ name }) => name === select)?.options ?? [];
  return options.find((option) => option.value === value)?.label ?? value;
}

function detectedLabel(options: readonly { value: string; label: string }[], value: string | null | undefined) {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? "Detected" : `Detected: ${label}`;
}
