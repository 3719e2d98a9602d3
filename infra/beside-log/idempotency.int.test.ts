import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredAnswer } from "#domain/core/ports/ports.ts";
import { Secret } from "#domain/core/text/secret.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { listenTo, type WakeUp } from "../event-store/wake-up.ts";
import { createLog } from "../observability/logger.ts";
import { createIdempotency } from "./idempotency.ts";
import { ANSWERS_CHANNEL, idempotencyMigrations } from "./stored-answers.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

let db: FreshDatabase;
let answered: WakeUp;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, idempotencyMigrations);
  answered = listenTo(db.pool, ANSWERS_CHANNEL, createLog("silent"));
});
afterAll(async () => {
  await answered?.stop();
  await db?.drop();
});

const keeper = (...secrets: [string, ...string[]]) => keeperOn(db.pool, ...secrets);
const keeperOn = (pool: Pool, ...secrets: [string, ...string[]]) => {
  const { once } = createIdempotency({
    pool,
    answered,
    secrets: secrets.map((text) => new Secret(text.padEnd(32, "."))) as [Secret, ...Secret[]],
  });
  return {
    once: (key: string, fingerprint: string, work: () => Promise<StoredAnswer>) =>
      once({ userId: "ana", key, fingerprint }, work),
  };
};
const answer = (status: number, body = "text") => ({ status, body, headers: [["x-a", "1"]] as const });

test("the first call works, the others get its answer, and another request under the key is refused", async () => {
  let worked = 0;
  const work = async () => {
    worked += 1;
    return answer(201, `answer ${worked}`);
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => keeper("one").once("key", "print", work)));
  expect(worked).toBe(1);
  expect(answers.filter((each) => each !== "key-reused").map((each) => each.answer)).toEqual(
    answers.map(() => answer(201, "answer 1")),
  );
  expect(answers.filter((each) => each !== "key-reused" && !each.replayed)).toHaveLength(1);
  expect(await keeper("one").once("key", "another print", work)).toBe("key-reused");
});

test("a call that waits asks again when the answer is there, and not at a fixed pace", async () => {
  let questions = 0;
  const counting = new Proxy(db.pool, {
    get: (pool, name) => {
      if (name === "query") questions += 1;
      const value: unknown = Reflect.get(pool, name);
      return typeof value === "function" ? value.bind(pool) : value;
    },
  });
  const release = Promise.withResolvers<void>();
  const first = keeper("one").once("awaited", "", async () => release.promise.then(() => answer(200)));
  const claimed = "select from requests.answers where key = 'awaited'";
  while ((await db.pool.query(claimed)).rowCount === 0) continue;
  const waiter = keeperOn(counting, "one").once("awaited", "", async () => answer(500));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(questions).toBeLessThanOrEqual(2);
  release.resolve();
  await first;
  const answeredAt = performance.now();
  expect(await waiter).toMatchObject({ answer: { status: 200 }, replayed: true });
  // Without being told it would ask after 1.5 s.
  expect(performance.now() - answeredAt).toBeLessThan(1_200);
});

test("answers are kept sealed, and a new secret still opens those of the old one", async () => {
  await keeper("old").once("sealed", "", async () => answer(200, "trib_a-fresh-key"));
  expect(JSON.stringify((await db.pool.query("select * from requests.answers")).rows)).not.toContain(
    "trib_a-fresh-key",
  );
  const again = await keeper("new", "old").once("sealed", "", async () => answer(500));
  expect(again).toMatchObject({ answer: { status: 200, body: "trib_a-fresh-key" }, replayed: true });
});

test.each([401, 402, 403, 408, 409, 429, 500, 503, 507])(
  "the answer %s holds for now: the next call tries again",
  async (status) => {
    expect(await keeper("one").once(`later ${status}`, "", async () => answer(status))).toMatchObject({
      answer: { status },
      replayed: false,
    });
    expect(await keeper("one").once(`later ${status}`, "", async () => answer(200))).toMatchObject({
      answer: { status: 200 },
      replayed: false,
    });
  },
);

test.each([200, 201, 202, 400, 404, 405, 410, 413, 414, 415, 422])("the answer %s lasts", async (status) => {
  await keeper("one").once(`lasting ${status}`, "", async () => answer(status));
  expect(await keeper("one").once(`lasting ${status}`, "", async () => answer(200))).toMatchObject({
    answer: { status },
    replayed: true,
  });
});

test("work that throws leaves nothing; work whose process died is taken over", async () => {
  await expect(keeper("one").once("thrown", "", async () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
  expect(await keeper("one").once("thrown", "", async () => answer(200))).toMatchObject({ answer: { status: 200 } });
  await db.pool.query(
    "insert into requests.answers (key, fingerprint, claimed_at) values ('dead', '', now() - interval '2 minutes')",
  );
  expect(await keeper("one").once("dead", "", async () => answer(200))).toMatchObject({ answer: { status: 200 } });
});
