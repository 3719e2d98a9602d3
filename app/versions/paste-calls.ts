import { settingsOfAddedRows } from "#domain/use-cases/datasets/dataset-schema.ts";
import type { Comparison } from "#domain/core/ports/tables/table-versions.ts";
import type { RejectedRow } from "#domain/core/ports/uploads.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import { loadFailureAnswer } from "../http/refusals/load-failures.ts";
import type { AppContext } from "../platform.ts";
import { refusedComparison } from "./refused-comparison.ts";
import { keyOf } from "./key-of.ts";

/** Most characters that are pasted at once. */
export const MAX_PASTED_CHARS = 100_000;
const WAIT_MS = 3_000;

/** What pasted rows would do. `rows`: their text with a header, `version`: of the rows that they were compared with. */
export type PastePreview = {
  readonly comparison: Comparison;
  readonly rejected: readonly Pick<RejectedRow, "line" | "reason">[];
  readonly rejectedCount: number;
  readonly rows: string;
  readonly version: number;
};

export type Paste = {
  readonly text: string;
  readonly mode: "append" | "upsert";
  /** Columns, separated by commas; empty: those of the dataset. */
  readonly key: string;
  readonly hasHeader: boolean;
};

/** Says what rows that the owner pasted would do to a dataset. Nothing is stored. */
export async function previewPaste(
  { platform, signal }: Pick<AppContext, "platform" | "signal">,
  id: string,
  viewer: UserRow,
  { text, mode, key: typed, hasHeader }: Paste,
): Promise<CallResult<PastePreview>> {
  const item = await platform.queries.catalogue.dataset(id, viewer.id);
  const found = await platform.queries.tables.find(id, viewer.id);
  if (!item || !found) return NOT_FOUND;
  if (!item.owned) return refuse("not-the-owner");
  if (item.source.kind !== "upload") return refuse("dataset-from-connection");
  const { current, version } = found.table;
  if (!current) return refuse("rows-loading");
  if (text.trim() === "") return refuse("paste-empty");
  if (text.length > MAX_PASTED_CHARS) return refuse("paste-too-long", { limit: MAX_PASTED_CHARS });
  const key = mode === "append" ? [] : typed.trim() === "" ? await platform.queries.tables.keyOf(id) : keyOf(typed);
  if (mode === "upsert" && key.length === 0) return refuse("version-key-missing");
  const rows = hasHeader ? text : `${header(current.columns, text)}\n${text}`;
  const settings = await settingsOfAddedRows(platform.ports, id, current.columns);
  const preview = await platform.countReads.run(
    viewer.id,
    () => platform.versions.previewRows(current, rows, { key, settings, signal }),
    AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
  );
  if (preview === "full") return refuse("counts-busy");
  if (preview.ok) {
    const rejected = preview.rejected.map(({ line, reason }) => ({ line, reason }));
    const { rejectedCount, comparison } = preview;
    return { ok: true, value: { comparison, rejected, rejectedCount, rows, version } };
  }
  if ("failure" in preview) return { ok: false, ...loadFailureAnswer(preview.failure) };
  return refusedComparison(preview.fault);
}

/** The labels of the columns, divided as the pasted cells are. */
function header(columns: readonly { readonly label: string }[], text: string): string {
  const divider = text.includes("\t") ? "\t" : ",";
  return columns.map(({ label }) => `"${label.replaceAll('"', '""')}"`).join(divider);
}
