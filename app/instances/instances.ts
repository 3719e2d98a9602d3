import { pick } from "#domain/core/values/pick.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { Definition } from "#domain/connector-language/definition/definition.ts";
import { type StoredSetup, storedSetups } from "#domain/use-cases/connecting/stored-setup.ts";
import type { ListRange } from "#domain/core/lists/list-page.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { Platform } from "../platform.ts";
import { definitionOf } from "../connectors/definition-of.ts";
import { outputTables } from "./output-tables.ts";
import { type ScheduleFacts, scheduleFacts, scheduleOf } from "./instance-schedule.ts";

/** A page of the viewer's instances, each with its last run. `only`: those with these ids; null: all. */
export async function instancesOf(
  platform: Platform,
  viewer: UserRow,
  range: ListRange,
  only: readonly string[] | null = null,
) {
  const { items: rows, ...page } = await platform.queries.instances.pageOfOwner(viewer.id, range, only);
  const lastRuns = await platform.queries.instances.lastRuns(rows.map((row) => row.id));
  const instances = await instancesWithSetup(platform, rows, viewer);
  return { ...page, items: instances.map((each) => ({ ...each, lastRun: lastRuns.get(each.id) ?? null })) };
}

/** One of the viewer's instances with its last run; null: there is none of this id. */
export async function instanceWithRun(platform: Platform, id: string, viewer: UserRow) {
  const row = await platform.queries.instances.byId(id);
  if (row?.ownerId !== viewer.id) return null;
  const [lastRun = null] = await platform.queries.instances.runsOf(id, 1);
  return { ...(await instanceWithSetup(platform, row, viewer)), lastRun };
}

/** The stored setup of one instance, with its connector as its owner sees it. */
export async function storedSetup(platform: Platform, row: InstanceRow, viewer: UserRow) {
  const item = await platform.queries.catalogue.connector(row.connectorId, viewer.id);
  const definition = item && definitionOf(item);
  const [stored] = await storedSetups(platform.ports, viewer.id, [{ setup: row.setup, definition }]);
  return { definition, ...(stored as StoredSetup) };
}

/** The values of one instance as they are stored, secret ones included. */
export async function storedConfig(platform: Platform, row: InstanceRow, viewer: UserRow): Promise<StoredSetup> {
  // Without a definition nothing is set apart as secret.
  const [stored] = await storedSetups(platform.ports, viewer.id, [{ setup: row.setup, definition: null }]);
  return stored as StoredSetup;
}

/** Instances with their settings; secret ones are left out and named in `secretsSet`. What all of them need is asked for together. */
export async function instancesWithSetup(platform: Platform, rows: readonly InstanceRow[], viewer: UserRow) {
  const connectors = await platform.queries.catalogue.connectorsById(
    rows.map((row) => row.connectorId),
    viewer.id,
  );
  const asked = rows.map((row) => {
    const item = connectors.get(row.connectorId) ?? null;
    return { row, item, setup: row.setup, definition: item && definitionOf(item) };
  });
  const stored = await storedSetups(platform.ports, viewer.id, asked);
  const schedules = await scheduleFacts(platform, rows, viewer);
  const outputs = await platform.queries.tables.outputsOf(
    rows.map((row) => row.id),
    viewer.id,
  );
  return asked.map((each, at) =>
    withSetup({ ...each, stored: stored[at] as StoredSetup }, schedules, outputs.get(each.row.id) ?? []),
  );
}

export type InstanceWithSetup = ReturnType<typeof withSetup>;

/** One of them. */
export async function instanceWithSetup(
  platform: Platform,
  row: InstanceRow,
  viewer: UserRow,
): Promise<InstanceWithSetup> {
  return (await instancesWithSetup(platform, [row], viewer))[0] as InstanceWithSetup;
}

type Stored = {
  readonly row: InstanceRow;
  readonly item: ConnectorItem | null;
  readonly definition: Definition | null;
  readonly stored: StoredSetup;
};

function withSetup(
  { row, item, definition, stored: { authChoice, settings, hidden, headers, bodyTemplate } }: Stored,
  schedules: ScheduleFacts | null,
  outputs: readonly TableEntry[],
) {
  const { method, refreshInterval, override, secretKeys } = row.setup;
  return {
    ...pick(row, ["id", "connectorId", "rootId", "tableName", "createdAt"]),
    title: item?.title ?? "Connector",
    version: item?.version ?? null,
    isLatest: item?.isLatest ?? false,
    isPublic: item?.isPublic ?? false,
    status: item?.status ?? ("inactive" as const),
    ...{ settings, authChoice, headers, method, bodyTemplate, refreshInterval, override },
    secretsSet: [...secretKeys, ...Object.keys(hidden)],
    schedule: scheduleOf(row, schedules, item?.status ?? "inactive"),
    tables: outputTables(row.tableName, definition, outputs),
  };
}
