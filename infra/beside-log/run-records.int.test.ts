import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunRequest } from "#domain/core/ports/run-records.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { runRecordMigrations } from "./run-record-migrations.ts";
import { createRunRecords } from "./run-records.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, runRecordMigrations);
});
afterAll(() => db?.drop());

const request: RunRequest = {
  number: 1,
  at: "2026-11-21T05:00:00.000Z",
  operation: "items",
  attempt: 1,
  method: "GET",
  url: "https://api.test",
  status: null,
  bytes: null,
  ms: null,
  rows: null,
  ignored: false,
  note: null,
};
const nothing = { operations: [], wait: null, requests: 1 };

test("a request changes while it is under way, and a run that is done again begins anew", async () => {
  const records = createRunRecords(db.pool);
  await records.begin({ runId: "a-1", instanceId: "a", number: 1 });
  await records.keep("a-1", nothing, [request]);
  await records.keep("a-1", nothing, [{ ...request, status: 200, bytes: 5_000_000_000, rows: 2, ms: 3, note: "well" }]);
  expect(await records.requests("a-1")).toEqual([
    { ...request, status: 200, bytes: 5_000_000_000, rows: 2, ms: 3, note: "well" },
  ]);
  await records.begin({ runId: "a-1", instanceId: "a", number: 1 });
  expect(await records.requests("a-1")).toEqual([]);
});

test("what comes for a run whose record is gone is let go", async () => {
  const records = createRunRecords(db.pool);
  await records.keep("gone-1", nothing, [request]);
  expect(await records.requests("gone-1")).toEqual([]);
  expect((await records.progress(["gone-1"])).size).toBe(0);
});

test("the sweep keeps the last fifty runs of each connection, and nothing of connections that are gone", async () => {
  const records = createRunRecords(db.pool);
  for (const instanceId of ["kept", "removed"]) {
    for (let number = 1; number <= 53; number += 1)
      await records.begin({ runId: `${instanceId}-${number}`, instanceId, number });
    await records.keep(`${instanceId}-53`, nothing, [request]);
  }
  await records.keep("kept-1", nothing, [request]);
  await records.sweep(async (ids) => new Set(ids.filter((id) => id !== "removed")), AbortSignal.timeout(60_000));
  const { rows } = await db.pool.query<{ number: number }>(
    "select number from run_records.runs where instance_id <> 'a' order by number",
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 4));
  expect((await db.pool.query("select run_id from run_records.requests")).rows).toEqual([{ run_id: "kept-53" }]);
});
