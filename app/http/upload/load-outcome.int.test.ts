import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { allProjections, openQueries } from "#projections/all.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { createReadModels } from "#runners/follower/read-models.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import {
  causeOf,
  person,
  processMigrations,
  type ProcessPorts,
  processPorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { loadOutcome } from "./load-outcome.ts";

/** What an upload answers while the read models have not applied its dataset: no follower runs here. */
let db: FreshDatabase;
let ports: ProcessPorts;
let models: Kysely<unknown>;
let owner: string;
let logReads = 0;
const asked = Promise.withResolvers<void>();
const platform = () => ({
  ports: {
    log: {
      ...ports.log,
      read: (...question: Parameters<typeof ports.log.read>) => {
        logReads += 1;
        return ports.log.read(...question).finally(asked.resolve);
      },
    },
  },
  queries: openQueries(models),
  uploads: { report: () => Promise.resolve(null) } as never,
  site: { appUrl: "http://localhost:3000", version: "1", contactFormUrl: null, outbox: true },
  readModels: createReadModels({
    pool: db.pool,
    store: ports.store,
    projections: allProjections,
    wakeUp: { wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 100))), newest: () => null },
  }),
});
beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
  models = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
  await migrate(db.pool, [...processMigrations, ...modelMigrations]);
  await prepareModels(models, allProjections);
  owner = await person(ports);
});
afterAll(async () => {
  await ports?.store.close();
  await db?.drop();
});

test("a dataset that the log holds is waited for, however late the read models are", async () => {
  const datasetId = ports.ids.fresh();
  const card = {
    title: "Late",
    description: "",
    category: "Other",
    keywords: [],
    license: "none",
    onRequest: false,
    isPublic: false,
  };
  await valueOf(uploadDataset(ports, { datasetId, ...card, fileName: "late.csv", by: owner }, causeOf()));
  const left = new AbortController();
  logReads = 0;
  const answer = loadOutcome(platform(), datasetId, owner, left.signal);
  await asked.promise;
  left.abort();
  expect(await answer).toMatchObject({
    status: 202,
    headers: { Location: `http://localhost:3000/api/assets/${datasetId}/load`, "Retry-After": "5" },
    body: { status_url: `http://localhost:3000/api/assets/${datasetId}/load` },
  });
  expect(logReads).toBe(1);
});

test("a dataset that the log does not hold is unknown", async () => {
  expect((await loadOutcome(platform(), ports.ids.fresh(), owner, null)).status).toBe(404);
});
