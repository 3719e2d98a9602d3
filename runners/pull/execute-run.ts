import type { EnginePorts } from "#domain/connector-language/engine/engine-ports.ts";
import { checkSettings } from "#domain/connector-language/settings/settings.ts";
import { aggregate, type Loaded } from "#domain/core/aggregate.ts";
import { unrecordable } from "#domain/core/faults/unrecordable.ts";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import { instance, type InstanceState } from "#domain/instance/decider.ts";
import { type EndedRun, run, type RunOutcome, type RunStart, type RunState } from "#domain/run/decider.ts";
import { outputsOf, type RunEvent } from "#domain/run/events.ts";
import { MAX_SETTING_FAULTS, type RunFailure } from "#domain/run/run-failure.ts";
import { agreedConsent, agreedReach, sameOrigins } from "#domain/use-cases/api-access/agreed-consent.ts";
import { instanceTokens } from "#domain/use-cases/api-access/instance-tokens.ts";
import {
  EMPTY_CONFIG,
  type InstanceConfig,
  readConfig,
  withRunSettings,
} from "#domain/use-cases/api-access/instance-config.ts";
import type { Calls } from "#domain/use-cases/api-access/open-calls.ts";
import { pullCredentials, secretValues, valuesOfPull } from "#domain/use-cases/api-access/pull-input.ts";
import { loadDefinition } from "#domain/use-cases/authoring/definitions.ts";
import { type ReadRun, readRun } from "#domain/use-cases/running/read-run.ts";
import { reportFailures } from "#domain/use-cases/running/report-failures.ts";
import { collectRows } from "./collect-rows.ts";
import { resumeOf } from "./incremental-basis.ts";
import { type KnownSecrets, knownSecrets } from "./secrets/known-secrets.ts";
import type { PullPorts } from "./pull-ports.ts";
import { runRecorder } from "./run-recorder.ts";
import { watchRun } from "./watch-run.ts";
import { withoutSecrets } from "./secrets/without-secrets.ts";

type Active = Extract<InstanceState, { status: "active" }>;

/** Whether a run is complete, another process is executing it, or this process ends before the run does. */
type Execution = "done" | "busy" | "stopped";

/**
 * Executes a run that was claimed: pulls, fills its tables, records the end. A run that another process is executing is
 * left alone; one whose process died is executed again from the start and has one result. For a run that has ended only
 * leftovers are removed. A run that `stopping` interrupts has no end yet: another process starts it again.
 */
export async function executeRun(ports: PullPorts, runId: string, stopping: AbortSignal): Promise<Execution> {
  let execution: Execution = "done";
  const held = await ports.exclusive.run(`run/${runId}`, async () => {
    const found = await readRun(ports, runId);
    const ended =
      found.state.status === "running" ? await carryOut(ports, found, found.state.start, stopping) : endedRun(found);
    if (ended === "stopped") execution = "stopped";
    else if (ended !== null) await tidyUp(ports, ended);
  });
  return held === "busy" ? "busy" : execution;
}

/** `named`: the tables that its end names. */
type Ended = Loaded<EndedRun> & { readonly named: readonly string[] };

/** A run that has ended; null: it has not. */
function endedRun({
  state,
  revision,
  events,
}: Pick<ReadRun, "state" | "revision"> & { readonly events: readonly RunEvent[] }): Ended | null {
  if (state.status === "absent" || state.status === "running") return null;
  return { state, revision, named: events.flatMap((event) => outputsOf(event).map(({ table }) => table.physical)) };
}

/** What is done once the end of a run is in the log, as often as it is asked for. */
async function tidyUp(ports: PullPorts, { named, ...ended }: Ended): Promise<void> {
  const { runId, settings, ownerId } = ended.state.start;
  await ports.tables.forget(runId, named);
  if (settings !== null) await ports.vault.remove(ownerId, settings);
  await reportFailures(ports, runId, ended);
}

/** Pulls and records the end; null: it is another process's to record. */
async function carryOut(
  ports: PullPorts,
  found: ReadRun,
  start: RunStart,
  stopping: AbortSignal,
): Promise<Ended | "stopped" | null> {
  const { runId } = start;
  if (stopping.aborted) return "stopped";
  const claim = found.claim && (await ports.runs.takeOver(runId));
  await ports.tables.forget(runId, "finished");
  const current = await aggregate(ports.log, instance).load(start.instanceId);
  const outcome =
    current.status !== "active"
      ? failed({ code: "instance-removed", facts: {} })
      : current.stopped !== null
        ? failed({ code: "connection-stopped", facts: {} })
        : await attempt(ports, found, start, current, stopping);
  if (stopping.aborted && outcome?.status !== "success") return "stopped";
  const ended = outcome && (await recordEnd(ports, { ...found, claim }, outcome));
  if (ended) return ended;
  if (outcome && "outputs" in outcome) for (const { table } of outcome.outputs) await ports.tables.drop(table.physical);
  return endedRun(await readRun(ports, runId));
}

/** Records how a run ended; null if it has already ended, is past its deadline, or another process executes it by now. */
async function recordEnd(ports: PullPorts, found: ReadRun, outcome: RunOutcome): Promise<Ended | null> {
  const { runId, claim } = found;
  if (claim !== null && ((await ports.runs.find(runId))?.fence ?? claim.fence) !== claim.fence) return null;
  const now = (await ports.clock.now()).toISOString();
  const context = {
    actor: { kind: "system", name: "runner" },
    commandId: `end/${runId}/${claim?.fence ?? ports.ids.fresh()}`,
    correlationId: claim?.correlationId ?? runId,
    causationId: claim?.commandId ?? null,
  } as const;
  const settle = (end: RunOutcome) =>
    aggregate(ports.log, run).handle(runId, { type: "settle", outcome: end, now }, context, found);
  const settled = await settle(outcome).catch(async (error: unknown) => {
    const failure = unrecordable(error);
    if (failure === null) throw error;
    if (failure.code === "fault") ports.reportError(error, runId);
    if ("outputs" in outcome) for (const { table } of outcome.outputs) await ports.tables.drop(table.physical);
    return settle(failed(failure));
  });
  if (!settled.ok) return null;
  const state = settled.value.reduce<RunState>(run.evolve, found.state);
  return endedRun({ state, revision: found.revision + settled.value.length, events: settled.value });
}

/** How the pull came out; null when it was stopped, or the run ended elsewhere. */
async function attempt(
  ports: PullPorts,
  found: ReadRun,
  start: RunStart,
  instance: Active,
  stopping: AbortSignal,
): Promise<RunOutcome | null> {
  const timeUp = ports.time.timeout(ports.runTimeoutMs);
  const watch = watchRun(ports, start.runId);
  const secrets = knownSecrets();
  const safely = (outcome: RunOutcome) => withoutSecrets(outcome, secrets);
  try {
    return safely(
      await pull(ports, found, { start, instance, secrets }, AbortSignal.any([timeUp, watch.over, stopping])),
    );
  } catch (error) {
    if (stopping.aborted || watch.over.aborted) return null;
    if (timeUp.aborted) return failed({ code: "took-too-long", facts: { limitMs: ports.runTimeoutMs } });
    const refused = ports.tables.refusalOf(error);
    if (refused) return safely(failed(refused));
    ports.reportError(error, start.runId);
    return failed({ code: isNoRoom(error) ? "no-room" : "fault", facts: {} });
  } finally {
    watch.stop();
  }
}

async function pull(
  ports: PullPorts,
  found: ReadRun,
  { start, instance, secrets }: { readonly start: RunStart; readonly instance: Active; readonly secrets: KnownSecrets },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const definition = await loadDefinition(
    ports,
    { rootId: instance.rootId, connectorId: start.connectorId },
    instance.ownerId,
  );
  if (!definition) return failed({ code: "definition-outdated", facts: {} });
  const stored = (await readConfig(ports, instance.ownerId, instance.setup)) ?? EMPTY_CONFIG;
  const config = await valuesOfRun(ports, start, stored);
  // The instance may have moved to another host after this run was started with its own settings.
  const reach = sameOrigins(definition, stored, config)
    ? agreedReach(agreedConsent(instance), definition, stored)
    : null;
  if (reach === null) return failed({ code: "consent-changed", facts: {} });
  secrets.list.push(...secretValues(definition, config));
  const missing = checkSettings(definition, config.settings);
  if (!missing.ok)
    return failed({
      code: "settings-missing",
      facts: { faults: missing.faults.slice(0, MAX_SETTING_FAULTS).map(({ finding }) => finding) },
    });
  await readModelsKnow(ports, found);
  const { time } = ports;
  const { ownerId, instanceId, setup } = instance;
  const store = instanceTokens(ports, { ownerId, instanceId, definition, config }, signal);
  const credentials = pullCredentials(ports, { definition, config, reach }, store, { secrets: secrets.list, signal });
  const values = valuesOfPull(definition, config, setup.method);
  const resume = await resumeOf(ports, start, values, secrets);
  await ports.records.begin(start);
  const recorder = runRecorder({
    records: ports.records,
    runId: start.runId,
    now: () => time.now(),
    hide: secrets.hide,
    onError: (error) => ports.reportError(error, start.runId),
  });
  const calls = ports.openCalls({ allowedOrigins: reach.hosts, secrets: secrets.list, signal });
  const input = {
    ...values,
    ...(credentials === null ? {} : { credentials }),
    consent: reach,
    userAgent: ports.userAgent,
    override: start.override,
    ...enginePorts(ports, calls, signal),
    observe: recorder.observe,
  };
  return collectRows({ ports, start, tableName: instance.tableName, resume, input, secrets }).finally(async () => {
    calls.close();
    await recorder.finish();
  });
}

/** The ports of a pull, until the signal ends it. */
function enginePorts(
  { time, turn, encodingOf }: Pick<PullPorts, "time" | "turn" | "encodingOf">,
  calls: Pick<Calls, "send">,
  signal: AbortSignal,
): EnginePorts {
  return {
    send: async (request) => {
      const answer = await calls.send(request);
      // Reading and storing the rows keeps the thread busy.
      await turn();
      signal.throwIfAborted();
      return answer;
    },
    sleep: (ms) => time.sleep(ms, signal),
    now: () => time.now(),
    random: () => time.random(),
    encodingOf,
  };
}

async function valuesOfRun(ports: PullPorts, start: RunStart, config: InstanceConfig): Promise<InstanceConfig> {
  const text = start.settings === null ? null : await ports.vault.get(start.ownerId, start.settings);
  return text === null ? config : withRunSettings(config, JSON.parse(text) as InstanceConfig["settings"]);
}

/** The earlier output is read from a read model, which must have applied the end of the run before. */
async function readModelsKnow(ports: PullPorts, { runId, claim, events }: ReadRun): Promise<void> {
  const after = claim ? claim.after : (events.at(-1)?.position ?? null);
  if (after !== null && !(await ports.readModels.reached(after, 30_000)))
    throw new Error(`The read models have not reached run ${runId}`);
}

function failed(failure: RunFailure): RunOutcome {
  return { status: "failed", failure, operations: [], pages: 0, rowCount: 0, warnings: [] };
}
