import { useMemo, useState } from "react";
import { ALL_OTHERS, AUTO } from "#domain/dataset/column-reading.ts";
import { useHydrated } from "../ui/layout/hydrated.ts";
import { FilePreview, type Shown, useInspection } from "./file-preview.tsx";
import type { Choice } from "./preview-table.tsx";
import { type Parts, partsOf, SETTING_FIELDS, SettingFields } from "./setting-fields.tsx";

type Texts = Readonly<Record<string, string>>;
type Read = { readonly types: Texts; readonly empty: Readonly<Record<string, readonly string[]>> };
const NOTHING: Read = { types: {}, empty: {} };
const NO_PARTS: Parts = { sheet: [], entry: [] };

/** How columns are read, as calls take it: those without a choice in the only notation that fits. */
function sentOf({ types, empty }: Read): Texts {
  const words = Object.keys(empty).length === 0 ? "" : JSON.stringify(empty);
  return { types: JSON.stringify({ [ALL_OTHERS]: AUTO, ...types }), empty: words };
}

/**
 * How a file is read, if it is not as detected: posts the fields of `SettingFields`, and with JavaScript `types`, below what was found in the chosen file.
 */
export function LoadSettings({ file }: { file: File | null }) {
  const hydrated = useHydrated();
  const [settings, setSettings] = useState<Texts>({});
  const [read, setRead] = useState<{ readonly file: File | null } & Read>({ file, ...NOTHING });
  // Readings are those of the columns of one file.
  const { types, empty } = read.file === file ? read : NOTHING;
  const asked = useMemo(() => ({ ...settings, ...sentOf({ types, empty }) }), [settings, types, empty]);
  const shown = useInspection(file, asked);
  const parts = useParts(file, shown);
  const hasParts = parts.sheet.length > 1 || parts.entry.length > 1;
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
      {Object.entries(sentOf({ types, empty })).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
