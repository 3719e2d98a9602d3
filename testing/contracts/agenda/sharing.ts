import { expect, test } from "vitest";
import type { JobName } from "#domain/core/ports/work-ports.ts";
import { eventually } from "../../eventually.ts";
import { hanging, ids, type JobFixture } from "./job-fixture.ts";

/** Kinds of jobs and processes leave room for each other. */
export function sharingContract({ workers, forget }: JobFixture): void {
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
    forget();
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
}
