import { fold } from "../../core/decider.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { DomainEvent } from "../../core/event-log.ts";
import type { CommandContext } from "../../core/event-store.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { storableSentence } from "../../core/text/storable.ts";
import type { InstanceRefusal } from "../../instance/decider.ts";
import { quota, type QuotaRefusal } from "../../quota/decider.ts";
import type { QuotaEvent } from "../../quota/events.ts";
import { isoWeek } from "../../quota/iso-week.ts";
import { run, type RunOutcome, type RunRefusal, type RunState } from "../../run/decider.ts";
import type { RunEvent } from "../../run/events.ts";
import { configPrefix } from "../connecting/instance-config.ts";
import { loadInstance } from "../connecting/load-instance.ts";
import { planOf } from "../plan-slots/places.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

export type StartRunRefusal = InstanceRefusal | QuotaRefusal | { readonly name: "run-in-progress" };

/**
 * How long a run may wait and take, in milliseconds, before it counts as abandoned. Reading is limited by itself, to five hours at most:
 * this is for runs that no process comes to.
 */
const RUN_DEADLINE = 6 * 60 * 60_000;

/** How long, in milliseconds, the same command may come again (the answers of API commands are kept as long). */
const REPEATED_WITHIN = 86_400_000;

export type StartRunRequest = {
  readonly instanceId: string;
  readonly by: string;
  /** Replaces the connection's own choice for this run. */
  readonly override: boolean | null;
  /** Settings for this run only. */
  readonly settings: string | null;
  /** Agrees that operations which add rows read from the beginning again. */
  readonly restart?: boolean;
  readonly trigger: "manual" | "schedule";
  readonly slot: string | null;
  /** Number of the newest run that the read model knows; newer ones are found in the log. */
  readonly knownNumber: number;
};

/** The state of a run, read from the log. */
export async function loadRun(ports: Pick<CorePorts, "log">, runId: string): Promise<RunState> {
  return fold(run, (await ports.log.read(streams.run(runId))) as readonly RunEvent[]);
}

function runIdOf(instanceId: string, number: number): string {
  return `${instanceId}-${number}`;
}

/**
 * Claims the next run of a connection in the log. Of any number of simultaneous calls one starts it, the others are refused
 * because a run is going on. The run counts towards the week of its owner once, however often it is tried. The same command
 * again answers the run that it started.
 */
export async function startRun(
  ports: CorePorts,
  request: StartRunRequest,
  cause: Cause,
): Promise<Outcome<{ readonly runId: string }, StartRunRefusal>> {
  const { instanceId, by } = request;
  const now = await ports.clock.now();
  const earlier = await countedBefore(ports, by, now, cause);
  if (earlier) return earlier;
  const connection = await loadInstance(ports, instanceId);
  if (connection.status !== "active" || connection.ownerId !== by) return refused({ name: "instance-unknown" });

  const latest = await newestRun(ports, instanceId, request.knownNumber);
  const again = await startedBy(ports, latest.runId, cause);
  if (again) return again;
  if (latest.state.status === "running") {
    if (latest.state.start.deadline > now.toISOString()) return refused({ name: "run-in-progress" });
    await abandonRun(ports, latest.runId, "The run did not end before its deadline.", cause);
  }
  const lastSlot = latest.state.status === "absent" ? null : (latest.state.start.slot ?? latest.state.start.lastSlot);
  if (request.slot !== null && lastSlot !== null && lastSlot >= request.slot)
    return refused({ name: "run-in-progress" });

  const number = latest.number + 1;
  const runId = runIdOf(instanceId, number);
  const counted = await countRun(ports, { userId: by, runId, scheduled: request.trigger === "schedule", now }, cause);
  if (counted) return refused(counted);

  const before = latest.state.status === "running" ? await loadRun(ports, latest.runId) : latest.state;
  let settings: string | null = null;
  if (request.settings !== null) {
    settings = `${configPrefix(instanceId)}run/${number}/${ports.ids.derive(cause.commandId, "run-settings")}`;
    await ports.vault.put(by, settings, request.settings);
  }
  const started = await dispatch(ports.log, run, {
    stream: streams.run(runId),
    command: {
      type: "start",
      run: {
        runId,
        instanceId,
        ownerId: by,
        number,
        connectorId: connection.connectorId,
        trigger: request.trigger,
        slot: request.slot,
        lastSlot,
        override: request.override ?? connection.setup.override,
        settings,
        settingKeys: keysOf(connection.setup.settingKeys, request.settings),
        ...(request.restart ? { restart: true } : {}),
        incremental: "incremental" in before ? before.incremental : [],
        failuresBefore: "failures" in before ? before.failures : 0,
        deadline: new Date(now.getTime() + RUN_DEADLINE).toISOString(),
      },
    },
    context: step(cause, `start-run/${number}`),
  });
  if (started.ok) return done({ runId }, started.position);
  if (settings !== null) await ports.vault.remove(by, settings);
  return refused({ name: "run-in-progress" });
}

/** The names of the settings that a run reads with: the connection's own, and those for this run only, which may be cleared by null. */
function keysOf(stored: readonly string[], ownSettings: string | null): string[] {
  const own = new Map(ownSettings === null ? [] : Object.entries(JSON.parse(ownSettings) as JsonObject));
  return [...new Set([...stored, ...own.keys()])].filter((key) => own.get(key) !== null);
}

type Started = Outcome<{ readonly runId: string }, never>;

/** The run that this command has counted and started before, this week or the last. */
async function countedBefore(ports: CorePorts, userId: string, now: Date, cause: Cause): Promise<Started | null> {
  for (const week of new Set([isoWeek(now).name, isoWeek(new Date(now.getTime() - REPEATED_WITHIN)).name])) {
    let runId = await countedNext(ports, userId, week, null, cause);
    for (; runId !== null; runId = await countedNext(ports, userId, week, runId, cause)) {
      const started = await startedBy(ports, runId, cause);
      if (started) return started;
    }
  }
  return null;
}

async function countedNext(
  ports: CorePorts,
  userId: string,
  week: string,
  after: string | null,
  cause: Cause,
): Promise<string | null> {
  const counted = await ports.log.readCommand(
    streams.weeklyRuns(userId, week),
    countStep(cause, week, after).commandId,
  );
  return runCounted(counted as readonly DomainEvent[] as readonly QuotaEvent[]);
}

function runCounted([event]: readonly QuotaEvent[]): string | null {
  return event?.type === "RunCounted" ? event.data.runId : null;
}

/**
 * The step in which a command counts a run. It may count one, lose its number to another command, and count the next: each step
 * follows from the run counted before, so that all can be found again without reading the week. Tried again in another week it
 * counts there: one command id cannot stand in two streams.
 */
function countStep(cause: Cause, week: string, after: string | null): CommandContext {
  return step(cause, after === null ? `count-run/${week}` : `count-run/${week}/${after}`);
}

/** The run, if this command started it. Another command that wanted the same number may have counted it. */
async function startedBy(ports: CorePorts, runId: string, cause: Cause): Promise<Started | null> {
  const start = (await ports.log.read(streams.run(runId))).find((event) =>
    event.commandId.startsWith(`${cause.commandId}/start-run/`),
  );
  return start ? done({ runId }, start.position) : null;
}

/** The newest run of a connection; `knownNumber` says from which one on to look. */
export async function newestRun(
  ports: CorePorts,
  instanceId: string,
  knownNumber: number,
): Promise<{ number: number; runId: string; state: RunState }> {
  let number = knownNumber;
  let state = number === 0 ? run.initialState : await loadRun(ports, runIdOf(instanceId, number));
  for (;;) {
    const next = await loadRun(ports, runIdOf(instanceId, number + 1));
    if (next.status === "absent") return { number, runId: runIdOf(instanceId, number), state };
    state = next;
    number += 1;
  }
}

async function countRun(
  ports: CorePorts,
  request: { readonly userId: string; readonly runId: string; readonly scheduled: boolean; readonly now: Date },
  cause: Cause,
): Promise<QuotaRefusal | null> {
  const { userId, runId, scheduled, now } = request;
  const plan = await planOf(ports, userId);
  const week = isoWeek(now).name;
  for (let after: string | null = null; ;) {
    const counted = await dispatch(ports.log, quota, {
      stream: streams.weeklyRuns(userId, week),
      command: {
        type: "count-run",
        userId,
        week,
        runId,
        scheduled,
        runsPerWeek: plan.runsPerWeek,
        scheduledRuns: plan.scheduledRuns,
        plan: plan.name,
      },
      context: countStep(cause, week, after),
    });
    if (!counted.ok) return counted.refusal;
    const found = runCounted(counted.events);
    // Another command may have counted this run.
    if (found === null || found === runId) return null;
    after = found;
  }
}

/** Records how a run ended. A run that has ended already, or is past its deadline, refuses the late result. */
export async function settleRun(
  ports: CorePorts,
  runId: string,
  outcome: RunOutcome,
  cause: Cause,
): Promise<Outcome<null, RunRefusal>> {
  const now = (await ports.clock.now()).toISOString();
  const settled = await dispatch(ports.log, run, {
    stream: streams.run(runId),
    command: { type: "settle", outcome: storableOutcome(outcome), now },
    context: step(cause, `settle/${runId}`),
  });
  return settled.ok ? done(null, settled.position) : refused(settled.refusal);
}

/** What an API had a hand in can be of any kind and length. */
function storableOutcome(outcome: RunOutcome): RunOutcome {
  const operations = outcome.operations.map((each) => ({
    ...each,
    error: each.error === null ? null : storableSentence(each.error),
  }));
  const texts = { operations, warnings: outcome.warnings.map(storableSentence) };
  return outcome.status === "success"
    ? { ...outcome, ...texts }
    : { ...outcome, ...texts, error: storableSentence(outcome.error) };
}

/** Ends a run that nobody will end any more. */
export async function abandonRun(
  ports: CorePorts,
  runId: string,
  reason: string,
  cause: Cause,
): Promise<Outcome<null, RunRefusal>> {
  const abandoned = await dispatch(ports.log, run, {
    stream: streams.run(runId),
    command: { type: "abandon", reason },
    context: step(cause, `abandon/${runId}`),
  });
  return abandoned.ok ? done(null, abandoned.position) : refused(abandoned.refusal);
}
