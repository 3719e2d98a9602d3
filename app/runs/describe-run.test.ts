import { expect, test } from "vitest";
import { endOfRun } from "./describe-run.ts";
import type { RunSummary } from "./runs.tsx";

const run = (more: Partial<RunSummary>): RunSummary => ({
  id: "connection-2",
  number: 2,
  version: 1,
  trigger: "manual",
  status: "success",
  pages: 3,
  rowCount: 228,
  error: null,
  warnings: [],
  startedAt: "2026-03-01T09:00:00Z",
  endedAt: "2026-03-01T09:00:05Z",
  ...more,
});

test.each<[Partial<RunSummary>, "success" | "error", string]>([
  [{ status: "running", rowCount: null, endedAt: null }, "success", "Run 2 has started."],
  [{}, "success", "Run 2 succeeded: 228 rows."],
  [{ rowCount: 1, warnings: ["One"] }, "success", "Run 2 succeeded: 1 row. There is a warning."],
  [{ warnings: ["One", "Two"] }, "success", "Run 2 succeeded: 228 rows. There are 2 warnings."],
  [
    { status: "partial", error: "1 of 2 rounds failed; the first said: The API answered 404" },
    "error",
    "Run 2 ended in part: 228 rows. 1 of 2 rounds failed; the first said: The API answered 404.",
  ],
  [{ status: "failed", rowCount: 0, error: "The API answered 401." }, "error", "Run 2 failed: The API answered 401."],
  [{ status: "abandoned", rowCount: null }, "error", "Run 2 failed: See the run for details."],
  [{ status: "failed", rowCount: 0, error: "x".repeat(400) }, "error", `Run 2 failed: ${"x".repeat(299)}…`],
  [{ status: "cancelled" }, "success", "Run 2 was cancelled."],
])("%j is said as a whole sentence, in the place of what was said of the run before", (more, kind, text) => {
  expect(endOfRun(run(more))).toEqual({
    id: "run-connection-2",
    kind,
    text,
    link: { to: "/run/connection-2", label: "See the run" },
  });
});
