import { afterAll, beforeAll, expect, test } from "vitest";
import { causeOf, person, type ProcessPorts, processPorts, valueOf } from "#testing/use-case-ports.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { executeLoad } from "./load-dataset.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { dataset } from "#domain/dataset/decider.ts";

let db: FreshDatabase;
let ports: ProcessPorts;
let exclusive: ReturnType<typeof createExclusiveWork>;

beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
  exclusive = createExclusiveWork(db.pool);
});
afterAll(async () => {
  await exclusive?.close();
  await db?.drop();
});

/** A dataset, and what is reported if its load fails after `before` has happened. */
async function failing(
  before: (datasetId: string, owner: string) => Promise<unknown>,
): Promise<{ status: string; reported: unknown[]; stored: unknown[] }> {
  const [owner, datasetId] = [await person(ports), ports.ids.fresh()];
  const card = {
    title: "Rivers",
    description: "",
    category: "Other",
    keywords: [],
    isPublic: true,
    license: "none",
    onRequest: false,
    fileName: "rivers.csv",
  };
  await valueOf(uploadDataset(ports, { ...card, datasetId, by: owner }, causeOf()));
  const reported: unknown[] = [];
  const uploads = {
    load: async () => {
      await before(datasetId, owner);
      throw new Error("no such file");
    },
    prune: () => Promise.resolve(),
  };
  const load = {
    ...ports,
    exclusive,
    uploads,
    dropTable: () => Promise.resolve(),
    combine: () => Promise.reject(new Error("nothing is combined")),
    measureTable: () => Promise.resolve(),
    passes: () => false,
    reportError: (error: unknown) => void reported.push(error),
  };
  expect(await executeLoad(load, datasetId, new AbortController().signal)).toBe("done");
  const datasets = aggregate(ports.log, dataset);
  const stored = (await datasets.history(datasetId)).filter(({ type }) => type === "DatasetLoadFailed");
  return { status: (await datasets.load(datasetId)).status, reported, stored: stored.map(({ data }) => data) };
}

test("a load that fails is recorded and reported", async () => {
  expect(await failing(() => Promise.resolve())).toMatchObject({
    status: "failed",
    reported: [{ message: "no such file" }],
    stored: [{ code: "fault", facts: {} }],
  });
});

test("a load whose dataset was deleted meanwhile, and its file with it, is no fault", async () => {
  expect(
    await failing((datasetId, owner) => valueOf(deleteDataset(ports, { datasetId, by: owner }, causeOf()))),
  ).toEqual({
    status: "deleted",
    reported: [],
    stored: [],
  });
});
