import { useState } from "react";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { FilePreview } from "./file-preview.tsx";
import { SETTING_FIELDS, SettingFields } from "./setting-fields.tsx";

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
          if (SETTING_FIELDS.has(name)) setSettings((before) => ({ ...before, [name]: value }));
        }}
      >
        <SettingFields found={null} state={undefined} />
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
