import { connectorVersions } from "../../connector/versions.ts";
import { aggregate, view } from "../../core/aggregate.ts";
import { refuse, type Result } from "../../core/result.ts";
import { slotAfter } from "../../core/values/schedule.ts";
import { instance } from "../../instance/decider.ts";
import { instanceSchedule } from "../../instance/schedule.ts";
import type { Ports } from "../ports.ts";
import type { Cause } from "../step.ts";
import { newestRun } from "./read-run.ts";
import { startRun, type StartRunRefusal } from "./start-run.ts";

export type ScheduledRunRefusal =
  | StartRunRefusal
  /** No slot has passed since the newest run ended. */
  | { readonly code: "not-due" }
  | { readonly code: "connector-inactive"; readonly latestConnectorId: null };

/**
 * Starts the run of an instance's schedule once its slot has come. The slot is computed from the log alone: the first
 * one since the newest run ended, whatever started that run. So every process computes the same slot, one claims it, a
 * slot during a run is skipped, and all missed slots become one run. Any number of calls from any number of processes
 * is harmless.
 */
export async function startScheduledRun(
  ports: Pick<Ports, "log" | "runs" | "clock" | "ids" | "vault">,
  { instanceId, knownNumber }: { readonly instanceId: string; readonly knownNumber: number },
): Promise<Result<{ readonly runId: string }, ScheduledRunRefusal>> {
  const { log } = ports;
  const current = await aggregate(log, instance).load(instanceId);
  const schedule = await view(log, instanceSchedule).load(instanceId);
  if (current.status !== "active" || current.stopped !== null || schedule === null) return refuse({ code: "not-due" });
  const { newest, number } = await newestRun(ports, instanceId, knownNumber);
  if (newest?.state.status === "running") return refuse({ code: "run-in-progress", runId: newest.runId });
  const ended = newest?.events.at(-1)?.recordedAt ?? null;
  const slot = slotAfter(schedule, Math.max(schedule.anchor, ended === null ? 0 : Date.parse(ended)));
  if (slot > (await ports.clock.now()).toISOString()) return refuse({ code: "not-due" });

  const lineage = await view(log, connectorVersions).load(current.rootId);
  const version = lineage.versions.find((each) => each.connectorId === current.connectorId);
  if (lineage.takenDown || lineage.status !== "open" || !version?.active)
    return refuse({ code: "connector-inactive", latestConnectorId: null });
  const cause: Cause = {
    actor: { kind: "system", name: "schedule" },
    commandId: `schedule/${instanceId}/${slot}`,
    correlationId: instanceId,
  };
  return startRun(
    ports,
    {
      instanceId,
      by: current.ownerId,
      override: null,
      settings: null,
      trigger: "schedule",
      slot,
      knownNumber: number - 1,
    },
    cause,
  );
}
