import { useState } from "react";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { FilePreview, useInspection } from "./file-preview.tsx";
import { SETTING_FIELDS, SettingFields } from "./setting-fields.tsx";

type Texts = Readonly<Record<string, string>>;
const NONE: Texts = {};

/**
 * How a file is read, if it is not as detected: posts `encoding`, `delimiter`, `quote`, `header`, `skip_lines`, and with
 * JavaScript `types`, below what was found in the chosen file.
 */
export function LoadSettings({ file }: { file: File | null }) {
  const hydrated = useHydrated();
  const [settings, setSettings] = useState<Texts>({});
  const [read, setRead] = useState<{ readonly file: File | null; readonly types: Texts }>({ file, types: NONE });
  // Readings are those of the columns of one file.
  const types = read.file === file ? read.types : NONE;
  const shown = useInspection(file, settings, types);
  const chosen = Object.keys(types).length > 0 ? JSON.stringify(types) : "";
  const choose = (column: string, reading: string) => {
    const { [column]: _before, ...others } = types;
    setRead({ file, types: reading === "" ? others : { ...others, [column]: reading } });
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
      <input type="hidden" name="types" value={chosen} />
    </div>
  );
}
