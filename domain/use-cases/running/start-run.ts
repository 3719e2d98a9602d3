import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Refused, type Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { instance, type InstanceRefusal, type InstanceState, type StoppedRefusal } from "../../instance/decider.ts";
import type { WeekRefusal } from "../../quota/weekly-runs.ts";
import { run } from "../../run/decider.ts";
import { runIdOf, type RunStart } from "../../run/events.ts";
import { type HostDecidedRefusal, refuseOtherOrigins } from "../api-access/agreed-consent.ts";
import { configPrefix, EMPTY_CONFIG, readConfig, withRunSettings } from "../api-access/instance-config.ts";
import { loadDefinition } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { countedRun } from "../plan-slots/count-run.ts";
import { newestRun, type ReadRun, readRun } from "./read-run.ts";

/** `runId`: the run that is going on, or was the last to begin. */
type RunInProgress = { readonly code: "run-in-progress"; readonly runId: string };

export type StartRunRefusal = InstanceRefusal | StoppedRefusal | WeekRefusal | RunInProgress | HostDecidedRefusal;

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
 * Claims the next run of an instance. Of several concurrent calls one starts it, the others are refused because a run is
 * in progress. The run counts in its owner's week. The same command again, within a day, returns the run that it
 * started.
 */
export async function startRun(
  ports: Pick<Ports, "log" | "runs" | "clock" | "ids" | "vault">,
  request: StartRunRequest,
  cause: Cause,
): Promise<Result<Started, StartRunRefusal>> {
  const { instanceId, by, trigger, slot } = request;
  const scheduled = trigger === "schedule";
  // A slot is known from the run that took it.
  const commandId = scheduled || cause.fresh ? null : cause.commandId;
  const started = commandId === null ? null : await ports.runs.ofCommand(commandId);
  if (started !== null) return accept({ runId: started });
  const current = await aggregate(ports.log, instance).load(instanceId);
  if (current.status !== "active" || current.ownerId !== by) return refuse({ code: "instance-unknown" });
  if (current.stopped !== null) return refuse({ code: "connection-stopped", stopped: current.stopped });
  const elsewhere = await leadsElsewhere(ports, current, request.settings);
  if (elsewhere) return elsewhere;

  const now = await ports.clock.now();
  const { newest, number } = await newestRun(ports, instanceId, request.knownNumber);
  // Another attempt of the command may have claimed it since.
  if (newest && commandId !== null && commandOf(newest) === commandId) return accept({ runId: newest.runId });
  const before = newest && (await overBy(ports, newest, now, cause));
  if (newest && before?.state.status === "running") return refuse({ code: "run-in-progress", runId: newest.runId });
  const told = before && "failures" in before.state ? before.state : null;
  const lastSlot = told && (told.start.slot ?? told.start.lastSlot);
  if (told && slot !== null && lastSlot !== null && lastSlot >= slot)
    return refuse({ code: "run-in-progress", runId: told.start.runId });

  const runId = runIdOf(instanceId, number);
  const settings = await keepSettings(ports, request, number, cause);
  const start = {
    ...{ runId, instanceId, ownerId: by, number, connectorId: current.connectorId, trigger, settings },
    ...{ slot, lastSlot: slot === null ? lastSlot : null },
    override: request.override ?? current.setup.override,
    settingKeys: keysOf(current.setup.settingKeys, request.settings),
    ...(request.restart ? { restart: true } : {}),
    incremental: told?.incremental ?? [],
    failuresBefore: told?.failures ?? 0,
    ...askedBy(cause),
  };
  const claimed = await ports.runs.claim(
    {
      ...{ start, at: now.toISOString(), deadline: new Date(now.getTime() + RUN_DEADLINE_MS).toISOString() },
      ...{ commandId: scheduled ? null : cause.commandId, correlationId: cause.correlationId },
      after: before?.events.at(-1)?.position ?? null,
    },
    await countedRun(ports, { userId: by, runId, scheduled, commandId, now }),
  );
  if (claimed.outcome === "counted") return accept({ runId });
  const again = claimed.outcome === "again" ? claimed.runId : null;
  if (settings !== null && again !== runId) await ports.vault.remove(by, settings);
  if (claimed.outcome === "again") return accept({ runId: claimed.runId });
  return refuse(claimed.outcome === "taken" ? { code: "run-in-progress", runId } : claimed.refusal);
}

/** The command that asked for a run; null: a schedule, or it is not known. */
function commandOf({ claim, events }: ReadRun): string | null {
  return claim ? claim.commandId : (events[0]?.causationId ?? null);
}

/** The newest run, given up if it is past its deadline. */
async function overBy(ports: Pick<Ports, "log" | "runs">, newest: ReadRun, now: Date, cause: Cause): Promise<ReadRun> {
  const { state, runId } = newest;
  if (state.status !== "running" || state.deadline > now.toISOString()) return newest;
  await aggregate(ports.log, run).handle(runId, { type: "abandon" }, step(cause, `abandon/${runId}`), newest);
  return readRun(ports, runId);
}

/** Stores the settings of this run only; the name under which the vault has them. */
async function keepSettings(
  { ids, vault }: Pick<Ports, "ids" | "vault">,
  { instanceId, by, settings }: StartRunRequest,
  number: number,
  cause: Cause,
): Promise<string | null> {
  if (settings === null) return null;
  const name = `${configPrefix(instanceId)}run/${number}/${ids.derive(cause.commandId, "run-settings")}`;
  await vault.put(by, name, settings);
  return name;
}

function askedBy({ actor }: Cause): Pick<RunStart, "by"> {
  if (actor.kind !== "user") return {};
  return { by: { id: actor.id, ...(actor.key === undefined ? {} : { key: actor.key }) } };
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
