import { z } from "zod";
import { findingSentence } from "#domain/core/findings/finding.ts";
import { isFailedRequest, type RunRequest } from "#domain/core/ports/run-records.ts";
import { runFailureSentence } from "../../http/refusals/run-failures.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import { type RunRecord, unfinished } from "../../runs/run-calls.ts";

const runFields = {
  runId: z.string(),
  status: z.enum(["running", "success", "partial", "failed", "cancelled", "abandoned"]),
  version: z.number().nullable().describe("The connector's."),
  rowCount: z.number().nullable(),
  error: z.string().nullable(),
  asks: z.enum(["restart", "restart_or_replace"]).nullable(),
  warnings: z.array(z.string()),
  started_at: z.string(),
  ended_at: z.string().nullable(),
};
const lineFields = {
  ...runFields,
  number: z.number(),
  trigger: z.enum(["manual", "schedule"]),
  pages: z.number().nullable(),
};
const operationBody = z.strictObject({
  operation: z.string(),
  status: z.enum(["success", "partial", "failed"]),
  disposition: z.enum(["merge", "replace", "append"]),
  requests: z.number(),
  pages: z.number(),
  rows: z.number(),
  error: z.string().nullable(),
  from: z.string().nullable(),
  cursor: z.string().nullable(),
});
const progressBody = z.strictObject({
  operations: z.array(
    z.strictObject({
      operation: z.string(),
      round: z.number(),
      rounds: z.number(),
      requests: z.number(),
      pages: z.number(),
      rows: z.number(),
    }),
  ),
  wait: z
    .strictObject({
      until: z.string(),
      ms: z.number(),
      cause: z.enum(["asked", "retry", "rate_limit"]),
      why: z.string().nullable(),
    })
    .nullable(),
  requests: z.number(),
});
const requestBody = z.strictObject({
  number: z.number(),
  at: z.string(),
  operation: z.string(),
  attempt: z.number(),
  method: z.string(),
  url: z.string(),
  status: z.number().nullable(),
  bytes: z.number().nullable(),
  ms: z.number().nullable(),
  rows: z.number().nullable(),
  ignored: z.boolean(),
  note: z.string().nullable(),
});

/** A run in the API. */
export const runBody = z.strictObject(runFields).meta({ id: "Run" });

/** A run that goes on. */
export const acceptedRunBody = z.strictObject({ ...runFields, status_url: z.string() }).meta({ id: "AcceptedRun" });

/** A run in a list. */
export const runLineBody = z.strictObject(lineFields).meta({ id: "RunLine" });

/** A run with its operations, its progress and its requests. */
export const runRecordBody = z
  .strictObject({
    ...lineFields,
    instance_id: z.string(),
    connector_id: z.string(),
    override: z.boolean(),
    restart: z.boolean(),
    setting_keys: z.array(z.string()),
    own_settings: z.boolean(),
    incremental: z.array(z.strictObject({ operation: z.string(), cursor: z.string() })),
    operations: z.array(operationBody),
    progress: progressBody.nullable(),
    request_count: z.number().nullable(),
    failed_count: z.number(),
    ignored_count: z.number(),
    requests: z.array(requestBody),
  })
  .meta({ id: "RunRecord" });

/** A run in the API. */
export function runShape(run: RunRow) {
  return {
    runId: run.id,
    status: run.status,
    version: run.version,
    rowCount: run.rowCount,
    error: runFailureSentence(run.failure),
    asks: run.asks,
    warnings: run.warnings.map(findingSentence),
    started_at: run.startedAt,
    ended_at: run.endedAt,
  };
}

/** A run in a list. */
export function runLineShape(run: RunRow) {
  return { ...runShape(run), number: run.number, trigger: run.trigger, pages: run.pages };
}

/** A run with its operations, its progress and its requests. */
export function runRecordShape({ run, progress, requests }: RunRecord) {
  return {
    ...runLineShape(run),
    instance_id: run.instanceId,
    connector_id: run.connectorId,
    override: run.override,
    restart: run.restart,
    setting_keys: run.settingKeys,
    own_settings: run.ownSettings,
    incremental: run.incremental.map(({ operation, cursor }) => ({ operation, cursor })),
    operations: run.operations.map((each) => ({
      operation: each.operation,
      status: each.status,
      disposition: each.disposition,
      requests: each.requests,
      pages: each.pages,
      rows: each.rows,
      error: runFailureSentence(each.failure),
      from: each.from ?? null,
      cursor: each.reached?.cursor ?? null,
    })),
    progress: unfinished({ run, progress }),
    request_count: progress?.requests ?? null,
    failed_count: requests.filter(isFailedRequest).length,
    ignored_count: requests.filter(({ ignored }) => ignored).length,
    requests: requests.map(requestShape),
  };
}

function requestShape(request: RunRequest) {
  const { number, at, operation, attempt, method, url, status, bytes, ms, rows, ignored, note } = request;
  return { number, at, operation, attempt, method, url, status, bytes, ms, rows, ignored, note };
}
