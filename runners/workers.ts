import type { JobHandler, JobName, JobQueue } from "#domain/core/work-ports.ts";
import { clearDeadConnections } from "#domain/processes/connect.ts";
import { reportFailures } from "#domain/processes/report-failures.ts";
import { FAILURES_TO_REPORT } from "#domain/run/decider.ts";
import { abandonRun } from "#domain/processes/start-run.ts";
import type { Queries } from "#projections/all.ts";
import { executeLoad, type LoadPorts } from "./datasets/load-dataset.ts";
import { executeRun } from "./pull/execute-run.ts";
import { measureOutputs } from "./pull/measure-outputs.ts";
import type { PullPorts } from "./pull/pull-ports.ts";
import { type SchedulePorts, startDueRuns } from "./schedule/start-due-runs.ts";

export type WorkerPorts = {
  readonly pull: PullPorts;
  readonly load: LoadPorts;
  readonly reportScheduleError: SchedulePorts["reportError"];
  readonly deliverMail: () => Promise<unknown>;
  readonly queries: Pick<Queries, "instances" | "catalogue" | "schedules" | "tables" | "usage" | "users">;
  readonly keep: { readonly dataset: number; readonly output: number };
  /** Physical tables that exist, so that what is gone is not dropped again and again. */
  readonly existing: (physical: readonly string[]) => Promise<readonly string[]>;
  readonly dropTable: (physical: string) => Promise<void>;
  readonly measureTable: (physical: string) => Promise<void>;
  /** Connections that secrets are kept of, none of them new. */
  readonly connectionsWithSecrets: () => Promise<readonly { readonly ownerId: string; readonly instanceId: string }[]>;
  /** House-keeping of the floors below: expired rows, unfinished tables. */
  readonly sweeps: readonly (() => Promise<unknown>)[];
};

/** A pull mostly waits for its API, and keeps next to nothing in memory. */
const PULLS_AT_A_TIME = 20;

const SECONDS: Readonly<Partial<Record<JobName, number>>> = { schedule: 10, "send-mail": 15, "clean-up": 30 };

/** Lets this process work: pulls, schedules, loads, mail, clean-up. */
export async function startWorkers(jobs: JobQueue, ports: WorkerPorts): Promise<void> {
  const handlers: Record<JobName, JobHandler> = {
    pull: { concurrency: PULLS_AT_A_TIME, run: (runId) => pullAndMeasure(ports, runId) },
    schedule: { concurrency: 1, run: (_id, stopping) => startDueRuns({ ...ports.pull, jobs, queries: ports.queries, reportError: ports.reportScheduleError }, stopping) },
    "load-dataset": { concurrency: 2, run: (datasetId, stopping) => executeLoad(ports.load, datasetId, stopping) },
    "send-mail": { concurrency: 1, run: async () => void (await ports.deliverMail()) },
    "clean-up": { concurrency: 1, run: () => cleanUp(jobs, ports) },
  };
  await jobs.work(handlers, SECONDS);
  await takeOver(jobs, ports);
}

async function pullAndMeasure(ports: WorkerPorts, runId: string): Promise<void> {
  await executeRun(ports.pull, runId);
  await measureOutputs({ ...ports.pull, measureTable: ports.measureTable }, runId);
}

/** Wakes what was begun and has no end: its process may have died. Work that is going on elsewhere is left alone by its lock. */
async function takeOver(jobs: JobQueue, { queries, pull }: WorkerPorts): Promise<void> {
  const now = (await pull.clock.now()).toISOString();
  for (const { id, deadline } of await queries.instances.openRuns()) {
    if (deadline > now) await jobs.wake("pull", id);
    else {
      const cause = { actor: { kind: "system", name: "runner" }, commandId: `overdue/${id}`, correlationId: id } as const;
      await abandonRun(pull, id, "The run did not end before its deadline.", cause);
    }
  }
  for (const { id } of await queries.catalogue.datasetsLoading()) await jobs.wake("load-dataset", id);
}

async function cleanUp(jobs: JobQueue, ports: WorkerPorts): Promise<void> {
  await takeOver(jobs, ports);
  for (const id of await ports.queries.instances.unreportedFailures(FAILURES_TO_REPORT)) await reportFailures(ports.pull, id);
  const unreachable = await ports.queries.tables.unreachable(ports.keep);
  for (const physical of await ports.existing(unreachable)) await ports.dropTable(physical);
  const held = await ports.connectionsWithSecrets();
  const live = await ports.queries.instances.existing(held.map(({ instanceId }) => instanceId));
  await clearDeadConnections(ports.pull, held.filter(({ instanceId }) => !live.has(instanceId)));
  for (const sweep of ports.sweeps) await sweep();
}
