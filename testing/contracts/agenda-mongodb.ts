import { MongoClient } from "mongodb";
import { test } from "vitest";
import { createAgendaJobs } from "#infra/jobs/agenda-jobs.ts";
import { agendaContract } from "./agenda.ts";
import { createLog } from "#infra/observability/logger.ts";
import pg from "pg";

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
    const unused = new pg.Pool({ max: 1 });
    return {
      createQueue: () => createAgendaJobs({ pool: unused, mongodbUrl: address.href, log: createLog("silent") }),
      cutNotifications: () => Promise.resolve(),
      ageLock: async (job, seconds) => {
        await client
          .db()
          .collection("agenda_jobs")
          .updateMany({ name: job }, { $set: { lockedAt: new Date(Date.now() - seconds * 1_000) } });
      },
      jobsOf: async (job) =>
        (await client.db().collection("agenda_jobs").find({ name: job }).toArray())
          .map(({ data }) => (data as { id: string }).id)
          .sort(),
      async close() {
        await client.db().dropDatabase();
        await client.close();
        await unused.end();
      },
    };
  });
}
