import { afterEach, beforeEach, expect, test } from "vitest";
import {
  JOB_NAMES,
  type JobHandler,
  type JobName,
  type JobQueue,
  type JobState,
} from "#domain/core/ports/work-ports.ts";
import { eventually } from "../eventually.ts";

/** A store for Agenda's jobs, empty at first. */
export type JobStore = {
  createQueue(): Promise<JobQueue>;
  /** Cuts the connection for notifications, if there is one. */
  cutNotifications(): Promise<void>;
  /** Makes the lock of a job this many seconds old, as if its process had died. */
  ageLock(job: JobName, seconds: number): Promise<void>;
  /** The ids of the stored jobs of this name, in order. */
  jobsOf(job: JobName): Promise<string[]>;
  close(): Promise<void>;
};

/** What Agenda must do for us, on any store. */
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

  async function workers(
    run: (job: JobName, id: string, stopping: AbortSignal) => ReturnType<JobHandler["run"]>,
    everySeconds: Partial<Record<JobName, number>> = {},
    pullsAtATime = 2,
  ): Promise<JobQueue> {
    const queue = await store.createQueue();
    queues.push(queue);
    const handler = (job: JobName): JobHandler => ({
      concurrency: job === "pull" ? pullsAtATime : 2,
      run: (id, stopping) => run(job, id, stopping),
    });
    await queue.work(
      Object.fromEntries(JOB_NAMES.map((name) => [name, handler(name)])) as Record<JobName, JobHandler>,
      everySeconds,
    );
    return queue;
  }

  /** Work that continues until the test or the queue ends it. */
  function hanging() {
    const open = Promise.withResolvers<void>();
    const begun: string[] = [];
    return {
      begun,
      end: () => open.resolve(),
      run: async (id: string, stopping: AbortSignal) => {
        begun.push(id);
        await Promise.race([open.promise, new Promise((resolve) => stopping.addEventListener("abort", resolve))]);
      },
    };
  }
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `run-${String(at).padStart(2, "0")}`);

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
    const first = await Promise.race([
      queue.stop(30_000).then(() => "stopped"),
      new Promise((resolve) => setTimeout(resolve, 10_000, "waited")),
    ]);
    queues = [];
    expect([ended, first]).toEqual([true, "stopped"]);
  });

  test("pulls that hang hold up no other kind of job", async () => {
    const hung = hanging();
    const rung: string[] = [];
    const queue = await workers(
      (job, id, stopping) => (job === "pull" ? hung.run(id, stopping) : Promise.resolve(void rung.push(job))),
      { schedule: 1 },
      20,
    );
    for (const id of ids(25)) await queue.wake("pull", id);
    await eventually(async () => hung.begun.length === 20, 10_000, "The pulls did not begin");
    rung.length = 0;
    await queue.wake("send-mail", "");
    await queue.wake("load-dataset", "data");
    await eventually(
      async () => ["send-mail", "load-dataset", "schedule"].every((job) => rung.includes(job as JobName)),
      10_000,
      "Another job waited for the pulls",
    );
    expect(hung.begun).toHaveLength(20);
    hung.end();
    await eventually(async () => hung.begun.length === 25, 3_000, "The rest did not begin at once");
  });

  test("what a full process cannot begin is left to the others", async () => {
    const [first, second] = [hanging(), hanging()];
    const queue = await workers((_job, id, stopping) => first.run(id, stopping), {}, 3);
    for (const id of ids(6)) await queue.wake("pull", id);
    await eventually(async () => first.begun.length === 3, 10_000);
    await workers((_job, id, stopping) => second.run(id, stopping), {}, 3);
    await eventually(async () => second.begun.length === 3, 15_000, "The second process got none");
    expect([...first.begun, ...second.begun].sort()).toEqual(ids(6));
  });

  test("a run has one job, however often it is asked for", async () => {
    const hung = hanging();
    const queue = await workers((_job, id, stopping) => hung.run(id, stopping), {}, 1);
    const asked = ["begun", "waits"];
    // The second is asked for after the first has begun: Agenda may take jobs that wait in any order.
    for (const id of asked) {
      await Promise.all(Array.from({ length: 10 }, () => queue.wake("pull", id)));
      await eventually(async () => hung.begun.length === 1, 10_000);
    }
    for (const id of asked) await queue.wake("pull", id);
    expect(await store.jobsOf("pull")).toEqual(asked);
    expect([...(await queue.asked("pull"))].sort()).toEqual(asked);
    hung.end();
    await eventually(async () => (await store.jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
    expect(hung.begun).toEqual(asked);
  });

  test("a job that is put off comes again", async () => {
    let times = 0;
    const queue = await workers(async () => {
      times += 1;
      return times < 3 ? { againInMs: 100 } : undefined;
    });
    await queue.wake("pull", "put off");
    await eventually(async () => times === 3, 20_000, "It did not come again");
    await eventually(async () => (await store.jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
  });

  test("a job that failed is kept with its error until it is asked for again and succeeds", async () => {
    let broken = true;
    const queue = await workers(async (_job, id) => {
      if (id === "bad" && broken) throw new Error(`broken ${"x".repeat(2_000)}`);
    });
    for (const id of ["bad", "good"]) await queue.wake("pull", id);
    const failed = () => queue.admin.page({ state: "failed", name: "pull" }, { limit: 10, offset: 0 });
    await eventually(async () => (await failed()).total === 1, 10_000, "It is not listed as failed");
    await eventually(async () => (await store.jobsOf("pull")).length === 1, 10_000, "The other job stayed");
    const [job] = (await failed()).items;
    expect(job).toMatchObject({ name: "pull", about: "bad", recurring: false, nextAt: null, failures: 1 });
    expect([job?.error?.startsWith("broken x"), (job?.error?.length ?? 0) <= 500]).toEqual([true, true]);
    // It is neither waiting nor running: who takes over work that is still open asks for it again.
    expect(await queue.asked("pull")).toEqual(new Set());
    await queue.sweep();
    expect(await store.jobsOf("pull")).toEqual(["bad"]);
    await queue.wake("pull", "bad");
    await eventually(async () => (await failed()).items[0]?.failures === 2, 10_000, "It did not run again");
    broken = false;
    await queue.wake("pull", "bad");
    await eventually(async () => (await store.jobsOf("pull")).length === 0, 10_000, "It stayed");
  });

  test("an admin sees what waits, runs and has failed, page by page, and retries or removes what failed", async () => {
    const hung = hanging();
    let broken = true;
    const queue = await workers(
      async (job, id, stopping) => {
        if (job === "pull") return hung.run(id, stopping);
        if (broken) throw new Error(`${job} broke`);
      },
      { "send-mail": 3_600 },
      1,
    );
    const { admin } = queue;
    const page = (state: JobState | null, name: JobName | null = null, limit = 10, offset = 0) =>
      admin.page({ state, name }, { limit, offset });
    for (const id of ids(4)) await queue.wake("pull", id);
    for (const id of ["one", "two"]) await queue.wake("load-dataset", id);
    await eventually(async () => (await page("failed")).total === 3 && hung.begun.length === 1, 15_000);
    expect((await admin.kinds()).map(({ dueAt, ...kind }) => ({ ...kind, due: dueAt !== null }))).toEqual([
      { name: "load-dataset", failed: 2, running: 0, waiting: 0, due: false },
      { name: "pull", failed: 0, running: 1, waiting: 3, due: true },
      { name: "send-mail", failed: 1, running: 0, waiting: 0, due: false },
    ]);
    const counted = await admin.counts(2);
    expect(counted.filter(({ failed, running, waiting }) => failed + running + waiting > 0)).toEqual(
      (await admin.kinds()).map((kind) => ({ ...kind, waiting: Math.min(2, kind.waiting) })),
    );
    expect(counted.length).toBe(JOB_NAMES.length);
    const waiting = [(await page("waiting", "pull", 2)).items, (await page("waiting", "pull", 2, 2)).items].flat();
    expect(waiting.map(({ about }) => about).sort()).toEqual(ids(4).filter((id) => id !== hung.begun[0]));
    const all = await page(null);
    expect([all.total, all.items.map(({ state }) => state)]).toEqual([
      7,
      ["failed", "failed", "failed", "running", "waiting", "waiting", "waiting"],
    ]);

    const mail = (await page("failed", "send-mail")).items[0]!;
    expect(mail).toMatchObject({ recurring: true, error: "send-mail broke", about: "" });
    expect(mail.nextAt!.getTime()).toBeGreaterThan(Date.now() + 60_000);
    // Without it mails would stop; a running job and an unknown one cannot be removed either.
    const running = (await page("running")).items[0]!;
    for (const id of [mail.id, running.id, "nonsense", "0".repeat(24), crypto.randomUUID()])
      expect([id, await admin.remove(id)]).toEqual([id, null]);
    for (const id of [running.id, "nonsense", crypto.randomUUID()])
      expect([id, await admin.retry(id)]).toEqual([id, null]);

    broken = false;
    const [first, second] = (await page("failed", "load-dataset")).items;
    expect(await admin.remove(first!.id)).toMatchObject({ about: first!.about });
    expect(await store.jobsOf("load-dataset")).toEqual([second!.about]);
    expect(await admin.retry(second!.id)).toMatchObject({ state: "waiting", error: null });
    expect(await admin.retry(mail.id)).toMatchObject({ name: "send-mail" });
    await eventually(async () => (await store.jobsOf("load-dataset")).length === 0, 10_000, "It was not retried");
    await eventually(async () => (await page("failed")).total === 0, 10_000, "The mails were not retried");
    hung.end();
  });

  test("a job whose lock nobody renews is done again", async () => {
    const hung = hanging();
    const queue = await workers((_job, id, stopping) => hung.run(id, stopping));
    await queue.wake("pull", "taken over");
    await eventually(async () => hung.begun.length === 1, 10_000);
    await store.ageLock("pull", 50);
    await eventually(async () => hung.begun.length === 2, 15_000, "Nobody took over");
  });

  test("a process that starts need not wait for the locks of one that died", async () => {
    const [dead, alive] = [hanging(), hanging()];
    const first = await workers((_job, id, stopping) => dead.run(id, stopping));
    await first.wake("pull", "taken over");
    await eventually(async () => dead.begun.length === 1, 10_000);
    const second = await workers((_job, id, stopping) => alive.run(id, stopping));
    await second.forgetLocked("pull");
    await second.wake("pull", "taken over");
    await eventually(async () => dead.begun.length + alive.begun.length === 2, 10_000, "Nobody took over");
    dead.end();
    alive.end();
    await eventually(async () => (await store.jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
  });

  test("what cannot be finished before the end is given back at once", async () => {
    const hung = hanging();
    const first = await workers(async (_job, id, stopping) => {
      await hung.run(id, stopping);
      return { againInMs: 0 };
    });
    for (const id of ids(4)) await first.wake("pull", id);
    await eventually(async () => hung.begun.length === 2, 10_000);
    await first.stop(10_000);
    queues = [];
    const rung: string[] = [];
    await workers(async (_job, id) => void rung.push(id));
    await eventually(async () => rung.length === 4, 12_000, "Jobs stayed locked");
  });

  test("a cut connection for notifications ends nothing: jobs ring again", async () => {
    const rung: string[] = [];
    const queue = await workers(async (job, id) => void rung.push(`${job} ${id}`));
    await store.cutNotifications();
    await queue.wake("pull", "after");
    await eventually(async () => rung.includes("pull after"), 15_000, "The job did not ring");
  });
}
