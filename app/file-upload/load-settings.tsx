import { useMemo, useState } from "react";
import { ALL_OTHERS, AUTO } from "#domain/dataset/column-reading.ts";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { FilePreview, useInspection } from "./file-preview.tsx";
import type { Choice } from "./preview-table.tsx";
import { SETTING_FIELDS, SettingFields } from "./setting-fields.tsx";

type Texts = Readonly<Record<string, string>>;
type Read = { readonly types: Texts; readonly empty: Readonly<Record<string, readonly string[]>> };
const NOTHING: Read = { types: {}, empty: {} };

/** How columns are read, as calls take it: those without a choice in the only notation that fits. */
function sentOf({ types, empty }: Read): Texts {
  const words = Object.keys(empty).length === 0 ? "" : JSON.stringify(empty);
  return { types: JSON.stringify({ [ALL_OTHERS]: AUTO, ...types }), empty: words };
}

/**
 * How a file is read, if it is not as detected: posts `encoding`, `delimiter`, `quote`, `header`, `skip_lines`, and with
 * JavaScript `types`, below what was found in the chosen file.
 */
export function LoadSettings({ file }: { file: File | null }) {
  const hydrated = useHydrated();
  const [settings, setSettings] = useState<Texts>({});
  const [read, setRead] = useState<{ readonly file: File | null } & Read>({ file, ...NOTHING });
  // Readings are those of the columns of one file.
  const { types, empty } = read.file === file ? read : NOTHING;
  const asked = useMemo(() => ({ ...settings, ...sentOf({ types, empty }) }), [settings, types, empty]);
  const shown = useInspection(file, asked);
  const choose = (column: string, { reading = types[column] ?? "", empty: words }: Choice) => {
    const { [column]: _before, ...others } = types;
    setRead({
      file,
      types: reading === "" ? others : { ...others, [column]: reading },
      empty: words ? { ...empty, [column]: words } : empty,
    });
  };
  return (
    <div className="panel mt-4 file-found">
      {hydrated && file && <FilePreview shown={shown} types={types} onChoose={choose} />}
      <details className="own">
        <summary className="panel-head justify-start gap-1">How the file is read</summary>
        <div
          className="panel-body"
          onChange={(event) => {
            const { name, value } = event.target as unknown as HTMLSelectElement;
            if (SETTING_FIELDS.has(name)) setSettings((before) => ({ ...before, [name]: value }));
          }}
        >
          <SettingFields found={shown.found?.settings ?? null} state={undefined} />
        </div>
      </details>
      {Object.entries(sentOf({ types, empty })).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </div>
  );
}
