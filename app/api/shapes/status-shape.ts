import { z } from "zod";
import { LOAD_FAILURE_CODES } from "../../http/refusals/load-failures.ts";
import { RUN_FAILURE_CODES } from "../../http/refusals/run-failures.ts";
import { loadReportBody } from "../../datasets/loads/load-report-shape.ts";
import type { Status } from "../../waiting/status.ts";

const CODES = [...new Set<string>([...RUN_FAILURE_CODES, ...LOAD_FAILURE_CODES])].sort() as [string, ...string[]];

/** How far a run or a load is. */
export const statusBody = z
  .strictObject({
    id: z.string().describe("Of the run, or of the dataset that is loaded."),
    state: z.enum(["waiting", "running", "succeeded", "partial", "failed", "cancelled"]),
    stage: z.string().nullable().describe("What is being done: the operation of a run, the step of a load."),
    done: z.number().nullable().describe("How much of the stage is done: rounds of an operation, bytes of a file."),
    of: z.number().nullable().describe("Of how much; null if nobody knows."),
    rows: z.number().nullable(),
    error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
    started_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: "Status" });

/** How far a load is; at its end with what it decided about the file. Event streams leave `report` out. */
export const loadStatusBody = statusBody
  .extend({
    retryable: z
      .boolean()
      .describe(
        "true: it has failed for a reason that is not in its file, which is kept for a day: POST …/load/retry. With the error columns-changed the retry has to take the columns.",
      ),
    report: loadReportBody.nullable().optional(),
  })
  .meta({ id: "LoadStatus" });

/** How far a run is. */
export function statusShape({ startedAt, endedAt, retryable: _, ...status }: Status) {
  return { ...status, started_at: startedAt, ended_at: endedAt };
}

/** How far a load is. */
export function loadStatusShape(status: Status) {
  return { ...statusShape(status), retryable: status.retryable === true };
}
