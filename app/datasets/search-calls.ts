import type { Preview, RowsSearched } from "#domain/core/ports/work-ports.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { VersionAsked } from "#projections/tables/version-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { tableAsked } from "../versions/version-asked.ts";

const WAIT_MS = 3_000;

export type FoundRows = {
  readonly preview: Omit<Preview, "lines">;
  readonly matches: number | null;
  readonly pageRows: number;
  readonly version: number;
};

type RowsAsked = RowsSearched & {
  /** null: the current version. */
  readonly asked?: VersionAsked | null;
};

/** Reads a page of the rows of a table that the viewer may read, sorted and filtered. */
export async function searchRows(
  { platform, signal }: Pick<AppContext, "platform" | "signal">,
  reference: string,
  viewer: UserRow,
  { asked = null, ...searched }: RowsAsked,
): Promise<CallResult<FoundRows>> {
  const found = await tableAsked(platform, reference, viewer.id, asked);
  if (!found.ok) return found;
  if (found.value.access !== "full") return NOT_FOUND;
  const { current } = found.value.table;
  if (!current) return refuse("rows-loading");
  const rows = await platform.previewReads.run(
    viewer.id,
    () => platform.previews.search(current, { ...searched, signal }),
    AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
  );
  if (rows === "full") return refuse("previews-busy");
  if (rows === "too-slow") return refuse("preview-too-slow");
  if (!rows.ok) return refuse("stream-query-invalid", { message: rows.message });
  const { lines: _, runs, ...preview } = rows.preview;
  const known = runs && found.value.table.ownerId === viewer.id ? { runs } : {};
  return {
    ok: true,
    value: {
      ...pick(rows, ["matches", "pageRows"]),
      version: found.value.table.version,
      preview: { ...preview, ...known },
    },
  };
}
