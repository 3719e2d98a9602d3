import { expect, test } from "vitest";
import type { JobName } from "#domain/core/ports/work-ports.ts";
import { eventually } from "../../eventually.ts";
import { shiftClock } from "../../time/shifted-clock.ts";
import { hanging, HARDLY_EVER_MS, ids, type JobFixture } from "./job-fixture.ts";

const DAY_MS = 86_400_000;

/** Jobs begin as soon as somebody asks for them, whatever clocks and connections do. */
export function ringingContract({ store, opened, workers }: JobFixture): void {
  test("a process that does no jobs rings in those that do, which hardly look by themselves", async () => {
    const [hung, rung] = [hanging(), new Set<string>()];
    const run = (job: JobName, id: string, stopping: AbortSignal) =>
      job === "pull" ? hung.run(id, stopping) : Promise.resolve(void rung.add(`${job} ${id}`));
    await workers(run, {}, 3, HARDLY_EVER_MS);
    const web = await opened(HARDLY_EVER_MS);
    for (const id of ids(5)) await web.wake("pull", id);
    await web.wake("load-dataset", "data");
    await web.wake("clean-up", "");
    await eventually(async () => rung.size === 2 && hung.begun.length === 3, 20_000, "Nobody heard the bell");
    hung.end();
    await eventually(async () => (await store().jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
  });

  test("what a process gives back when it stops is done by another that hardly looks by itself", async () => {
    const [first, second] = [hanging(), hanging()];
    const stopped = await workers(
      async (_job, id, stopping) => {
        await first.run(id, stopping);
        return { againInMs: 0 };
      },
      {},
      2,
      HARDLY_EVER_MS,
    );
    for (const id of ids(2)) await stopped.wake("pull", id);
    await eventually(async () => first.begun.length === 2, 10_000);
    await workers((_job, id, stopping) => second.run(id, stopping), {}, 2, HARDLY_EVER_MS);
    await stopped.stop(5_000);
    await eventually(async () => second.begun.length === 2, 20_000, "They waited");
    second.end();
    await eventually(async () => (await store().jobsOf("pull")).length === 0, 10_000, "Jobs stayed");
  });

  test("rings that were missed while the connection was cut are made up for", async () => {
    const rung: string[] = [];
    await workers(async (job, id) => void rung.push(`${job} ${id}`), {}, 2, HARDLY_EVER_MS);
    const web = await opened(HARDLY_EVER_MS);
    await store().cutNotifications();
    await web.wake("pull", "missed");
    await eventually(async () => rung.includes("pull missed"), 20_000, "The job did not begin");
  });

  test.each([DAY_MS, -DAY_MS])(
    "a clock of the process that is off by %d ms neither puts off nor loses a job",
    async (ms) => {
      const [hung, rung] = [hanging(), new Map<string, number>()];
      let ringing = 0;
      const run = (job: JobName, id: string, stopping: AbortSignal) => {
        if (id === "hangs") return hung.run(id, stopping);
        if (job === "schedule") ringing += 1;
        return Promise.resolve(void rung.set(`${job} ${id}`, (rung.get(`${job} ${id}`) ?? 0) + 1));
      };
      const queue = await workers(run, { schedule: 2 });
      await queue.wake("pull", "hangs");
      await eventually(async () => hung.begun.length === 1 && ringing > 0, 10_000);
      try {
        shiftClock(ms);
        // One in the time that is wrong, perhaps, and two more: none of the locks of this process is stuck.
        ringing = 0;
        await queue.wake("load-dataset", "meanwhile");
        await eventually(async () => ringing >= 3 && rung.has("load-dataset meanwhile"), 20_000, "Jobs were put off");
        const other = await workers(run);
        await other.wake("load-dataset", "of another process");
        await eventually(async () => rung.has("load-dataset of another process"), 20_000, "A new process does none");
      } finally {
        shiftClock(0);
      }
      ringing = 0;
      await eventually(async () => ringing >= 2, 20_000, "Jobs waited for the clock");
      expect(hung.begun).toEqual(["hangs"]);
      expect(await store().dueWithin("schedule", 3)).toBe(true);
      hung.end();
    },
  );

  test("jobs that were stored while the clock of the database was ahead are brought nearer", async () => {
    const first = await workers(async () => undefined, { "clean-up": 3_600, "take-over": 30 });
    const queue = await opened(HARDLY_EVER_MS);
    await eventually(
      async () => (await store().dueWithin("clean-up", 3_601)) && (await queue.lastRound("take-over")) !== null,
    );
    await first.stop(5_000);
    await queue.wake("pull", "of tomorrow");
    await store().setAhead(86_400);
    expect([await store().dueWithin("clean-up", 3_601), await store().dueWithin("take-over", 31)]).toEqual([
      false,
      false,
    ]);
    const rung: string[] = [];
    await workers(async (job, id) => void rung.push(`${job} ${id}`), { "clean-up": 3_600, "take-over": 30 });
    await eventually(async () => rung.includes("pull of tomorrow"), 20_000, "The job waited for tomorrow");
    expect([await store().dueWithin("clean-up", 3_601), await store().dueWithin("take-over", 31)]).toEqual([
      true,
      true,
    ]);
  });

  test("a cut connection for notifications ends nothing: jobs ring again", async () => {
    const rung: string[] = [];
    const queue = await workers(async (job, id) => void rung.push(`${job} ${id}`));
    await store().cutNotifications();
    await queue.wake("pull", "after");
    await eventually(async () => rung.includes("pull after"), 15_000, "The job did not ring");
  });
}
