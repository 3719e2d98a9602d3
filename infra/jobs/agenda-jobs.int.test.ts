import { Writable } from "node:stream";
import { expect, test } from "vitest";
import type { JobHandler, JobName } from "#domain/core/ports/work-ports.ts";
import { eventually } from "#testing/eventually.ts";
import { createAgendaJobs } from "./agenda-jobs.ts";
import { createAgendaTables } from "./agenda-tables.ts";
import { agendaContract } from "#testing/contracts/agenda/agenda-contract.ts";
import { cutListeners, RIGHT_TIME } from "#testing/contracts/agenda/job-fixture.ts";
import { createLog } from "../observability/logger.ts";
import { openNotifications } from "../postgres/notifications.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

agendaContract(async () => {
  const { pool, drop } = await testDatabase();
  // Connections that the test cuts on purpose.
  pool.on("connect", (client) => client.on("error", () => undefined));
  await createAgendaTables(pool);
  const log = createLog("silent");
  const notifications = openNotifications(pool, log);
  return {
    createQueue: (lookEveryMs, time) =>
      createAgendaJobs({ pool, mongodbUrl: null, notifications, lookEveryMs, time, log }),
    cutNotifications: () => cutListeners(pool),
    ageLock: async (job, seconds) =>
      void (await pool.query("update agenda_jobs set locked_at = now() - $2 * interval '1 second' where name = $1", [
        job,
        seconds,
      ])),
    dueWithin: async (job, seconds) =>
      (
        await pool.query<{ all: boolean }>(
          "select coalesce(bool_and(next_run_at <= now() + $2 * interval '1 second'), false) as all from agenda_jobs where name = $1",
          [job, seconds],
        )
      ).rows[0]!.all,
    setAhead: async (seconds) =>
      void (await pool.query(
        `update agenda_jobs set next_run_at = now() + $1 * interval '1 second', locked_at = locked_at + $1 * interval '1 second'`,
        [seconds],
      )),
    jobsOf: async (job) =>
      (
        await pool.query<{ id: string }>("select data->>'id' as id from agenda_jobs where name = $1 order by 1", [job])
      ).rows.map(({ id }) => id),
    async close() {
      await notifications.stop();
      await drop();
    },
  };
});

test("indexes of a version that had fewer kinds of jobs are replaced", async () => {
  const { pool, drop } = await testDatabase();
  const ours = async () =>
    (
      await pool.query(
        "SELECT indexdef FROM pg_indexes WHERE indexname ~ '^agenda_jobs_(one|waiting|failed)' ORDER BY 1",
      )
    ).rows;
  try {
    await createAgendaTables(pool);
    const made = await ours();
    expect(made).toHaveLength(3);
    for (const name of ["agenda_jobs_one_for_each_id", "agenda_jobs_one_for_each_id_0123abcd"]) {
      await pool.query(`DO $$ DECLARE found text; BEGIN
          FOR found IN SELECT indexname FROM pg_indexes WHERE indexname ~ '^agenda_jobs_(one|waiting|failed)' LOOP
            EXECUTE 'DROP INDEX ' || found; END LOOP; END $$;
        CREATE UNIQUE INDEX ${name} ON agenda_jobs (name, (data->>'id')) WHERE type = 'normal' AND name = 'pull'`);
      await pool.query(`INSERT INTO agenda_jobs (name, type, data, next_run_at)
        SELECT 'load-dataset', 'normal', '{"id": "twice"}', now() FROM generate_series(1, 2)`);
      await createAgendaTables(pool);
      expect(await ours()).toEqual(made);
      expect((await pool.query("SELECT FROM agenda_jobs WHERE data->>'id' = 'twice'")).rowCount).toBe(1);
    }
  } finally {
    await drop();
  }
});

test("a job that another process removes before it begins is no error", async () => {
  const { pool, drop } = await testDatabase();
  await createAgendaTables(pool);
  // The job vanishes between the moment it is locked and the moment it begins.
  await pool.query(`
    CREATE FUNCTION vanish() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN DELETE FROM agenda_jobs WHERE id = OLD.id; RETURN NULL; END $$;
    CREATE TRIGGER vanish BEFORE UPDATE ON agenda_jobs FOR EACH ROW
      WHEN (OLD.last_run_at IS NULL AND NEW.last_run_at IS NOT NULL) EXECUTE FUNCTION vanish()`);
  const lines: string[] = [];
  const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  const log = createLog("info", destination);
  const notifications = openNotifications(pool, log);
  const queue = await createAgendaJobs({
    pool,
    mongodbUrl: null,
    notifications,
    lookEveryMs: 5_000,
    time: RIGHT_TIME,
    log,
  });
  const begun: string[] = [];
  const pull: JobHandler = { concurrency: 1, run: async (id) => void begun.push(id) };
  try {
    await queue.work({ pull } as Record<JobName, JobHandler>, {});
    await queue.wake("pull", "taken");
    await eventually(async () => lines.length > 0);
    await pool.query("DROP TRIGGER vanish ON agenda_jobs");
    await queue.wake("pull", "next");
    await eventually(async () => begun.length > 0);
  } finally {
    await queue.stop(5_000);
    await notifications.stop();
    await drop();
  }
  expect(begun).toEqual(["next"]);
  expect(lines.map((line) => (JSON.parse(line) as { level: string; msg: string }).level)).toEqual(["info"]);
});
