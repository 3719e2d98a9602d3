import { afterAll, beforeAll, expect, test } from "vitest";
import { causeOf, person, type ProcessPorts, processPorts, valueOf } from "#testing/use-case-ports.ts";
import { createDataset, deleteDataset } from "#domain/use-cases/datasets/datasets.ts";
import { loadDataset } from "#domain/use-cases/datasets/load-dataset.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { executeLoad } from "./load-dataset.ts";

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

/** A dataset, and what is reported when its load fails after `before` has happened. */
async function failing(
  before: (datasetId: string, owner: string) => Promise<unknown>,
): Promise<{ status: string; reported: unknown[] }> {
  const [owner, datasetId] = [await person(ports), ports.ids.fresh()];
  const card = {
    title: "Rivers",
    description: "",
    category: "Other",
    keywords: [],
    isPublic: true,
    license: "none",
    fileName: "rivers.csv",
  };
  await valueOf(createDataset(ports, { ...card, datasetId }, owner, causeOf()));
  const reported: unknown[] = [];
  const uploads = {
    load: async () => {
      await before(datasetId, owner);
      throw new Error("no such file");
    },
  };
  const load = {
    ...ports,
    exclusive,
    uploads,
    dropTable: () => Promise.resolve(),
    passes: () => false,
    reportError: (error: unknown) => void reported.push(error),
  };
  expect(await executeLoad(load, datasetId, new AbortController().signal)).toBe("done");
  return { status: (await loadDataset(ports, datasetId)).status, reported };
}

test("a load that fails is recorded and reported", async () => {
  expect(await failing(() => Promise.resolve())).toMatchObject({
    status: "failed",
    reported: [{ message: "no such file" }],
  });
});

test("a load whose dataset was deleted meanwhile, and its file with it, is no fault", async () => {
  expect(await failing((datasetId, owner) => valueOf(deleteDataset(ports, datasetId, owner, causeOf())))).toEqual({
    status: "deleted",
    reported: [],
  });
});
