import { expect, test } from "vitest";
import { JOB_NAMES, type JobName, type JobState } from "#domain/core/ports/work-ports.ts";
import { eventually } from "../../eventually.ts";
import { hanging, ids, type JobFixture } from "./job-fixture.ts";

/** No job is lost, done twice without need, or kept for ever; admins see them. */
export function keepingContract({ store, workers, forget }: JobFixture): void {
  test("what rings by itself does so again soon after the process that was at it has died", async () => {
    let rung = 0;
    const first = await workers(async () => void (rung += 1), { "clean-up": 1 });
    await eventually(async () => rung > 0, 10_000);
    await first.stop(5_000);
    await store().ageLock("clean-up", 61);
    rung = 0;
    await workers(async () => void (rung += 1), { "clean-up": 1 });
    await eventually(async () => rung > 0, 15_000, "The clean-up did not ring again");
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
    expect(await store().jobsOf("pull")).toEqual(asked);
    expect([...(await queue.asked("pull"))].sort()).toEqual(asked);
    hung.end();
    await eventually(async () => (await store().jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
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
    await eventually(async () => (await store().jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
  });

  test("a job that failed is kept with its error until it is asked for again and succeeds", async () => {
    let broken = true;
    const queue = await workers(async (_job, id) => {
      if (id === "bad" && broken) throw new Error(`broken ${"x".repeat(2_000)}`);
    });
    for (const id of ["bad", "good"]) await queue.wake("pull", id);
    const failed = () => queue.admin.page({ state: "failed", name: "pull" }, { limit: 10, offset: 0 });
    await eventually(async () => (await failed()).total === 1, 10_000, "It is not listed as failed");
    await eventually(async () => (await store().jobsOf("pull")).length === 1, 10_000, "The other job stayed");
    const [job] = (await failed()).items;
    expect(job).toMatchObject({ name: "pull", about: "bad", recurring: false, nextAt: null, failures: 1 });
    expect([job?.error?.startsWith("broken x"), (job?.error?.length ?? 0) <= 500]).toEqual([true, true]);
    // It is neither waiting nor running: who takes over work that is still open asks for it again.
    expect(await queue.asked("pull")).toEqual(new Set());
    await queue.sweep(AbortSignal.timeout(60_000));
    expect(await store().jobsOf("pull")).toEqual(["bad"]);
    await queue.wake("pull", "bad");
    await eventually(async () => (await failed()).items[0]?.failures === 2, 10_000, "It did not run again");
    broken = false;
    await queue.wake("pull", "bad");
    await eventually(async () => (await store().jobsOf("pull")).length === 0, 10_000, "It stayed");
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
    expect(await store().jobsOf("load-dataset")).toEqual([second!.about]);
    expect(await admin.retry(second!.id)).toMatchObject({ state: "waiting", error: null });
    expect(await admin.retry(mail.id)).toMatchObject({ name: "send-mail" });
    await eventually(async () => (await store().jobsOf("load-dataset")).length === 0, 10_000, "It was not retried");
    await eventually(async () => (await page("failed")).total === 0, 10_000, "The mails were not retried");
    hung.end();
  });

  test("a job whose lock nobody renews is done again", async () => {
    const hung = hanging();
    const queue = await workers((_job, id, stopping) => hung.run(id, stopping));
    await queue.wake("pull", "taken over");
    await eventually(async () => hung.begun.length === 1, 10_000);
    await store().ageLock("pull", 50);
    await eventually(async () => hung.begun.length === 2, 15_000, "Nobody took over");
  });

  test("a process that starts does at once what one that died had begun, to the end of the job", async () => {
    const [dead, alive] = [hanging(), hanging()];
    const first = await workers((_job, id, stopping) => dead.run(id, stopping));
    await first.wake("pull", "taken over");
    await eventually(async () => dead.begun.length === 1, 10_000);
    const second = await workers((_job, id, stopping) => alive.run(id, stopping));
    await second.releaseLocked("pull");
    await eventually(async () => dead.begun.length + alive.begun.length === 2, 10_000, "Nobody took over");
    dead.end();
    alive.end();
    await eventually(async () => (await store().jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
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
    forget();
    const rung: string[] = [];
    await workers(async (_job, id) => void rung.push(id));
    await eventually(async () => rung.length === 4, 12_000, "Jobs stayed locked");
  });
}
