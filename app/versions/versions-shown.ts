import { listCursorText, readListCursor } from "#domain/core/lists/list-order.ts";
import { NEWEST_TABLE_VERSIONS } from "#projections/tables/version-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { CallResult } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { keyOf } from "./key-of.ts";
import { compareVersions, type TableNamed, versionsPage } from "./version-calls.ts";
import type { VersionsShown } from "./versions-blocks.tsx";

const VERSIONS_PER_PAGE = 20;

/**
 * What a page of versions shows, by its parameters: `after`, a cursor; `compare` and `with`, the numbers of two versions,
 * and `key`, the columns by which their rows are matched. `status`: that of a comparison that was refused.
 */
export async function versionsShown(
  context: AppContext,
  of: TableNamed,
  viewer: UserRow,
  query: URLSearchParams,
): Promise<CallResult<{ readonly status: number; readonly shown: VersionsShown }>> {
  const from = readListCursor(query.get("after") ?? "", NEWEST_TABLE_VERSIONS);
  const range = { limit: VERSIONS_PER_PAGE, offset: 0, after: from };
  const page = await versionsPage(context.platform, of, viewer, range);
  if (!page.ok) return page;
  const { items: versions, total, next } = page.value;
  const shown = { versions, total, next: next && listCursorText(next), now: new Date().toISOString() };
  const after = numberOf(query.get("compare"));
  if (after === null) return { ok: true, value: { status: 200, shown } };
  const asked = { before: numberOf(query.get("with")) ?? after - 1, after, key: keyOf(query.get("key") ?? "") };
  const compared = await compareVersions(context, of, viewer, asked);
  const facts = { before: asked.before, after };
  return compared.ok
    ? { ok: true, value: { status: 200, shown: { ...shown, compared: { ...facts, comparison: compared.value } } } }
    : {
        ok: true,
        value: { status: compared.status, shown: { ...shown, compared: { ...facts, fault: compared.error } } },
      };
}

/** The number of a version; null: the text is none. */
export function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
