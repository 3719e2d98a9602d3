import { createAgendaJobs } from "./agenda-jobs.ts";
import { agendaContract } from "./contract-agenda.ts";
import { createLog } from "./logger.ts";
import { testDatabase } from "./test-database.ts";

agendaContract(async () => {
  const { pool, drop } = await testDatabase();
  return {
    createQueue: () => createAgendaJobs({ pool, mongodbUrl: null, log: createLog("silent") }),
    ageLock: async (job, seconds) => void (await pool.query("update agenda_jobs set locked_at = now() - $2 * interval '1 second' where name = $1", [job, seconds])),
    close: drop,
  };
});
