import { MongoClient } from "mongodb";
import { test } from "vitest";
import { createAgendaJobs } from "#infra/jobs/agenda-jobs.ts";
import { agendaContract } from "./agenda-contract.ts";
import { cutListeners } from "./job-fixture.ts";
import { createLog } from "#infra/observability/logger.ts";
import { openNotifications } from "#infra/postgres/notifications.ts";
import { testDatabase } from "../../postgres/test-database.ts";

/** `npm run test:mongo`: Agenda on a real MongoDB at MONGODB_URL, in databases of its own. Not part of `npm test`. */
const url = process.env["MONGODB_URL"];

if (!url) {
  console.log("Skipped: set MONGODB_URL (mongodb://…) to run the contract of the job queue against MongoDB.");
  test.skip("the job queue on MongoDB (MONGODB_URL is not set)", () => undefined);
} else {
  agendaContract(async () => {
    const address = new URL(url);
    address.pathname = `/tributary_test_${crypto.randomUUID().slice(0, 8)}`;
    const client = await MongoClient.connect(address.href);
    const { pool, drop } = await testDatabase();
    pool.on("connect", (connection) => connection.on("error", () => undefined));
    const log = createLog("silent");
    const notifications = openNotifications(pool, log);
    return {
      createQueue: (lookEveryMs, time) =>
        createAgendaJobs({ ...{ pool, notifications, lookEveryMs, time, log }, mongodbUrl: address.href }),
      cutNotifications: () => cutListeners(pool),
      ageLock: async (job, seconds) => {
        await client
          .db()
          .collection("agenda_jobs")
          .updateMany({ name: job }, { $set: { lockedAt: new Date(Date.now() - seconds * 1_000) } });
      },
      dueWithin: async (job, seconds) => {
        const due = new Date(Date.now() + seconds * 1_000);
        const all = await client.db().collection("agenda_jobs").find({ name: job }).toArray();
        return all.length > 0 && all.every(({ nextRunAt }) => (nextRunAt as Date) <= due);
      },
      setAhead: async (seconds) => {
        const nextRunAt = new Date(Date.now() + seconds * 1_000);
        await client.db().collection("agenda_jobs").updateMany({}, { $set: { nextRunAt } });
      },
      jobsOf: async (job) =>
        (await client.db().collection("agenda_jobs").find({ name: job }).toArray())
          .map(({ data }) => (data as { id: string }).id)
          .sort(),
      async close() {
        await client.db().dropDatabase();
        await client.close();
        await notifications.stop();
        await drop();
      },
    };
  });
}
