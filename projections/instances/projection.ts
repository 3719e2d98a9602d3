import type { Finding } from "#domain/core/findings/finding.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import {
  type Exposure,
  type InstanceSetup,
  type Stop,
  stopAfterConfigured,
  stopAfterMigrated,
  stopAfterReplaced,
} from "#domain/instance/events.ts";
import { beginningOf, type RunAsks, runOfId, type StoredRunFailure } from "#domain/run/events.ts";
import type { Logged } from "../events.ts";
import { projection, type Rows } from "../projection.ts";
import { bigint, boolean, type DatabaseOf, integer, jsonb, nullable, type RowOf, table, text, time } from "../table.ts";

export type RunStatus = "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";

const tables = {
  /** Versions of connectors by number; they stay when a connector is deleted, for its runs. */
  versions: table({ connectorId: text(), version: bigint() }, { key: ["connectorId"] }),
  instances: table(
    {
      id: text(),
      ownerId: text(),
      rootId: text(),
      connectorId: text(),
      tableName: text(),
      setup: jsonb<InstanceSetup>(),
      /** The consent of its owner. */
      consent: jsonb<JsonObject>(),
      createdAt: time(),
      /** Its consent is of version 2, or was checked. */
      checked: boolean(),
      /** Why it calls nothing; null: it does. */
      stopped: nullable(jsonb<Stop>()),
      /** How its credentials may have left, until they are replaced, and since when that is known. */
      exposed: nullable(text<Exposure>()),
      exposedAt: nullable(time()),
      /** When an admin last had its owner told again. */
      remindedAt: nullable(time()),
    },
    {
      key: ["id"],
      indexes: [
        { on: ["ownerId", "id"] },
        { on: ["id"], where: "NOT checked" },
        { on: ["exposedAt", "id"], where: "exposed IS NOT NULL" },
      ],
    },
  ),
  /** Runs that have ended, and those that versions before claims have begun. Their events say the rest (docs/decisions/171). */
  runs: table(
    {
      instanceId: text(),
      number: integer(),
      /** Of the connector; null if its publication is unknown. */
      version: nullable(bigint()),
      trigger: text<"manual" | "schedule">(),
      status: text<RunStatus>(),
      pages: nullable(integer()),
      rowCount: nullable(bigint()),
      /** Why it did not succeed. */
      failure: nullable(jsonb<StoredRunFailure>()),
      /** What its owner has to decide. */
      asks: nullable(text<RunAsks>()),
      /** null: none. */
      warnings: nullable(jsonb<readonly Finding[]>()),
      startedAt: time(),
      endedAt: nullable(time()),
      /** From when on it counts as abandoned; null once it has ended. */
      deadline: nullable(time()),
      /** How many runs in a row have failed, this one last. */
      failures: integer(),
      failuresReported: boolean(),
    },
    {
      key: ["instanceId", "number"],
      indexes: [
        { on: ["status"], where: "status = 'running'" },
        { on: ["failures"], where: "NOT failures_reported AND status IN ('failed', 'abandoned')" },
      ],
    },
  ),
};
export type InstancesTables = DatabaseOf<typeof tables>;
type Model = Rows<typeof tables>;
type Run = RowOf<(typeof tables)["runs"]>;

/** Instances of users and their runs. */
export const instances = projection({
  name: "instances",
  version: 9,
  tables,
  on: {
    ConnectorVersionPublished: (rows, { data: { connectorId, version } }) =>
      rows.versions.put({ connectorId, version }),
    InstanceActivated(rows, { data, recordedAt: createdAt }) {
      const { instanceId: id, owner, rootId, connectorId, tableName, setup, consent } = data;
      rows.instances.put({
        ...{ id, ownerId: owner.id, rootId, connectorId, tableName, setup, consent, createdAt },
        ...{ checked: consent["version"] === 2, stopped: null, exposed: null, exposedAt: null, remindedAt: null },
      });
    },
    InstanceConfigured(rows, { data: { instanceId: id, setup, consent } }) {
      const stopped = stopAfterConfigured(rows.instances.get(id)?.stopped ?? null, consent);
      rows.instances.patch({ id }, { setup, consent, stopped });
    },
    InstanceMigrated(rows, { data: { instanceId: id, setup, consent, toConnectorId: connectorId } }) {
      const stopped = stopAfterMigrated(rows.instances.get(id)?.stopped ?? null);
      rows.instances.patch({ id }, { setup, consent, connectorId, stopped });
    },
    InstanceConsentChecked(rows, { data: { instanceId: id, consent, stopped, exposed }, recordedAt }) {
      const exposedAt = exposed === null ? null : recordedAt;
      rows.instances.patch({ id }, { checked: true, consent, stopped, exposed, exposedAt });
    },
    InstanceStopped: (rows, { data: { instanceId: id } }) =>
      rows.instances.patch({ id }, { stopped: { code: "admin-stopped", facts: {} } }),
    InstanceOwnerReminded: (rows, { data: { instanceId: id }, recordedAt: remindedAt }) =>
      rows.instances.patch({ id }, { remindedAt }),
    InstanceCredentialsReplaced(rows, { data: { instanceId: id } }) {
      const stopped = stopAfterReplaced(rows.instances.get(id)?.stopped ?? null);
      rows.instances.patch({ id }, { stopped, exposed: null, exposedAt: null, remindedAt: null });
    },
    InstanceRemoved(rows, { data: { instanceId } }) {
      rows.instances.remove({ id: instanceId });
      rows.runs.remove({ instanceId });
    },
    RunStarted: (rows, event) => begin(rows, event, event.data.deadline),
    RunSucceeded: (rows, event) => end(rows, event, { status: "success", failures: 0, ...broughtBy(event) }),
    RunPartlySucceeded: (rows, event) =>
      end(rows, event, { status: "partial", failures: 0, ...broughtBy(event), failure: event.data.failure }),
    RunFailed(rows, event) {
      const { failure, asks = null } = event.data;
      end(rows, event, { status: "failed", ...broughtBy(event), failure, asks }, true);
    },
    RunCancelled: (rows, event) => end(rows, event, { status: "cancelled" }),
    RunAbandoned: (rows, event) => end(rows, event, { status: "abandoned", failure: event.data.failure }, true),
    RunFailuresReported: (rows, { data }) => rows.runs.patch(keyOf(data.runId), { failuresReported: true }),
  },
});

type End = Logged<"RunSucceeded" | "RunPartlySucceeded" | "RunFailed" | "RunCancelled" | "RunAbandoned">;

/** A run of a connection that is there begins, if the event says so. */
function begin(rows: Model, event: Logged<"RunStarted"> | End, deadline: string | null): void {
  const beginning = beginningOf(event);
  if (beginning === null || !rows.instances.get(event.data.instanceId)) return;
  const { instanceId, number, trigger, connectorId, failuresBefore: failures } = beginning.start;
  rows.runs.put({
    ...{
      instanceId,
      number,
      trigger,
      failures,
      deadline,
      status: "running",
      startedAt: beginning.at ?? event.recordedAt,
    },
    ...{ warnings: null, pages: null, rowCount: null, failure: null, asks: null, endedAt: null },
    ...{ version: rows.versions.get(connectorId)?.version ?? null, failuresReported: false },
  });
}

function broughtBy({
  data: { pages, rowCount, warnings },
}: Logged<"RunSucceeded" | "RunPartlySucceeded" | "RunFailed">) {
  return { pages, rowCount, warnings: warnings.length === 0 ? null : warnings };
}

function end(rows: Model, event: End, changes: Partial<Run>, failed = false): void {
  begin(rows, event, null);
  rows.runs.patch(keyOf(event.data.runId), ({ failures }) => ({
    ...{ failures: failed ? failures + 1 : failures, ...changes },
    ...{ endedAt: event.recordedAt, deadline: null },
  }));
}

function keyOf(runId: string): { readonly instanceId: string; readonly number: number } {
  return runOfId(runId) ?? { instanceId: runId, number: 0 };
}
