import type { JsonObject } from "#domain/core/values/json.ts";
import {
  type Exposure,
  type InstanceSetup,
  type Stop,
  stopAfterConfigured,
  stopAfterMigrated,
  stopAfterReplaced,
} from "#domain/instance/events.ts";
import type { IncrementalState, OperationEnd, RunAsks, StoredRunFailure } from "#domain/run/events.ts";
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
  runs: table(
    {
      id: text(),
      instanceId: text(),
      ownerId: text(),
      number: integer(),
      connectorId: text(),
      /** Of the connector; null if its publication is unknown. */
      version: nullable(bigint()),
      trigger: text<"manual" | "schedule">(),
      override: boolean(),
      /** Its owner agreed that operations that append read from the beginning again. */
      restart: boolean(),
      settingKeys: jsonb<readonly string[]>(),
      /** Whether some of its settings were for this run only. */
      ownSettings: boolean(),
      /** Where incremental reading started. */
      incremental: jsonb<IncrementalState>(),
      status: text<RunStatus>(),
      operations: jsonb<readonly OperationEnd[]>(),
      pages: nullable(integer()),
      rowCount: nullable(bigint()),
      /** Why it did not succeed. */
      failure: nullable(jsonb<StoredRunFailure>()),
      /** What its owner has to decide. */
      asks: nullable(text<RunAsks>()),
      warnings: jsonb<readonly string[]>(),
      deadline: time(),
      startedAt: time(),
      endedAt: nullable(time()),
      /** How many runs in a row have failed, this one last. */
      failures: integer(),
      failuresReported: boolean(),
    },
    {
      key: ["id"],
      indexes: [
        { on: ["instanceId", "number"], unique: true },
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
  version: 7,
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
    RunStarted: start,
    RunSucceeded: (rows, event) => end(rows, event, { status: "success", failures: 0, ...broughtBy(event) }),
    RunPartlySucceeded: (rows, event) =>
      end(rows, event, { status: "partial", failures: 0, ...broughtBy(event), failure: event.data.failure }),
    RunFailed(rows, event) {
      const { failure, asks = null } = event.data;
      fail(rows, event, { status: "failed", ...broughtBy(event), failure, asks });
    },
    RunCancelled: (rows, event) => end(rows, event, { status: "cancelled" }),
    RunAbandoned: (rows, event) => fail(rows, event, { status: "abandoned", failure: event.data.failure }),
    RunFailuresReported: (rows, { data }) => rows.runs.patch({ id: data.runId }, { failuresReported: true }),
  },
});

type End = Logged<"RunSucceeded" | "RunPartlySucceeded" | "RunFailed" | "RunCancelled" | "RunAbandoned">;

function start(rows: Model, { data, recordedAt: startedAt }: Logged<"RunStarted">): void {
  const { runId: id, instanceId, ownerId, connectorId, number, trigger, override, deadline } = data;
  const { settingKeys, settings, incremental, restart = false, failuresBefore: failures } = data;
  rows.runs.put({
    ...{ id, instanceId, ownerId, connectorId, number, trigger, override, deadline, startedAt, restart, failures },
    ...{ settingKeys, incremental, ownSettings: settings !== null, status: "running", failuresReported: false },
    ...{ operations: [], warnings: [], pages: null, rowCount: null, failure: null, asks: null, endedAt: null },
    version: rows.versions.get(connectorId)?.version ?? null,
  });
}

function broughtBy({ data }: Logged<"RunSucceeded" | "RunPartlySucceeded" | "RunFailed">) {
  const { pages, rowCount, warnings, operations } = data;
  return { pages, rowCount, warnings, operations };
}

function end(rows: Model, { data, recordedAt: endedAt }: End, changes: Partial<Run>): void {
  rows.runs.patch({ id: data.runId }, { ...changes, endedAt });
}

function fail(rows: Model, event: End, changes: Partial<Run>): void {
  end(rows, event, { ...changes, failures: (rows.runs.get(event.data.runId)?.failures ?? 0) + 1 });
}
