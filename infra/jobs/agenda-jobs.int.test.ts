import { Writable } from "node:stream";
import { expect, test } from "vitest";
import type { JobHandler, JobName } from "#domain/core/ports/work-ports.ts";
import { eventually } from "#testing/eventually.ts";
import { createAgendaJobs } from "./agenda-jobs.ts";
import { createAgendaTables } from "./agenda-tables.ts";
import { agendaContract } from "#testing/contracts/agenda.ts";
import { createLog } from "../observability/logger.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

agendaContract(async () => {
  const { pool, drop } = await testDatabase();
  // Connections that the test cuts on purpose.
  pool.on("connect", (client) => client.on("error", () => undefined));
  await createAgendaTables(pool);
  return {
    createQueue: () => createAgendaJobs({ pool, mongodbUrl: null, log: createLog("silent") }),
    cutNotifications: async () => {
      const { rowCount } = await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
      );
      if (rowCount === 0) throw new Error("No connection listens");
    },
    ageLock: async (job, seconds) =>
      void (await pool.query("update agenda_jobs set locked_at = now() - $2 * interval '1 second' where name = $1", [
        job,
        seconds,
      ])),
    jobsOf: async (job) =>
      (
        await pool.query<{ id: string }>("select data->>'id' as id from agenda_jobs where name = $1 order by 1", [job])
      ).rows.map(({ id }) => id),
    close: drop,
  };
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
  const queue = await createAgendaJobs({ pool, mongodbUrl: null, log: createLog("info", destination) });
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
    await drop();
  }
  expect(begun).toEqual(["next"]);
  expect(lines.map((line) => (JSON.parse(line) as { level: string; msg: string }).level)).toEqual(["info"]);
});
