import { z } from "zod";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { NEWEST_RUNS } from "#projections/instances/queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { cancel, recordOf, runsOfInstance } from "../../runs/run-calls.ts";
import { runBody, runLineBody, runLineShape, runRecordBody, runRecordShape, runShape } from "../shapes/run-shape.ts";

const RUNS = "/api/connectors/instance/{instanceId}/runs";

export const listRuns = endpoint({
  method: "GET",
  path: RUNS,
  who: "owner",
  about: "instance",
  summary: "The runs of a connection.",
  query: listQuery(NEWEST_RUNS, {}),
  answers: {
    200: { body: z.array(runLineBody), about: "the runs, newest first, each as above with number, trigger, pages" },
  },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const found = await runsOfInstance(context.platform, params.instanceId, viewer, rangeOf(query));
    return found.ok ? listAnswer(request, found.value, runLineShape) : found;
  },
});

export const getRun = endpoint({
  method: "GET",
  path: `${RUNS}/{runId}`,
  who: "owner",
  about: "instance",
  summary: "A run with its requests.",
  answers: {
    200: {
      body: runRecordBody,
      about:
        "the run with operations, incremental, override, restart, setting_keys, own_settings, its progress while it goes on or when it was cut off, and its requests (the first and last 500, secrets masked); ignored marks those whose answer the definition takes as no rows, failed_count and ignored_count say how many of these there are",
    },
  },
  run: async ({ context, viewer, params: { instanceId, runId } }) => {
    const found = await recordOf(context.platform, runId, viewer);
    if (found.ok && found.value.run.instanceId !== instanceId) return NOT_FOUND;
    return answered(found, 200, runRecordShape);
  },
});

export const cancelRun = endpoint({
  method: "POST",
  path: `${RUNS}/{runId}/cancel`,
  who: "owner",
  scope: "run",
  about: "instance",
  summary: "Ends a run.",
  answers: {
    200: { body: runBody, about: "the run, cancelled; its rows are thrown away; 409 when it has ended" },
  },
  run: async ({ context, viewer, params: { instanceId, runId }, cause }) =>
    answered(await cancel(context.platform, { instanceId, runId }, viewer, cause), 200, runShape),
});
