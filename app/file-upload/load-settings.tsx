import { useState } from "react";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { FilePreview, type Shown, useInspection } from "./file-preview.tsx";
import { type Parts, partsOf, SETTING_FIELDS, SettingFields } from "./setting-fields.tsx";

type Texts = Readonly<Record<string, string>>;
const NONE: Texts = {};
const NO_PARTS: Parts = { sheet: [], entry: [] };

/**
 * How a file is read, if it is not as detected: posts the fields of `SettingFields`, and with JavaScript `types`, below what was found in the chosen file.
 */
export function LoadSettings({ file }: { file: File | null }) {
  const hydrated = useHydrated();
  const [settings, setSettings] = useState<Texts>({});
  const [read, setRead] = useState<{ readonly file: File | null; readonly types: Texts }>({ file, types: NONE });
  // Readings are those of the columns of one file.
  const types = read.file === file ? read.types : NONE;
  const shown = useInspection(file, settings, types);
  const parts = useParts(file, shown);
  const hasParts = parts.sheet.length > 1 || parts.entry.length > 1;
  const chosen = Object.keys(types).length > 0 ? JSON.stringify(types) : "";
  const choose = (column: string, reading: string) => {
    const { [column]: _before, ...others } = types;
    setRead({ file, types: reading === "" ? others : { ...others, [column]: reading } });
  };
  return (
    <div className="panel mt-4 file-found">
      {hydrated && file && <FilePreview shown={shown} types={types} onChoose={choose} />}
      <details className="own" open={hasParts || undefined}>
        <summary className="panel-head justify-start gap-1">How the file is read</summary>
        <div
          className="panel-body"
          onChange={(event) => {
            const { name, value } = event.target as unknown as HTMLSelectElement;
            if (SETTING_FIELDS.has(name)) setSettings((before) => ({ ...before, [name]: value }));
          }}
        >
          <SettingFields
            found={shown.found?.settings ?? null}
            parts={hydrated && file ? parts : null}
            state={undefined}
          />
        </div>
      </details>
      <input type="hidden" name="types" value={chosen} />
    </div>
  );
}

/** The sheets and files in a file: known from when they were shown first, also while another part is looked at. */
function useParts(file: File | null, { found, ...refused }: Shown): Parts {
  const [known, setKnown] = useState<{ readonly file: File | null; readonly parts: Parts }>({ file, parts: NO_PARTS });
  const before = known.file === file ? known.parts : NO_PARTS;
  const now = partsOf(found?.file, refused);
  const parts = {
    // The sheets are those of the file in a ZIP file that is chosen now; the chosen one comes first among them.
    sheet: now.sheet.length > 0 && !hasSame(now.sheet, before.sheet) ? now.sheet : before.sheet,
    entry: before.entry.length > 0 ? before.entry : now.entry,
  };
  // What follows from what is shown is kept for what is shown next.
  if (known.file !== file || parts.sheet !== before.sheet || parts.entry.length !== before.entry.length)
    setKnown({ file, parts });
  return parts;
}

const hasSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((each) => others.includes(each));
