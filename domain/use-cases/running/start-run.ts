import { aggregate, view } from "../../core/aggregate.ts";
import type { Position } from "../../core/event-store.ts";
import { accept, type Accepted, refuse, type Refused, type Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { instance, type InstanceRefusal, type InstanceState, type StoppedRefusal } from "../../instance/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { run } from "../../run/decider.ts";
import { type HostDecidedRefusal, refuseOtherOrigins } from "../api-access/agreed-consent.ts";
import { configPrefix, EMPTY_CONFIG, readConfig, withRunSettings } from "../api-access/instance-config.ts";
import { loadDefinition } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { countRun, runsCountedBefore } from "../plan-slots/count-run.ts";
import { newestRun } from "./newest-run.ts";

/** `runId`: the run that is going on, or was the last to begin. */
type RunInProgress = { readonly code: "run-in-progress"; readonly runId: string };

export type StartRunRefusal = InstanceRefusal | StoppedRefusal | QuotaRefusal | RunInProgress | HostDecidedRefusal;

/**
 * How long a run may wait and take before it counts as abandoned. Reading has its own limit of five hours: this is for
 * runs that no process picks up.
 */
const RUN_DEADLINE_MS = 6 * 60 * 60_000;

export type StartRunRequest = {
  readonly instanceId: string;
  readonly by: string;
  /** Replaces the instance's own choice for this run. */
  readonly override: boolean | null;
  /** Settings for this run only, as JSON. None may lead to another host than the stored ones. */
  readonly settings: string | null;
  /** The owner agrees that operations that append read from the beginning again. */
  readonly restart?: boolean;
  readonly trigger: "manual" | "schedule";
  readonly slot: string | null;
  /** Number of the newest run that the read model knows; newer ones are searched in the log. */
  readonly knownNumber: number;
};

type Started = { readonly runId: string };

/**
 * Claims the next run of an instance in the log. Of several concurrent calls one starts it, the others are refused
 * because a run is in progress. The run counts in its owner's week once, even if repeated. The same command again
 * returns the run that it started.
 */
export async function startRun(
  ports: Pick<Ports, "log" | "clock" | "ids" | "vault">,
  request: StartRunRequest,
  cause: Cause,
): Promise<Result<Started, StartRunRefusal>> {
  const { instanceId, by } = request;
  const now = await ports.clock.now();
  const earlier = await startedBefore(ports, by, now, cause);
  if (earlier) return earlier;
  const current = await aggregate(ports.log, instance).load(instanceId);
  if (current.status !== "active" || current.ownerId !== by) return refuse({ code: "instance-unknown" });
  if (current.stopped !== null) return refuse({ code: "connection-stopped", stopped: current.stopped });
  const elsewhere = await leadsElsewhere(ports, current, request.settings);
  if (elsewhere) return elsewhere;

  const { newest, next, number } = await newestRun(ports, instanceId, request.knownNumber);
  const again = newest && startedBy(cause, newest.runId, newest.started);
  if (again) return again;
  const runs = aggregate(ports.log, run);
  let before = newest?.state ?? run.initialState;
  if (newest && before.status === "running") {
    if (before.start.deadline > now.toISOString()) return refuse({ code: "run-in-progress", runId: newest.runId });
    await runs.handle(newest.runId, { type: "abandon" }, step(cause, `abandon/${newest.runId}`), newest);
    before = await runs.load(newest.runId);
  }
  if (before.status !== "absent" && request.slot !== null) {
    const lastSlot = before.start.slot ?? before.start.lastSlot;
    if (lastSlot !== null && lastSlot >= request.slot)
      return refuse({ code: "run-in-progress", runId: before.start.runId });
  }
  const lastSlot = before.status === "absent" ? null : (before.start.slot ?? before.start.lastSlot);

  const { runId } = next;
  const counted = await countRun(ports, { userId: by, runId, scheduled: request.trigger === "schedule", now }, cause);
  if (counted) return refuse(counted);

  let settings: string | null = null;
  if (request.settings !== null) {
    settings = `${configPrefix(instanceId)}run/${number}/${ports.ids.derive(cause.commandId, "run-settings")}`;
    await ports.vault.put(by, settings, request.settings);
  }
  const start = {
    runId,
    instanceId,
    ownerId: by,
    number,
    connectorId: current.connectorId,
    trigger: request.trigger,
    slot: request.slot,
    lastSlot,
    override: request.override ?? current.setup.override,
    settings,
    settingKeys: keysOf(current.setup.settingKeys, request.settings),
    ...(request.restart ? { restart: true } : {}),
    incremental: "incremental" in before ? before.incremental : [],
    failuresBefore: "failures" in before ? before.failures : 0,
    deadline: new Date(now.getTime() + RUN_DEADLINE_MS).toISOString(),
  };
  const started = await runs.handle(runId, { type: "start", run: start }, step(cause, `start-run/${number}`), next);
  if (started.ok) return accept({ runId }, started.position);
  if (settings !== null) await ports.vault.remove(by, settings);
  return refuse({ code: "run-in-progress", runId });
}

/** Without a definition the run itself fails, and sends nothing. */
async function leadsElsewhere(
  ports: Pick<Ports, "log" | "vault">,
  instance: Extract<InstanceState, { status: "active" }>,
  ownSettings: string | null,
): Promise<Refused<HostDecidedRefusal> | null> {
  const definition = ownSettings === null ? null : await loadDefinition(ports, instance, instance.ownerId);
  if (ownSettings === null || definition === null) return null;
  const stored = (await readConfig(ports, instance.ownerId, instance.setup)) ?? EMPTY_CONFIG;
  return refuseOtherOrigins(definition, stored, withRunSettings(stored, JSON.parse(ownSettings) as JsonObject));
}

/** The keys of the settings of a run: the instance's own, and those for this run only, which null may clear. */
function keysOf(stored: readonly string[], ownSettings: string | null): string[] {
  const own = new Map(ownSettings === null ? [] : Object.entries(JSON.parse(ownSettings) as JsonObject));
  return [...new Set([...stored, ...own.keys()])].filter((key) => own.get(key) !== null);
}

/** The run that this command has counted and started before. */
async function startedBefore(
  ports: Pick<Ports, "log">,
  userId: string,
  now: Date,
  cause: Cause,
): Promise<Accepted<Started> | null> {
  for await (const runId of runsCountedBefore(ports, { userId, now }, cause)) {
    const [first] = await view(ports.log, run).history(runId, { maxCount: 1 });
    const started = startedBy(cause, runId, first ?? null);
    if (started) return started;
  }
  return null;
}

/** The run, if this command started it. Another command that wanted the same number may have counted it. */
function startedBy(
  cause: Cause,
  runId: string,
  started: { readonly commandId: string; readonly position: Position } | null,
): Accepted<Started> | null {
  return started?.commandId.startsWith(`${cause.commandId}/start-run/`) ? accept({ runId }, started.position) : null;
}
