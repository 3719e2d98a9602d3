import type { InstanceRow } from "#projections/instances/queries.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { streamingKey } from "../../account/streaming-key.ts";
import { instanceShapes } from "../../instances/instances.ts";
import type { Platform } from "../../platform.ts";
import { connectorSummary, datasetSummary, shapeOf } from "../../items/item-summary.ts";
import type { ManagedInstance, manageTabs, ManageViewProps, StreamPanelProps, StreamTable } from "./manage-shown.ts";
import { withError } from "../../runs/with-error.ts";

/** One tab of what a user has: connected, uploaded, or ready to stream. */
export async function managePage(
  platform: Platform,
  viewer: UserRow,
  tab: (typeof manageTabs)[number],
  table: string | null,
): Promise<ManageViewProps> {
  const { catalogue, instances, drafts } = platform.queries;
  const rows = await instances.ofOwner(viewer.id);
  const granted = await catalogue.datasetsGrantedTo(viewer.id);
  const datasets = await catalogue.datasetsOwnedBy(viewer.id);
  const connectors = await catalogue.connectorsOwnedBy(viewer.id);
  const open = await drafts.ofOwner(viewer.id);
  const shared = {
    now: new Date().toISOString(),
    counts: { active: rows.length + granted.length, uploaded: datasets.length + connectors.length + open.length },
  };
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
        drafts: open.map(({ id, content, updated_at }) => ({ id, title: content.title, updated_at })),
      };
    case "stream":
      return { ...shared, tab, stream: await streamPanel(platform, viewer, table) };
  }
}

/** The viewer's instances, each with its newest run and how far that is. */
async function managedInstances(
  platform: Platform,
  rows: readonly InstanceRow[],
  viewer: UserRow,
): Promise<ManagedInstance[]> {
  const runs = await platform.queries.instances.lastRuns(rows.map((row) => row.id));
  const running = [...runs.values()].flatMap(({ id, status }) => (status === "running" ? [id] : []));
  const progress = await platform.runRecords.progress(running);
  const instances = await instanceShapes(platform, rows, viewer);
  return instances.map(
    ({ id, connector_id, title, version, visibility, status, tables, refresh_interval, schedule }) => {
      const last = runs.get(id);
      return {
        id,
        connector_id,
        title,
        version: version ?? 1,
        is_public: visibility === "public",
        status,
        tables: tables.map(({ table_name }) => table_name),
        refresh_interval,
        schedule,
        last_run: last ? withError(last) : null,
        progress: progress.get(last?.id ?? "") ?? null,
      };
    },
  );
}

async function streamPanel(platform: Platform, viewer: UserRow, selected: string | null): Promise<StreamPanelProps> {
  const tables = (await platform.queries.tables.readableBy(viewer.id)).filter((table) => table.current !== null);
  const shares = await platform.statistics.emptyShares(tables.flatMap(({ current }) => (current ? [current] : [])));
  const { token, expiresAt } = await platform.excelTokens.issue(viewer.id);
  return {
    now: new Date().toISOString(),
    tables: tables.map((table) => streamTable(table, shares.get(table.current?.physical ?? ""))),
    selected,
    api_key: await streamingKey(platform, viewer),
    excel: { token, expires_at: expiresAt.toISOString() },
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
    updated_at: updatedAt,
  };
}
