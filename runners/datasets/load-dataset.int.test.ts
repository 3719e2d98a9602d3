import { readFileSync } from "node:fs";
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
  found?: object,
): Promise<{ status: string; reported: unknown[]; stored: unknown[]; dropped: string[] }> {
  const dropped: string[] = [];
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
      if (found) return found as never;
      throw new Error("no such file");
    },
    prune: () => Promise.resolve(),
  };
  const load = {
    ...ports,
    exclusive,
    uploads,
    dropTable: async (physical: string) => void dropped.push(physical),
    combine: () => Promise.reject(new Error("nothing is combined")),
    measureTable: () => Promise.resolve(),
    passes: () => false,
    reportError: (error: unknown) => void reported.push(error),
  };
  expect(await executeLoad(load, datasetId, new AbortController().signal)).toBe("done");
  const datasets = aggregate(ports.log, dataset);
  const stored = (await datasets.history(datasetId)).filter(({ type }) => type === "DatasetLoadFailed");
  return { status: (await datasets.load(datasetId)).status, reported, stored: stored.map(({ data }) => data), dropped };
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
    dropped: [],
  });
});

const { report: REPORT } = JSON.parse(
  readFileSync(new URL("../../domain/use-cases/golden/DatasetLoaded.v1.report-pipes.json", import.meta.url), "utf8"),
) as { report: object };

/** As wide as a file may be, with labels of 300 characters. */
const WIDE = Array.from({ length: 1_600 }, (_, n) => ({
  name: `column_${n}`,
  label: `${n} ${"é".repeat(300)}`.slice(0, 300),
  type: "text" as const,
}));

test.each([
  [
    "rows whose columns are more than the log takes at once",
    {
      ok: true,
      table: { physical: "t_wide", columns: WIDE, rows: 1, contentHash: "0".repeat(64) },
      report: REPORT,
      rejected: { count: 0 },
    },
    ["t_wide"],
  ],
  [
    "a failure that names so many columns",
    { ok: false, failure: { code: "columns-changed", facts: { oldColumns: WIDE, newColumns: WIDE } } },
    [],
  ],
])("%s are a failure of their own, recorded once", async (_, found, dropped) => {
  expect(await failing(() => Promise.resolve(), found)).toMatchObject({
    status: "failed",
    stored: [{ code: "columns-too-long", facts: { maxBytes: 1_000_000 } }],
    dropped,
  });
});

test("rows whose report no event can hold are a fault of ours, recorded once", async () => {
  const found = {
    ok: true,
    table: { physical: "t_odd", columns: WIDE.slice(0, 1), rows: 1, contentHash: "0".repeat(64) },
    report: { ...REPORT, skippedLines: Number.POSITIVE_INFINITY },
    rejected: { count: 0 },
  };
  expect(await failing(() => Promise.resolve(), found)).toMatchObject({
    status: "failed",
    stored: [{ code: "fault", facts: {} }],
    dropped: ["t_odd"],
  });
});
