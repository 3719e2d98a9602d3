import { deleteConnector, publishConnector } from "#domain/processes/publish-connector.ts";
import { cancelRun } from "#domain/processes/cancel-run.ts";
import { activateConnector, configureInstance, removeInstance } from "#domain/processes/connect.ts";
import { migrateInstance } from "#domain/processes/migrate-instance.ts";
import { startRun } from "#domain/processes/start-run.ts";
import type { SetupChanges } from "#domain/processes/setup-changes.ts";
import type { Cause } from "#domain/processes/step.ts";
import type { JsonObject } from "#domain/core/json.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, no, settled, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { categoryFault } from "./categories.ts";

export const NOT_FOUND = "Item not found";

export type ConnectorUpload = {
  readonly title: string;
  readonly description: string;
  readonly category: string | undefined;
  readonly apiDocUrl: string | null;
  readonly isPublic: boolean;
  readonly definition: unknown;
};

/** Publishes a new connector. */
export async function publish(platform: Platform, upload: ConnectorUpload, viewer: UserRow, cause: Cause): Promise<CallResult<{ id: string; redirectUrl: string }>> {
  const title = upload.title.trim();
  if (title === "") return no(400, "Give the connector a title.", "title");
  const category = upload.category ?? "API";
  const fault = categoryFault(category);
  if (fault) return fault;
  const published = await settled(platform, await publishConnector(platform.ports, { ...upload, title, category }, viewer.id, cause));
  if (!published.ok) return published;
  const id = published.value.connectorId;
  return { ok: true, value: { id, redirectUrl: `/connector_profile/${id}` } };
}

export async function remove(platform: Platform, id: string, viewer: UserRow, cause: Cause): Promise<CallResult<{ deleted: boolean; message: string }>> {
  const item = await platform.queries.catalogue.connector(id, viewer.id);
  if (!item) return no(404, NOT_FOUND);
  const gone = await settled(platform, await deleteConnector(platform.ports, item.root_id, viewer.id, cause));
  if (!gone.ok) return gone;
  const { deleted } = gone.value;
  const message = deleted ? "The connector was deleted." : "The connector is inactive now and goes with its last connection.";
  return { ok: true, value: { deleted, message } };
}

export async function activate(
  platform: Platform,
  connectorId: string,
  changes: SetupChanges,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; output_table_name: string }>> {
  const item = await platform.queries.catalogue.connector(connectorId, viewer.id);
  if (!item) return no(404, NOT_FOUND);
  const outcome = await activateConnector(platform.ports, { rootId: item.root_id, connectorId, changes }, viewer.id, cause);
  const activated = await settled(platform, outcome);
  return activated.ok ? { ok: true, value: { id: activated.value.instanceId, output_table_name: activated.value.tableName } } : activated;
}

export async function configure(platform: Platform, instanceId: string, changes: SetupChanges, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  return settled(platform, await configureInstance(platform.ports, instanceId, changes, viewer.id, cause));
}

/** Ends a connection, and with it a run that is going on. */
export async function disconnect(platform: Platform, instanceId: string, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  const last = (await platform.queries.instances.runsOf(instanceId, 1))[0];
  const removed = await settled(platform, await removeInstance(platform.ports, instanceId, viewer.id, cause));
  if (!removed.ok) return removed;
  if (last?.status === "running") await cancelRun(platform.ports, { instanceId, runId: last.id, by: viewer.id }, cause);
  await platform.jobs.wake("clean-up", "");
  return removed;
}

/** Moves the viewer's connection from one version to another of its lineage. */
export async function migrate(
  platform: Platform,
  request: { readonly from: string; readonly to: string; readonly auth?: Readonly<Record<string, string>> },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; unknownSettings: readonly string[] }>> {
  const { from, to, auth } = request;
  const connection = (await platform.queries.instances.ofOwner(viewer.id)).find((each) => each.connector_id === from);
  if (!connection) return no(404, "No active connection found to migrate.");
  const outcome = await migrateInstance(platform.ports, { instanceId: connection.id, toConnectorId: to, ...(auth ? { auth } : {}) }, viewer.id, cause);
  const migrated = await settled(platform, outcome);
  return migrated.ok ? { ok: true, value: { id: connection.id, unknownSettings: migrated.value.unknownSettings } } : migrated;
}

const LOOK_AGAIN_MS = 100;

/** Run Now: claims the run, wakes a runner and waits up to `waitMs` for the end. */
export async function runNow(
  platform: Platform,
  request: { readonly instanceId: string; readonly override: boolean | null; readonly settings: JsonObject | null; readonly waitMs: number },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<RunRow>> {
  const { instanceId, override, waitMs } = request;
  const known = (await platform.queries.instances.runsOf(instanceId, 1))[0]?.number ?? 0;
  const limit = await platform.limits.consume("run", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const settings = request.settings === null ? null : JSON.stringify(request.settings);
  const started = await startRun(
    platform.ports,
    { instanceId, by: viewer.id, override, settings, trigger: "manual", slot: null, knownNumber: known },
    cause,
  );
  const result = await settled(platform, started);
  if (!result.ok) return result;
  await platform.jobs.wake("pull", result.value.runId);
  const run = await ended(platform, result.value.runId, waitMs);
  return run ? { ok: true, value: run } : no(503, "The run was started, but its state cannot be read right now.");
}

/** The run once it has ended, or as it stands when the time is over. */
async function ended(platform: Platform, runId: string, waitMs: number): Promise<RunRow | null> {
  const until = Date.now() + waitMs;
  for (;;) {
    const run = await platform.queries.instances.run(runId);
    if ((run && run.status !== "running") || Date.now() >= until) return run;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** All versions of the lineage with what the viewer may see of each. */
export async function versionsOf(platform: Platform, id: string, viewer: UserRow | null): Promise<readonly ConnectorItem[]> {
  return platform.queries.catalogue.connectorVersions(id, viewer?.id ?? null);
}

