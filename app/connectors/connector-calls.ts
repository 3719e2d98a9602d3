import { publishConnector } from "#domain/use-cases/authoring/publish-connector.ts";
import { cancelRun } from "#domain/use-cases/running/cancel-run.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { migrateInstance, type NamedHosts } from "#domain/use-cases/connecting/migrate-instance.ts";
import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { ListedConnector } from "#projections/catalogue/connector-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { categoryFault } from "./categories.ts";
import { deleteConnector } from "#domain/use-cases/authoring/delete-connector.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { configureInstance } from "#domain/use-cases/connecting/configure-instance.ts";
import { removeInstance } from "#domain/use-cases/connecting/remove-instance.ts";

/** A new connector as its author sends it. */
export type ConnectorUpload = {
  readonly title: string;
  readonly description: string;
  readonly category: string | undefined;
  readonly apiDocUrl: string | null;
  readonly isPublic: boolean;
  readonly definition: unknown;
};

/** Publishes a new connector. */
export async function publish(
  platform: Platform,
  upload: ConnectorUpload,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; redirectUrl: string }>> {
  const title = upload.title.trim();
  if (title === "") return refuse("title-missing");
  const category = upload.category ?? "API";
  const fault = await categoryFault(platform, category);
  if (fault) return fault;
  const published = await toCallResult(
    platform,
    await publishConnector(platform.ports, { ...upload, title, category, by: viewer.id }, cause),
  );
  if (!published.ok) return published;
  const id = published.value.connectorId;
  return { ok: true, value: { id, redirectUrl: `/connector_profile/${id}` } };
}

/** Deletes a connector of the viewer's, or makes it inactive while others are connected to it. */
export async function remove(
  platform: Platform,
  id: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ deleted: boolean; message: string }>> {
  const item = await platform.queries.catalogue.connector(id, viewer.id);
  if (!item) return NOT_FOUND;
  const gone = await toCallResult(
    platform,
    await deleteConnector(platform.ports, { rootId: item.rootId, by: viewer.id }, cause),
  );
  if (!gone.ok) return gone;
  const { deleted } = gone.value;
  if (deleted) await platform.images.removeOthers(item.rootId, null);
  const message = deleted
    ? "The connector was deleted."
    : "The connector is now inactive. It is deleted when its last connection is removed.";
  return { ok: true, value: { deleted, message } };
}

/** Connects the viewer to a version of a connector. */
export async function activate(
  platform: Platform,
  connectorId: string,
  changes: SetupChanges,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; tableName: string }>> {
  const item = await platform.queries.catalogue.connector(connectorId, viewer.id);
  if (!item) return NOT_FOUND;
  const outcome = await activateConnector(
    platform.ports,
    { rootId: item.rootId, connectorId, changes, by: viewer.id },
    cause,
  );
  const activated = await toCallResult(platform, outcome);
  return activated.ok
    ? { ok: true, value: { id: activated.value.instanceId, tableName: activated.value.tableName } }
    : activated;
}

/** Changes the setup of the viewer's instance. */
export async function configure(
  platform: Platform,
  instanceId: string,
  changes: SetupChanges,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  return toCallResult(platform, await configureInstance(platform.ports, { instanceId, changes, by: viewer.id }, cause));
}

/** Removes an instance and cancels its running run. */
export async function disconnect(
  platform: Platform,
  instanceId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const last = (await platform.queries.instances.runsOf(instanceId, 1))[0];
  const removed = await toCallResult(
    platform,
    await removeInstance(platform.ports, { instanceId, by: viewer.id }, cause),
  );
  if (!removed.ok) return removed;
  if (last?.status === "running") await cancelRun(platform.ports, { instanceId, runId: last.id, by: viewer.id }, cause);
  await platform.jobs.wake("clean-up", "");
  return removed;
}

/** Moves the viewer's instance from one version to another of its lineage. */
export async function migrate(
  platform: Platform,
  request: {
    readonly from: string;
    readonly to: string;
    readonly auth?: Readonly<Record<string, string>>;
    readonly settings?: JsonObject;
    readonly namedHosts?: NamedHosts;
  },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; unknownSettings: readonly string[] }>> {
  const { from, to, ...given } = request;
  const instance = (await platform.queries.instances.ofOwner(viewer.id)).find((each) => each.connectorId === from);
  if (!instance) return refuse("nothing-to-migrate");
  const outcome = await migrateInstance(
    platform.ports,
    { instanceId: instance.id, toConnectorId: to, ...given, by: viewer.id },
    cause,
  );
  const migrated = await toCallResult(platform, outcome);
  return migrated.ok
    ? { ok: true, value: { id: instance.id, unknownSettings: migrated.value.unknownSettings } }
    : migrated;
}

/** All versions of the lineage that the viewer may see. */
export async function versionsOf(
  platform: Platform,
  id: string,
  viewer: UserRow | null,
): Promise<readonly ListedConnector[]> {
  return platform.queries.catalogue.connectorVersions(id, viewer?.id ?? null);
}
