import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { restoreVersion } from "#domain/use-cases/versions/restore-version.ts";
import type { Comparison } from "#domain/core/ports/tables/table-versions.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { VersionRow } from "#projections/tables/version-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import { waitForReadModels } from "../http/wait-for-read-models.ts";
import type { AppContext, Platform } from "../platform.ts";
import { refusedComparison } from "./refused-comparison.ts";
import { atVersion, oldestKept } from "./version-asked.ts";

/** How long a comparison waits for its turn. */
const WAIT_MS = 3_000;

/**
 * A version as readers are shown it. `by`: the name of who made it, for the owner only. `isBeforeKept`: the version
 * before it is kept too, so that the two can be compared.
 */
export type VersionShown = Omit<VersionRow, "itemId" | "physical" | "by" | "runId"> & {
  readonly by: string | null;
  readonly runId: string | null;
  readonly isCurrent: boolean;
  readonly isKept: boolean;
  readonly isBeforeKept: boolean;
};

/** A dataset by its id, or any table by its name. */
export type TableNamed = { readonly datasetId: string } | { readonly tableName: string };

/** A page of the versions of a table, the newest first, for those who may read its rows in full. */
export async function versionsPage(
  platform: Platform,
  of: TableNamed,
  viewer: UserRow | null,
  range: ListRange,
): Promise<CallResult<CursorPage<VersionShown>>> {
  const found = await readableTable(platform, of, viewer);
  if (!found.ok) return found;
  const table = found.value;
  const { items: shown, ...page } = await platform.queries.tables.versionsOf(table.itemId, range);
  const isOwner = viewer?.id === table.ownerId;
  const names = isOwner ? await namesOf(platform, shown) : new Map<string, string>();
  const oldest = oldestKept(table.version, platform.versionsKept[table.kind]);
  const versions = shown.map(({ itemId: _, physical: __, by, runId, ...row }) => ({
    ...row,
    by: by === null ? null : (names.get(by) ?? null),
    runId: isOwner ? runId : null,
    isCurrent: row.version === table.version,
    isKept: row.version >= oldest,
    isBeforeKept: row.version > oldest,
  }));
  return { ok: true, value: { ...page, items: versions } };
}

async function namesOf({ queries }: Platform, rows: readonly VersionRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ by }) => (by === null ? [] : [by])))];
  return new Map((await queries.users.byIds(ids)).map(({ id, name }) => [id, name]));
}

/** The table, for those who may read its rows in full. */
export async function readableTable(
  platform: Platform,
  of: TableNamed,
  viewer: UserRow | null,
): Promise<CallResult<TableEntry>> {
  const reference = "datasetId" in of ? of.datasetId : of.tableName;
  const found = await platform.queries.tables.find(reference, viewer?.id ?? null);
  if (!found) return NOT_FOUND;
  if ("datasetId" in of ? found.table.kind !== "dataset" : found.table.name !== reference) return NOT_FOUND;
  if (!viewer) return refuse("login-needed");
  if (found.access !== "full") return refuse("access-needed");
  // The table of a connection has no version before its first complete pull, which nobody may be waiting for.
  const mayBeEmpty = found.table.kind === "output";
  return found.table.current || mayBeEmpty ? { ok: true, value: found.table } : refuse("rows-loading");
}

/** Compares two versions of a table by a key: the given one, or that of the dataset where both versions have it. */
export async function compareVersions(
  { platform, signal }: Pick<AppContext, "platform" | "signal">,
  of: TableNamed,
  viewer: UserRow | null,
  asked: { readonly before: number; readonly after: number; readonly key: readonly string[] },
): Promise<CallResult<Comparison>> {
  const found = await readableTable(platform, of, viewer);
  if (!found.ok) return found;
  const before = await tableAt(platform, found.value, asked.before);
  if (!before.ok) return before;
  const after = await tableAt(platform, found.value, asked.after);
  if (!after.ok) return after;
  const ownKey = await platform.queries.tables.keyOf(found.value.itemId);
  const isInBoth = (name: string) =>
    [before, after].every(({ value }) => value.columns.some((column) => column.name === name));
  const key = asked.key.length > 0 ? asked.key : ownKey.every(isInBoth) ? ownKey : [];
  const compared = await platform.countReads.run(
    viewer?.id ?? "",
    () => platform.versions.compare(before.value, after.value, { key, signal }),
    AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
  );
  if (compared === "full") return refuse("counts-busy");
  if (compared.ok) return { ok: true, value: compared.comparison };
  return refusedComparison(compared.fault);
}

async function tableAt(platform: Platform, table: TableEntry, version: number): Promise<CallResult<TableVersion>> {
  const at = await atVersion(platform, { table, access: "full" }, { version });
  if (!at.ok) return at;
  const { current } = at.value.table;
  return current ? { ok: true, value: current } : NOT_FOUND;
}

/** Makes an older version of a dataset of the viewer's the newest one again. */
export async function restore(
  platform: Platform,
  id: string,
  viewer: UserRow,
  asked: { readonly version: number; readonly onlyAfter: readonly number[] | null },
  cause: Cause,
): Promise<CallResult<{ readonly isNew: boolean }>> {
  const item = await platform.queries.catalogue.dataset(id, viewer.id);
  const found = await platform.queries.tables.find(id, viewer.id);
  if (!item || !found) return NOT_FOUND;
  if (!item.owned) return refuse("not-the-owner");
  const then = await atVersion(platform, found, { version: asked.version });
  if (!then.ok) return then;
  const table = then.value.table.current;
  if (!table) return refuse("rows-loading");
  const origin = await platform.queries.tables.originOf(id, table.physical);
  const restored = await restoreVersion(
    platform.ports,
    {
      ...{ datasetId: id, by: viewer.id, from: asked.version, table, onlyAfter: asked.onlyAfter },
      ...{ fileName: origin?.fileName ?? null, rejected: origin?.rejected ?? 0, kept: platform.versionsKept.dataset },
    },
    cause,
  );
  if (restored.ok) await waitForReadModels(platform, restored.position);
  return toCallResult(platform, restored);
}
