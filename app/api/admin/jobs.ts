import { z } from "zod";
import { JOB_STATES, type JobReport } from "#domain/core/ports/work-ports.ts";
import { removeJob, retryJob } from "../../administration/job-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

const body = z.strictObject({
  id: z.string(),
  kind: z.string(),
  about: z
    .string()
    .describe("The run, dataset, table or user that it is about; empty if there is one job of the kind."),
  recurring: z.boolean(),
  state: z.enum(JOB_STATES),
  since: z.string().describe("When it failed, began or was queued."),
  next_at: z.string().nullable(),
  failures: z.number().describe("How often it failed in a row."),
  error: z.string().nullable(),
});
const shape = ({ id, name, about, recurring, state, since, nextAt, failures, error }: JobReport) => ({
  ...{ id, kind: name, about, recurring, state, since: since.toISOString() },
  ...{ next_at: nextAt?.toISOString() ?? null, failures, error },
});
const path = "/api/admin/jobs";

export const listJobs = endpoint({
  method: "GET",
  path,
  who: "admin",
  summary: "The jobs in the queue: failed ones first, then running and waiting ones.",
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(JOB_STATES).optional().describe("Only jobs in this state."),
    kind: z.string().max(50).optional().describe("Only jobs of this kind."),
  }),
  answers: { 200: { body: z.array(body), about: "the jobs" } },
  run: async (request) => {
    const { context, query } = request;
    const filter = { state: query.state ?? null, name: query.kind ?? null };
    return listAnswer(request, await context.platform.jobsAdmin.page(filter, rangeOf(query)), shape);
  },
});

export const retry = endpoint({
  method: "POST",
  path: `${path}/{id}/retry`,
  who: "admin",
  summary: "Makes a job due now that has failed or waits for later.",
  answers: { 200: { body } },
  run: async ({ context, params: { id } }) => answered(await retryJob(context.platform, id), 200, shape),
});

export const remove = endpoint({
  method: "DELETE",
  path: `${path}/{id}`,
  who: "admin",
  summary: "Removes a failed job that does not come again by itself.",
  answers: { 200: { body } },
  run: async ({ context, params: { id } }) => answered(await removeJob(context.platform, id), 200, shape),
});
