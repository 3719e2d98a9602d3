import type { UserRow } from "#projections/users/queries.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { Definition } from "#domain/connector-language/definition/definition.ts";
import { type StoredSetup, storedSetups } from "#domain/use-cases/connecting/stored-setup.ts";
import type { ListRange } from "#domain/core/values/list-page.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { Platform } from "../platform.ts";
import { definitionOf } from "../connectors/definition-of.ts";
import { outputTables } from "./output-tables.ts";
import { runShape } from "../runs/run-shape.ts";
import { type ScheduleFacts, scheduleFacts, scheduleShape } from "./schedule-shape.ts";

/** A page of the viewer's instances for the API: never a credential, only which ones are set. */
export async function instancesOf(platform: Platform, viewer: UserRow, range: ListRange) {
  const { items: rows, total } = await platform.queries.instances.pageOfOwner(viewer.id, range);
  const lastRuns = await platform.queries.instances.lastRuns(rows.map((row) => row.id));
  const shapes = await instanceShapes(platform, rows, viewer);
  const items = shapes.map((shape) => {
    const last = lastRuns.get(shape.id);
    return { ...shape, last_run: last ? runShape(last) : null };
  });
  return { items, total };
}

/** The stored setup of one instance, with its connector as its owner sees it. */
export async function storedSetup(platform: Platform, row: InstanceRow, viewer: UserRow) {
  const item = await platform.queries.catalogue.connector(row.connector_id, viewer.id);
  const definition = item && definitionOf(item);
  const [stored] = await storedSetups(platform.ports, viewer.id, [{ setup: row.setup, definition }]);
  return { definition, ...(stored as StoredSetup) };
}

/**
 * Instances with their settings; secret ones are left out and named in `secrets_set`. What all of them need is read
 * together.
 */
export async function instanceShapes(platform: Platform, rows: readonly InstanceRow[], viewer: UserRow) {
  const connectors = await platform.queries.catalogue.connectorsById(
    rows.map((row) => row.connector_id),
    viewer.id,
  );
  const asked = rows.map((row) => {
    const item = connectors.get(row.connector_id) ?? null;
    return { row, item, setup: row.setup, definition: item && definitionOf(item) };
  });
  const stored = await storedSetups(platform.ports, viewer.id, asked);
  const schedules = await scheduleFacts(platform, rows, viewer);
  const outputs = await platform.queries.tables.outputsOf(
    rows.map((row) => row.id),
    viewer.id,
  );
  return asked.map((each, at) =>
    shapeOf({ ...each, stored: stored[at] as StoredSetup }, schedules, outputs.get(each.row.id) ?? []),
  );
}

export type InstanceShape = ReturnType<typeof shapeOf>;

/** One of them. */
export async function instanceShape(platform: Platform, row: InstanceRow, viewer: UserRow): Promise<InstanceShape> {
  return (await instanceShapes(platform, [row], viewer))[0] as InstanceShape;
}

type Stored = {
  readonly row: InstanceRow;
  readonly item: ConnectorItem | null;
  readonly definition: Definition | null;
  readonly stored: StoredSetup;
};

function shapeOf(
  { row, item, definition, stored: { authChoice, settings, hidden, headers, bodyTemplate } }: Stored,
  schedules: ScheduleFacts | null,
  outputs: readonly TableEntry[],
) {
  return {
    id: row.id,
    connector_id: row.connector_id,
    root_id: row.root_id,
    title: item?.title ?? "Connector",
    version: item?.version ?? null,
    is_latest_version: item?.is_latest_version ?? false,
    visibility: item && !item.is_public ? ("private" as const) : ("public" as const),
    status: item?.status ?? "inactive",
    settings,
    auth_choice: authChoice,
    secrets_set: [...row.setup.secretKeys, ...Object.keys(hidden)],
    iterations: Object.fromEntries(Object.entries(settings).filter(([, value]) => Array.isArray(value))),
    headers,
    method: row.setup.method,
    body_template: bodyTemplate,
    refresh_interval: row.setup.refreshInterval,
    schedule: scheduleShape(row, schedules, item?.status ?? "inactive"),
    override: row.setup.override,
    output_table_name: row.table_name,
    tables: outputTables(row.table_name, definition, outputs),
    created_at: row.created_at,
  };
}
