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
