import type { UserRow } from "#projections/users/queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import { readConfig } from "#domain/processes/instance-config.ts";
import { parseDefinition } from "#domain/connector-language/parse-definition.ts";
import { privateKeys } from "#domain/connector-language/definition.ts";
import type { JsonObject } from "#domain/core/json.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { Platform } from "../platform.ts";
import { outputTables } from "./output-tables.ts";
import { runShape } from "./run-shape.ts";
import { scheduleShape } from "./schedule-shape.ts";

/** The viewer's connections as the API tells them: never a credential, only which ones are set. */
export async function connectionsOf(platform: Platform, viewer: UserRow) {
  const rows = await platform.queries.instances.ofOwner(viewer.id);
  const ids = rows.map((row) => row.id);
  const lastRuns = await platform.queries.instances.lastRuns(ids);
  const brought = await platform.queries.tables.outputsOf(ids, viewer.id);
  return Promise.all(
    rows.map(async (row) => {
      const last = lastRuns.get(row.id);
      return { ...(await connectionShape(platform, row, viewer, brought)), last_run: last ? runShape(last) : null };
    }),
  );
}

/** What is stored of a connection's set-up: `settings` may be shown; no page shows `hidden` again, so a form without them keeps them. */
export async function storedSetup(platform: Platform, row: InstanceRow, viewer: UserRow) {
  const item = await platform.queries.catalogue.connector(row.connector_id, viewer.id);
  const config = await readConfig(platform.ports, viewer.id, row.setup);
  const parsed = item ? parseDefinition(item.dsl) : null;
  const definition = parsed?.ok ? parsed.definition : null;
  const authChoice = config?.authChoice ?? 0;
  const secret = definition ? privateKeys(definition, authChoice) : new Set<string>();
  const those = (hidden: boolean): JsonObject => Object.fromEntries(Object.entries(config?.settings ?? {}).filter(([key]) => secret.has(key) === hidden));
  return { item, definition, config, authChoice, settings: those(false), hidden: those(true) };
}

/** One connection with its settings; secret ones are left out and named in `secrets_set`. `brought`: its tables, where those of several connections were asked for together. */
export async function connectionShape(platform: Platform, row: InstanceRow, viewer: UserRow, brought?: ReadonlyMap<string, readonly TableEntry[]>) {
  const { item, definition, config, authChoice, settings, hidden } = await storedSetup(platform, row, viewer);
  const entries = brought ?? (await platform.queries.tables.outputsOf([row.id], viewer.id));
  return {
    id: row.id,
    connector_id: row.connector_id,
    root_id: row.root_id,
    title: item?.title ?? "Connector",
    version: item?.version ?? null,
    is_latest_version: item?.is_latest_version ?? false,
    visibility: item && !item.is_public ? "private" : "public",
    status: item?.status ?? "inactive",
    settings,
    auth_choice: authChoice,
    secrets_set: [...row.setup.secretKeys, ...Object.keys(hidden)],
    iterations: Object.fromEntries(Object.entries(settings).filter(([, value]) => Array.isArray(value))),
    headers: config?.headers ?? {},
    method: row.setup.method,
    body_template: config?.bodyTemplate ?? null,
    refresh_interval: row.setup.refreshInterval,
    schedule: await scheduleShape(platform, row, viewer, item?.status ?? "inactive"),
    override: row.setup.override,
    output_table_name: row.table_name,
    tables: outputTables(row.table_name, definition, entries.get(row.id) ?? []),
    created_at: row.created_at,
  };
}
