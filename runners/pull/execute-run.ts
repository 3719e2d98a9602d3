import { isNoRoom, NO_ROOM_SENTENCE } from "#domain/core/no-room.ts";
import { checkSettings } from "#domain/connector-language/settings/settings.ts";
import { consentOf } from "#domain/connector-language/consent/consent.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import { EMPTY_CONFIG, type InstanceConfig, readConfig } from "#domain/use-cases/connecting/instance-config.ts";
import { loadDefinition } from "#domain/use-cases/authoring/load-connector.ts";
import { loadInstance } from "#domain/use-cases/connecting/load-instance.ts";
import { agreedConsent, CONSENT_CHANGED, isAgreed } from "#domain/use-cases/connecting/agreed-consent.ts";
import { abortableSleep } from "#domain/use-cases/trying/abortable-sleep.ts";
import { connectionTokens } from "#domain/use-cases/api-access/connection-tokens.ts";
import { pullCredentials, secretValues, valuesOfPull } from "#domain/use-cases/api-access/pull-input.ts";
import { loadRun, settleRun } from "#domain/use-cases/running/start-run.ts";
import { reportFailures } from "#domain/use-cases/running/report-failures.ts";
import { streams } from "#domain/use-cases/streams.ts";
import type { InstanceState } from "#domain/instance/decider.ts";
import type { RunOutcome, RunStart } from "#domain/run/decider.ts";
import { collectRows } from "./collect-rows.ts";
import { resumeOf } from "./incremental-basis.ts";
import type { PullPorts } from "./pull-ports.ts";
import { runRecorder } from "./run-recorder.ts";
import { watchRun } from "./watch-run.ts";

type Active = Extract<InstanceState, { status: "active" }>;

const OUR_FAULT = "Something went wrong on our side while the rows were stored. It has been recorded; run it again.";

/** Whether nothing is left to do for a run, another process is at it, or this process ends before the run does. */
type Execution = "done" | "busy" | "stopped";

/**
 * Executes a run that was claimed in the log: pulls, fills its tables, records the end. A run that another process is at is
 * left alone; one that died with its process is done again from the start and leaves one result. Of a run that has ended
 * without rows only what is left over is cleared away. A run that `stopping` interrupts has no end yet: another process begins it again.
 */
export async function executeRun(ports: PullPorts, runId: string, stopping: AbortSignal): Promise<Execution> {
  let execution: Execution = "done";
  const claim = await ports.exclusive.run(`run/${runId}`, async () => {
    const state = await loadRun(ports, runId);
    if (state.status === "absent") return;
    const { start } = state;
    if (state.status === "running") execution = await carryOut(ports, start, stopping);
    else if (state.status !== "success" && state.status !== "partial") await ports.tables.forget(runId);
    if (execution === "stopped") return;
    if (start.settings !== null) await ports.vault.remove(start.ownerId, start.settings);
    await reportFailures(ports, runId);
  });
  return claim === "busy" ? "busy" : execution;
}

async function carryOut(ports: PullPorts, start: RunStart, stopping: AbortSignal): Promise<Execution> {
  const { runId } = start;
  if (stopping.aborted) return "stopped";
  await ports.tables.forget(runId);
  const cause: Cause = {
    actor: { kind: "system", name: "runner" },
    commandId: `execute/${runId}/${ports.ids.fresh()}`,
    correlationId: runId,
  };
  const connection = await loadInstance(ports, start.instanceId);
  const outcome =
    connection.status === "active"
      ? await attempt(ports, start, connection, stopping)
      : failed("The connection was removed.");
  const interrupted = stopping.aborted && outcome.status !== "success";
  const kept = !interrupted && (await settleRun(ports, runId, outcome, cause)).ok;
  if (!kept && "outputs" in outcome) for (const { table } of outcome.outputs) await ports.tables.drop(table.physical);
  return interrupted ? "stopped" : "done";
}

async function attempt(
  ports: PullPorts,
  start: RunStart,
  connection: Active,
  stopping: AbortSignal,
): Promise<RunOutcome> {
  const timeUp = AbortSignal.timeout(ports.runTimeoutMs);
  const watch = watchRun(ports, start.runId);
  try {
    return await pull(ports, start, connection, AbortSignal.any([timeUp, watch.over, stopping]));
  } catch (error) {
    if (stopping.aborted) return failed("The server was stopped.");
    // A run that was ended elsewhere refuses every result, this one too.
    if (watch.over.aborted) return failed("The run was ended.");
    if (timeUp.aborted)
      return failed(`The run took longer than ${Math.round(ports.runTimeoutMs / 60_000)} minutes and was stopped.`);
    if (ports.tables.isRefusal(error)) return failed(error.message);
    ports.reportError(error, start.runId);
    if (isNoRoom(error)) return failed(NO_ROOM_SENTENCE);
    return failed(OUR_FAULT);
  } finally {
    watch.stop();
  }
}

async function pull(ports: PullPorts, start: RunStart, connection: Active, signal: AbortSignal): Promise<RunOutcome> {
  const definition = await loadDefinition(
    ports,
    { rootId: connection.rootId, connectorId: start.connectorId },
    connection.ownerId,
  );
  if (!definition) return failed("This version of the connector can no longer be used.");
  const stored = (await readConfig(ports, connection.ownerId, connection.setup)) ?? EMPTY_CONFIG;
  const config = await withRunSettings(ports, start, stored);
  if (!isAgreed(agreedConsent(connection), definition, config.authChoice))
    return failed(`${CONSENT_CHANGED} (consent_changed)`);
  const missing = checkSettings(definition, config.settings);
  if (!missing.ok)
    return failed(
      `${missing.faults.map(({ message }) => message).join(" ")} Nothing was asked for; fill it in under Setup.`,
    );
  await readModelsKnow(ports, start);
  const { hosts } = consentOf(definition, config.authChoice, config.settings);
  const secrets = secretValues(definition, config);
  const sleep = (ms: number) => abortableSleep(ms, signal);
  const { ownerId, instanceId, setup } = connection;
  const store = connectionTokens({ ...ports, sleep }, { ownerId, instanceId, definition, config });
  const credentials = pullCredentials(ports, { definition, config, hosts }, store, { secrets, sleep });
  const values = valuesOfPull(definition, config, setup.method);
  const resume = await resumeOf(ports, start, values);
  await ports.records.begin(start);
  const recorder = runRecorder({
    records: ports.records,
    runId: start.runId,
    now: () => Date.now(),
    onError: (error) => ports.reportError(error, start.runId),
  });
  const calls = ports.openCalls({ allowedOrigins: hosts, secrets, signal });
  return collectRows({
    ports,
    start,
    tableName: connection.tableName,
    resume,
    input: {
      ...values,
      ...(credentials === null ? {} : { credentials }),
      consent: { hosts },
      userAgent: ports.userAgent,
      override: start.override,
      send: async (request) => {
        const answer = await calls.send(request);
        signal.throwIfAborted();
        return answer;
      },
      sleep,
      now: () => Date.now(),
      random: () => Math.random(),
      observe: recorder.observe,
    },
  }).finally(async () => {
    calls.close();
    await recorder.finish();
  });
}

async function withRunSettings(ports: PullPorts, start: RunStart, config: InstanceConfig): Promise<InstanceConfig> {
  const text = start.settings === null ? null : await ports.vault.get(start.ownerId, start.settings);
  return text === null
    ? config
    : { ...config, settings: { ...config.settings, ...(JSON.parse(text) as InstanceConfig["settings"]) } };
}

/** The earlier output is looked up in a read model, which must have seen everything before this run. */
async function readModelsKnow(ports: PullPorts, start: RunStart): Promise<void> {
  const position = (await ports.log.read(streams.run(start.runId)))[0]?.position;
  if (position && !(await ports.readModels.reached(position, 30_000)))
    throw new Error(`The read models have not reached run ${start.runId}`);
}

function failed(error: string): RunOutcome {
  return { status: "failed", error, operations: [], pages: 0, rowCount: 0, warnings: [] };
}
