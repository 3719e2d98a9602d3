import { expect, test } from "vitest";
import type { RunRow } from "#projections/instances/queries.ts";
import type { LoadRow } from "#projections/catalogue/dataset-queries.ts";
import { loadStatus, runStatus } from "./status.ts";

const at = { startedAt: "2026-11-23T10:00:00.000Z", endedAt: null };
const run: RunRow = {
  ...{ id: "i-1", instanceId: "i", number: 1, version: 1, trigger: "manual", status: "running", pages: null },
  ...{ rowCount: null, failure: null, asks: null, warnings: [], deadline: "2026-11-23T16:00:00.000Z", ...at },
};
const operation = (id: string, round: number, rows: number) => ({
  ...{ operation: id, round, rounds: 4, requests: 3, pages: 2, rows },
});
const ended = { endedAt: "2026-11-23T10:01:00.000Z" };
const none = { stage: null, done: null, of: null };

test("a run that no runner has taken is waiting; then it has its operation, rounds and rows", () => {
  expect(runStatus(run, undefined)).toEqual({ id: "i-1", state: "waiting", ...none, rows: null, error: null, ...at });
  const progress = { operations: [operation("towns", 4, 10), operation("rivers", 2, 5)], wait: null, requests: 6 };
  expect(runStatus(run, progress)).toEqual({
    ...{ id: "i-1", state: "running", stage: "rivers", done: 1, of: 4, rows: 15, error: null },
    ...at,
  });
  expect(runStatus(run, { operations: [], wait: null, requests: 0 })).toMatchObject({
    state: "running",
    ...none,
    rows: 0,
  });
});

test.each([
  ["success", "succeeded", null],
  ["partial", "partial", "took-too-long"],
  ["failed", "failed", "table-gone"],
  ["abandoned", "failed", "deadline-passed"],
  ["cancelled", "cancelled", null],
] as const)("a run that ended as %s has %s and why", (status, state, code) => {
  const failure = code && ({ code, facts: code === "took-too-long" ? { limitMs: 60_000 } : {} } as RunRow["failure"]);
  const found = runStatus({ ...run, ...ended, status, rowCount: 7, failure }, undefined);
  expect(found).toMatchObject({ state, ...none, rows: 7, ...ended });
  expect(found.error?.code ?? null).toBe(code);
  if (code === "table-gone") expect(found.error?.message).toBe("The table to which rows should be added is gone.");
});

const load: LoadRow = {
  ...{ id: "d", status: "loading", pending: null, loadFailure: null, rows: null, loadFile: null },
  ...{ loadStartedAt: at.startedAt, loadEndedAt: null },
};

test("a load is waiting, running by its steps, and ended", () => {
  expect(loadStatus(load, undefined)).toEqual({
    ...{ id: "d", state: "waiting", ...none, rows: null, error: null, retryable: false },
    ...at,
  });
  expect(loadStatus(load, { stage: "receive", bytes: 1, ofBytes: null, rows: 0 }).state).toBe("waiting");
  expect(loadStatus(load, { stage: "load", bytes: 10, ofBytes: 100, rows: 3 })).toEqual({
    ...{ id: "d", state: "running", stage: "load", done: 10, of: 100, rows: 3, error: null, retryable: false },
    ...at,
  });
  const over = { ...load, loadEndedAt: ended.endedAt };
  expect(loadStatus({ ...over, status: "ready", rows: 9 }, undefined)).toMatchObject({
    state: "succeeded",
    rows: 9,
    ...ended,
  });
  expect(loadStatus({ ...over, status: "failed", loadFailure: { code: "empty", facts: {} } }, undefined)).toMatchObject(
    {
      state: "failed",
      error: { code: "empty", message: "The file is empty." },
    },
  );
});

test("a load that its owner cancelled is neither failed nor done", () => {
  const cancelled = {
    ...load,
    status: "ready" as const,
    rows: 9,
    loadFailure: { code: "cancelled" as const, facts: {} },
  };
  expect(loadStatus(cancelled, undefined)).toMatchObject({
    state: "cancelled",
    error: { code: "cancelled", message: "The load was cancelled." },
  });
});

test("a new version is loading while readers see the one before", () => {
  const next: LoadRow = { ...load, status: "ready", rows: 9, pending: { uploadId: "u", fileName: "next.csv" } };
  expect(loadStatus(next, undefined)).toMatchObject({ state: "waiting", rows: null, endedAt: null });
  expect(loadStatus(next, { stage: "load", bytes: 1, ofBytes: 2, rows: 3 })).toMatchObject({
    state: "running",
    rows: 3,
  });
});
