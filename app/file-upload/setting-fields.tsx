import { FILE_ENCODINGS } from "#domain/dataset/load-settings.ts";
import { counted } from "../ui/data/format.ts";
import { type Option, SelectField, TextField } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";

const SELECTS: readonly { name: string; label: string; options: Option[]; unset?: string }[] = [
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
export const SETTING_FIELDS: ReadonlySet<string> = new Set([...SELECTS.map(({ name }) => name), "skip_lines"]);

/** What was detected, by the names of the fields. */
export type Detected = Readonly<Record<string, string | null>>;

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
export function detectedWords({ encoding, delimiter, header, skip_lines: skipped }: Detected): string {
  return [
    encoding ?? "",
    delimiter ? `${DELIMITERS[delimiter] ?? delimiter} between cells` : "",
    header === "no" ? "no names of columns" : "names in the first row",
    Number(skipped ?? 0) > 0 ? `${counted(Number(skipped), "line")} before the table` : "",
  ]
    .filter((words) => words !== "")
    .join(", ")
    .concat(".");
}

/**
 * How a file is read, if it is not as detected: `encoding`, `delimiter`, `quote`, `header`, `skip_lines`. `found`: what
 * was detected in a file, if one was looked at.
 */
export function SettingFields({ found, state }: { found: Detected | null; state: FormState | undefined }) {
  return (
    <div className="fields">
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

function detectedLabel(options: readonly { value: string; label: string }[], value: string | null | undefined) {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? "Detected" : `Detected: ${label}`;
}
