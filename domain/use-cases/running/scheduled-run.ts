import type { LoggedEvent } from "../../core/event-log.ts";
import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import type { InstanceEvent } from "../../instance/events.ts";
import { type Schedule, slotAfter } from "../../core/values/schedule.ts";
import { instanceSchedule } from "../../instance/schedule.ts";
import { loadConnector } from "../authoring/load-connector.ts";
import { loadInstance } from "../connecting/load-instance.ts";
import { newestRun, startRun, type StartRunRefusal } from "./start-run.ts";
import { type Cause, type Outcome, refused } from "../step.ts";
import { streams } from "../streams.ts";

export type ScheduledRunRefusal =
  | StartRunRefusal
  /** No slot has come since the newest run ended. */
  | { readonly name: "not-due" }
  | { readonly name: "connector-inactive" };

/**
 * Starts the run of a connection's schedule when its slot has come. The slot is read from the log alone: the first one since the
 * newest run ended, whoever started that. So every process names the same slot, one claims it, a slot that comes during a run is
 * skipped, and all that were missed become one run. Harmless however often and by however many it is called.
 */
export async function startScheduledRun(
  ports: CorePorts,
  request: { readonly instanceId: string; readonly knownNumber: number },
): Promise<Outcome<{ readonly runId: string }, ScheduledRunRefusal>> {
  const { instanceId, knownNumber } = request;
  const connection = await loadInstance(ports, instanceId);
  const { state: schedule } = await loadState<Schedule | null, LoggedEvent<InstanceEvent>>(
    ports.log,
    instanceSchedule,
    streams.instance(instanceId),
  );
  if (connection.status !== "active" || schedule === null) return refused({ name: "not-due" });
  const newest = await newestRun(ports, instanceId, knownNumber);
  if (newest.state.status === "running") return refused({ name: "run-in-progress" });
  const ended = newest.number === 0 ? undefined : (await ports.log.read(streams.run(newest.runId))).at(-1)?.recordedAt;
  const slot = slotAfter(schedule, Math.max(schedule.anchor, ended === undefined ? 0 : Date.parse(ended)));
  if (slot > (await ports.clock.now()).toISOString()) return refused({ name: "not-due" });

  const lineage = await loadConnector(ports, connection.rootId);
  const version = lineage.versions.find((each) => each.connectorId === connection.connectorId);
  if (lineage.status !== "open" || !version?.active) return refused({ name: "connector-inactive" });
  const cause: Cause = {
    actor: { kind: "system", name: "schedule" },
    commandId: `schedule/${instanceId}/${slot}`,
    correlationId: instanceId,
  };
  return startRun(
    ports,
    {
      instanceId,
      by: connection.ownerId,
      override: null,
      settings: null,
      trigger: "schedule",
      slot,
      knownNumber: newest.number,
    },
    cause,
  );
}
