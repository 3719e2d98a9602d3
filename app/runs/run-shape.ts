import { isFailedRequest } from "#domain/core/ports/run-records.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import { type RunRecord, unfinished } from "./run-calls.ts";

/** A run as the API tells it. */
export function runShape(run: RunRow) {
  return {
    runId: run.id,
    status: run.status,
    version: run.version,
    rowCount: run.row_count,
    error: run.error,
    asks: run.asks,
    warnings: run.warnings,
    started_at: run.started_at,
    ended_at: run.ended_at,
  };
}

/** A run as a line of the history. */
export function runLineShape(run: RunRow) {
  return { ...runShape(run), number: run.number, trigger: run.trigger, pages: run.pages };
}

/** A run with its operations, its progress and its requests. */
export function runRecordShape({ run, progress, requests }: RunRecord) {
  return {
    ...runLineShape(run),
    instance_id: run.instance_id,
    connector_id: run.connector_id,
    override: run.override,
    restart: run.restart,
    setting_keys: run.setting_keys,
    own_settings: run.own_settings,
    incremental: run.incremental.map(({ operation, cursor }) => ({ operation, cursor })),
    operations: run.operations.map(({ reached, from, ...operation }) => ({
      ...operation,
      from: from ?? null,
      cursor: reached?.cursor ?? null,
    })),
    progress: unfinished({ run, progress }),
    request_count: progress?.requests ?? null,
    failed_count: requests.filter(isFailedRequest).length,
    ignored_count: requests.filter(({ ignored }) => ignored).length,
    requests,
  };
}
