import "../definition/zod-without-eval.ts";
import { useState } from "react";
import { FILE_ENCODINGS } from "#domain/dataset/load-settings.ts";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { FilePreview } from "./file-preview.tsx";

const detected = { value: "", label: "Detected" };
const SELECTS = [
  {
    name: "encoding",
    label: "Encoding",
    options: [detected, ...FILE_ENCODINGS.map((value) => ({ value, label: value }))],
  },
  {
    name: "delimiter",
    label: "Between cells",
    options: [
      detected,
      { value: "comma", label: "Comma" },
      { value: "semicolon", label: "Semicolon" },
      { value: "tab", label: "Tab" },
      { value: "pipe", label: "Vertical bar" },
    ],
  },
  {
    name: "quote",
    label: "Around texts",
    options: [
      detected,
      { value: "double", label: 'Quotes (")' },
      { value: "single", label: "Apostrophes (')" },
      { value: "none", label: "None" },
    ],
  },
  {
    name: "header",
    label: "Names of columns",
    options: [detected, { value: "yes", label: "In the first row" }, { value: "no", label: "None" }],
  },
];

/**
 * How a file is read, if it is not as detected: posts `encoding`, `delimiter`, `quote`, `header`, `skip_lines`, and with
 * JavaScript `types`, beside a preview of the chosen file.
 */
export function LoadSettings({ file }: { file: File | null }) {
  const hydrated = useHydrated();
  const [settings, setSettings] = useState<Readonly<Record<string, string>>>({});
  const [types, setTypes] = useState<Readonly<Record<string, string>>>({});
  const chosen = Object.keys(types).length > 0 ? JSON.stringify(types) : "";
  return (
    <details className="panel own mt-4">
      <summary className="panel-head justify-start gap-1">How the file is read</summary>
      <div
        className="panel-body stack"
        onChange={(event) => {
          const { name, value } = event.target as unknown as HTMLSelectElement;
          if (name in FIELDS) setSettings((before) => ({ ...before, [name]: value }));
        }}
      >
        <div className="fields">
          {SELECTS.map((field) => (
            <SelectField key={field.name} {...field} state={undefined} />
          ))}
          <TextField
            name="skip_lines"
            label="Lines before the table"
            hint="Detected when empty"
            inputMode="numeric"
            state={undefined}
          />
        </div>
        {hydrated && file && (
          <FilePreview
            file={file}
            settings={settings}
            types={types}
            onChoose={(column, reading) =>
              setTypes(({ [column]: _before, ...others }) =>
                reading === "" ? others : { ...others, [column]: reading },
              )
            }
          />
        )}
        <input type="hidden" name="types" value={chosen} />
      </div>
    </details>
  );
}

const FIELDS: Readonly<Record<string, true>> = {
  encoding: true,
  delimiter: true,
  quote: true,
  header: true,
  skip_lines: true,
};
