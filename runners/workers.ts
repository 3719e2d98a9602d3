import { type Budgets, createConcurrencyLimit } from "#domain/core/budget.ts";
import type { JobHandler, JobName, JobOutcome, JobQueue } from "#domain/core/ports/work-ports.ts";
import type { Queries } from "#projections/all.ts";
import { cleanUp, type CleanUpPorts } from "./clean-up/clean-up.ts";
import { fileOfJob } from "#domain/use-cases/datasets/upload-version.ts";
import { executeFetch, type FetchPorts } from "./datasets/fetch-file.ts";
import { executeLoad, type LoadPorts, removeReceived } from "./datasets/load-dataset.ts";
import { createOwnerSlots, type OwnerSlots } from "./owner-slots.ts";
import { executeRun } from "./pull/execute-run.ts";
import { measureOutputs } from "./pull/measure-outputs.ts";
import type { PullPorts } from "./pull/pull-ports.ts";
import { startDueRefreshes } from "./schedule/start-due-refreshes.ts";
import { type SchedulePorts, startDueRuns } from "./schedule/start-due-runs.ts";
import { takeOver } from "./take-over.ts";
import { eraseAccount } from "#domain/use-cases/leaving/erase-account.ts";
import type { ErasePorts } from "#domain/use-cases/leaving/erase-ports.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { readRun } from "#domain/use-cases/running/read-run.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { isPending } from "#domain/dataset/versions.ts";

export type WorkerPorts = {
  readonly pull: PullPorts;
  readonly load: LoadPorts & FetchPorts;
  readonly cleanUp: CleanUpPorts;
  readonly erase: ErasePorts;
  readonly reportScheduleError: SchedulePorts["reportError"];
  readonly deliverMail: () => Promise<unknown>;
  readonly sendWebhooks: (stopping: AbortSignal) => Promise<void>;
  readonly queries: Pick<Queries, "instances" | "catalogue" | "schedules" | "usage" | "users">;
  readonly measureTable: (physical: string, signal?: AbortSignal) => Promise<void>;
  /** A pull mostly waits for its API, and needs almost no memory. */
  readonly runSlots: { readonly limit: number; readonly perOwner: number };
  readonly budgets: Budgets;
  /** Brings nearer what was stored while the clock was ahead. */
  readonly bringNearer: () => Promise<void>;
};

const RUN_PUT_OFF_MS = 5_000;
const LOOK_AFTER_MS = 30_000;
/**
 * The load before, whose rows are there already, keeps its claim for some moments; a fetch that was cancelled ends within
 * about so long.
 */
const NEXT_FILE_LOOKS_AFTER_MS = 1_500;
const ERASE_LATER_MS = 10_000;
/** Runs and loads that end within this time after the process was told to stop are not interrupted. */
const GRACE_MS = 8_000;
/** A load keeps a processor busy, for minutes if the file is large. */
const LOAD_SLOTS = { name: "load slots", limit: 3, perOwner: 2, putOffMs: 1_000 };

/** A fetch mostly waits for the host, which may be slow: it keeps no load waiting. */
const FETCH_SLOTS = { name: "fetch slots", limit: 8, perOwner: 2, putOffMs: 1_000 };

/** Small tables need not wait for a large one, and many runs that end together do not use all processors. */
const MEASURED_AT_ONCE = 2;

const SECONDS: Readonly<Partial<Record<JobName, number>>> = {
  schedule: 10,
  "send-mail": 15,
  "send-webhooks": 15,
  "take-over": 30,
  "clean-up": 600,
};

/** Starts the jobs of this process: pulls, schedules, loads, mail, taking over, clean-up. */
export async function startWorkers(jobs: JobQueue, ports: WorkerPorts): Promise<void> {
  const { pull, queries } = ports;
  const slots = ports.budgets.add(createOwnerSlots({ name: "run slots", ...ports.runSlots, putOffMs: RUN_PUT_OFF_MS }));
  const loadSlots = ports.budgets.add(createOwnerSlots(LOAD_SLOTS));
  const fetchSlots = ports.budgets.add(createOwnerSlots(FETCH_SLOTS));
  const interrupted = graceAfter(GRACE_MS);
  const handlers: Record<JobName, JobHandler> = {
    pull: {
      concurrency: ports.runSlots.limit,
      run: (runId, stopping) => pullAndMeasure(ports, slots, runId, interrupted(stopping)),
    },
    schedule: {
      concurrency: 1,
      run: async (_id, stopping) => {
        const scheduling = { ...pull, jobs, queries, reportError: ports.reportScheduleError };
        await startDueRuns(scheduling, stopping);
        await startDueRefreshes(scheduling, stopping);
      },
    },
    "load-dataset": {
      concurrency: LOAD_SLOTS.limit + FETCH_SLOTS.limit,
      run: (job, stopping) => load(ports, { loadSlots, fetchSlots }, fileOfJob(job), interrupted(stopping)),
    },
    "measure-table": {
      concurrency: MEASURED_AT_ONCE,
      run: (physical, stopping) => measure(ports, physical, stopping),
    },
    "send-mail": { concurrency: 1, run: async () => void (await ports.deliverMail()) },
    "send-webhooks": { concurrency: 1, run: (_id, stopping) => ports.sendWebhooks(stopping) },
    "take-over": {
      concurrency: 1,
      async run() {
        await ports.bringNearer();
        await takeOver(jobs, { ...pull, queries });
      },
    },
    "erase-account": { concurrency: 1, run: (userId) => erase(ports.erase, userId) },
    "clean-up": { concurrency: 1, run: (_id, stopping) => cleanUp(jobs, ports.cleanUp, stopping) },
  };
  // A run that is past its deadline is abandoned before its job could begin again.
  await ports.bringNearer();
  await takeOver(jobs, { ...pull, queries });
  for (const job of ["pull", "load-dataset"] as const) await jobs.releaseLocked(job);
  await jobs.work(countJobs(handlers, ports.budgets), SECONDS);
  await jobs.wake("clean-up", "");
}

/** A signal that aborts so many milliseconds after the given one. */
function graceAfter(ms: number): (stopping: AbortSignal) => AbortSignal {
  const known = new WeakMap<AbortSignal, AbortSignal>();
  return (stopping) => {
    const before = known.get(stopping);
    if (before) return before;
    const late = new AbortController();
    const begin = () => void setTimeout(() => late.abort(new Error("The server was stopped")), ms).unref();
    if (stopping.aborted) begin();
    else stopping.addEventListener("abort", begin, { once: true });
    known.set(stopping, late.signal);
    return late.signal;
  };
}

/** The same handlers, with the slots of each kind of job among the budgets. */
function countJobs(handlers: Record<JobName, JobHandler>, budgets: Budgets): Record<JobName, JobHandler> {
  const entries = Object.entries(handlers).map(([name, { concurrency, run }]): [string, JobHandler] => {
    const jobSlots = budgets.add(createConcurrencyLimit({ name: `jobs: ${name}`, limit: concurrency }));
    const counting: JobHandler["run"] = async (id, stopping) => {
      const release = jobSlots.tryEnter("");
      return run(id, stopping).finally(() => release?.());
    };
    return [name, { concurrency, run: counting }];
  });
  return Object.fromEntries(entries) as Record<JobName, JobHandler>;
}

/** Erases a deleted account, and looks for what nothing needs any more since. */
async function erase(ports: ErasePorts, userId: string): Promise<JobOutcome> {
  const commandId = `erase-account/${userId}`;
  const cause = { actor: { kind: "system", name: "runner" }, commandId, correlationId: commandId } as const;
  if ((await eraseAccount(ports, userId, cause)) === "later") return { againInMs: ERASE_LATER_MS };
  await ports.jobs.wake("clean-up", "");
}

/** The owner's share applies while a run pulls; cleaning up after an ended run takes no slot. */
async function pullAndMeasure(
  ports: WorkerPorts,
  slots: OwnerSlots,
  runId: string,
  stopping: AbortSignal,
): Promise<JobOutcome> {
  const work = async (): Promise<JobOutcome> => {
    const outcome = outcomeOf(await executeRun(ports.pull, runId, stopping));
    if (outcome) return outcome;
    await measureOutputs(ports.load, runId);
  };
  const { state } = await readRun(ports.pull, runId);
  return state.status === "running" ? slots.run(runId, state.start.ownerId, work) : work();
}

/** A table whose statistics cannot be computed is only shown with less detail. */
async function measure(ports: WorkerPorts, physical: string, stopping: AbortSignal): Promise<JobOutcome> {
  try {
    await ports.measureTable(physical, stopping);
  } catch (error) {
    if (stopping.aborted) return { againInMs: 0 };
    ports.load.reportError(error, physical);
  }
}

/** A file that has to be fetched is fetched first; then the job comes again for its rows. */
async function load(
  ports: WorkerPorts,
  { loadSlots, fetchSlots }: { readonly loadSlots: OwnerSlots; readonly fetchSlots: OwnerSlots },
  { datasetId, uploadId }: ReturnType<typeof fileOfJob>,
  stopping: AbortSignal,
): Promise<JobOutcome> {
  const state = await aggregate(ports.load.log, dataset).load(datasetId);
  if (!("ownerId" in state)) return;
  if (!isPending(state, uploadId))
    return uploadId === null ? undefined : loadOutcomeOf(await removeReceived(ports.load, { datasetId, uploadId }));
  if (state.pending?.toFetch)
    return fetchSlots.run(datasetId, state.ownerId, async () => {
      const end = await executeFetch(ports.load, datasetId, stopping);
      return loadOutcomeOf(end) ?? { againInMs: 0 };
    });
  return loadSlots.run(datasetId, state.ownerId, async () =>
    loadOutcomeOf(await executeLoad(ports.load, datasetId, stopping)),
  );
}

function loadOutcomeOf(end: "done" | "busy" | "stopped"): JobOutcome {
  return end === "busy" ? { againInMs: NEXT_FILE_LOOKS_AFTER_MS } : outcomeOf(end);
}

/**
 * Work interrupted by the end of the process is available to others at once. Work of another process is checked later,
 * in case that process dies.
 */
function outcomeOf(end: "done" | "busy" | "stopped"): JobOutcome {
  if (end === "stopped") return { againInMs: 0 };
  return end === "busy" ? { againInMs: LOOK_AFTER_MS } : undefined;
}
