import { pick } from "#domain/core/values/pick.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { streamingKey } from "../../account/streaming-key.ts";
import { instancesWithSetup } from "../../instances/instances.ts";
import type { Platform } from "../../platform.ts";
import { connectorSummary, datasetSummary, shapeOf } from "../../items/item-summary.ts";
import { INSTANCE_SHOWN, type ManagedInstance, type StreamPanelProps, type StreamTable } from "./manage-shown.ts";
import { withError } from "../../runs/with-error.ts";

/** The tabs, as `?tab=` names them. */
type TabName = "active" | "uploaded" | "stream";

/** The data of one tab. */
export type ManageViewProps = Awaited<ReturnType<typeof managePage>>;
export type ManageTab<Name extends TabName> = Extract<ManageViewProps, { tab: Name }>;

/** One tab of Manage Data. */
export async function managePage(platform: Platform, viewer: UserRow, tab: TabName, params: URLSearchParams) {
  const { catalogue, instances, drafts } = platform.queries;
  const rows = await instances.ofOwner(viewer.id);
  const granted = await catalogue.datasetsGrantedTo(viewer.id);
  const datasets = await catalogue.datasetsOwnedBy(viewer.id);
  const connectors = await catalogue.connectorsOwnedBy(viewer.id);
  const open = await drafts.ofOwner(viewer.id);
  const counts: Partial<Record<TabName, number>> = {
    active: rows.length + granted.length,
    uploaded: datasets.length + connectors.length + open.length,
  };
  const shared = { now: new Date().toISOString(), counts };
  switch (tab) {
    case "active":
      return {
        ...shared,
        tab,
        instances: await managedInstances(platform, rows, viewer),
        datasets: granted.map(datasetSummary),
      };
    case "uploaded":
      return {
        ...shared,
        tab,
        datasets: datasets.map(datasetSummary),
        connectors: connectors.map(connectorSummary),
        drafts: open.map(({ id, content, updatedAt }) => ({ id, title: content.title, updatedAt })),
      };
    case "stream":
      return { ...shared, tab, stream: await streamPanel(platform, viewer, params.get("table")) };
  }
}

/** The viewer's instances, each with its newest run and that run's progress. */
async function managedInstances(
  platform: Platform,
  rows: readonly InstanceRow[],
  viewer: UserRow,
): Promise<ManagedInstance[]> {
  const runs = await platform.queries.instances.lastRuns(rows.map((row) => row.id));
  const running = [...runs.values()].flatMap(({ id, status }) => (status === "running" ? [id] : []));
  const progress = await platform.runRecords.progress(running);
  const instances = await instancesWithSetup(platform, rows, viewer);
  return instances.map((each) => {
    const last = runs.get(each.id);
    return {
      ...pick(each, INSTANCE_SHOWN),
      version: each.version ?? 1,
      tables: each.tables.map(({ tableName }) => tableName),
      lastRun: last ? withError(last) : null,
      progress: progress.get(last?.id ?? "") ?? null,
    };
  });
}

async function streamPanel(platform: Platform, viewer: UserRow, selected: string | null): Promise<StreamPanelProps> {
  const tables = (await platform.queries.tables.readableBy(viewer.id)).filter((table) => table.current !== null);
  const shares = await platform.statistics.emptyShares(tables.flatMap(({ current }) => (current ? [current] : [])));
  const { token, expiresAt } = await platform.excelTokens.issue(viewer.id);
  return {
    now: new Date().toISOString(),
    tables: tables.map((table) => streamTable(table, shares.get(table.current?.physical ?? ""))),
    selected,
    apiKey: await streamingKey(platform, viewer),
    excel: { token, expiresAt: expiresAt.toISOString() },
    origin: platform.site.appUrl,
  };
}

function streamTable(
  { name, title, kind, current, updatedAt }: TableEntry,
  emptyShares: ReadonlyMap<string, number> | undefined,
): StreamTable {
  return {
    table: name,
    title,
    kind: kind === "dataset" ? "dataset" : "connector",
    rows: current?.rows ?? null,
    shape: shapeOf(current?.columns ?? [], emptyShares),
    updatedAt,
  };
}
