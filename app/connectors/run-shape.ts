import type { RunRow } from "#projections/instances/queries.ts";

/** A run as the API tells it. */
export function runShape(run: RunRow) {
  return {
    runId: run.id,
    status: run.status,
    rowCount: run.row_count,
    error: run.error,
    warnings: run.warnings,
    started_at: run.started_at,
    ended_at: run.ended_at,
  };
}
