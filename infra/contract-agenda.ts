import { afterEach, beforeEach, expect, test } from "vitest";
import type { JobHandler, JobName, JobQueue } from "#domain/core/work-ports.ts";
import { eventually } from "./testing-product.ts";

/** A place where Agenda keeps its jobs, empty at first. */
export type JobStore = {
  createQueue(): JobQueue;
  /** Cuts the connection over which jobs are announced, where there is one. */
  cutNotifications(): Promise<void>;
  /** Makes the lock of a job look this many seconds old, as if its process had died. */
  ageLock(job: JobName, seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** What Agenda must do for us, on whichever store. */
export function agendaContract(open: () => Promise<JobStore>): void {
  let store: JobStore;
  let queues: JobQueue[];
  beforeEach(async () => {
    store = await open();
    queues = [];
  });
  afterEach(async () => {
    for (const queue of queues) await queue.stop(5_000);
    await store.close();
  });

  async function workers(run: (job: JobName, id: string) => Promise<void>, everySeconds: Partial<Record<JobName, number>> = {}): Promise<JobQueue> {
    const queue = store.createQueue();
    queues.push(queue);
    const handler = (job: JobName): JobHandler => ({ concurrency: 2, run: (id) => run(job, id) });
    await queue.work({ pull: handler("pull"), schedule: handler("schedule"), "load-dataset": handler("load-dataset"), "send-mail": handler("send-mail"), "clean-up": handler("clean-up") }, everySeconds);
    return queue;
  }

  test("a woken job rings at once, with what it is about, and a failing one does not disturb the others", async () => {
    const rung: string[] = [];
    const queue = await workers(async (job, id) => {
      rung.push(`${job} ${id}`);
      if (id === "bad") throw new Error("broken");
    });
    await queue.wake("pull", "bad");
    await queue.wake("pull", "good");
    await queue.wake("load-dataset", "data");
    await eventually(async () => rung.length >= 3, 4_000);
    expect(rung.sort()).toEqual(["load-dataset data", "pull bad", "pull good"]);
  });

  test("what rings by itself does so again soon after the process that was at it has died", async () => {
    let rung = 0;
    const first = await workers(async () => void (rung += 1), { "clean-up": 1 });
    await eventually(async () => rung > 0, 10_000);
    await first.stop(5_000);
    await store.ageLock("clean-up", 61);
    rung = 0;
    await workers(async () => void (rung += 1), { "clean-up": 1 });
    await eventually(async () => rung > 0, 15_000, "The clean-up did not ring again");
  });

  test("stopping waits for what is going on, and no longer", async () => {
    let [begun, ended] = [false, false];
    const queue = await workers(async () => {
      begun = true;
      await new Promise((resolve) => setTimeout(resolve, 500));
      ended = true;
    });
    await queue.wake("pull", "slow");
    await eventually(async () => begun, 5_000);
    const first = await Promise.race([queue.stop(30_000).then(() => "stopped"), new Promise((resolve) => setTimeout(resolve, 10_000, "waited"))]);
    queues = [];
    expect([ended, first]).toEqual([true, "stopped"]);
  });

  test("a cut connection for notifications ends nothing: jobs ring again", async () => {
    const rung: string[] = [];
    const queue = await workers(async (job, id) => void rung.push(`${job} ${id}`));
    await store.cutNotifications();
    await queue.wake("pull", "after");
    await eventually(async () => rung.includes("pull after"), 15_000, "The job did not ring");
  });
}
