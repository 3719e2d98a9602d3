import { z } from "zod";
import { loadReportOf } from "../../datasets/loads/load-report-calls.ts";
import { ownersOnly } from "../../datasets/dataset-calls.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { cancelLoadOf } from "../../datasets/loads/cancel-load-calls.ts";
import { retryLoadOf } from "../../datasets/loads/retry-load-calls.ts";
import { endpoint, type EndpointRequest } from "../../http/json-api/endpoint.ts";
import { columnsQuery } from "../../http/upload/version/version-endpoints.ts";
import { acceptedHeaders, loadStatusUrl, LOOK_AGAIN_S } from "../../waiting/accepted.ts";
import { isOver, type Status } from "../../waiting/status.ts";
import { MOST_WAIT_S, ownsRun, statusAsked } from "../../waiting/status-calls.ts";
import type { StatusWatch } from "../../waiting/status-watch.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { loadReportShape } from "../../datasets/loads/load-report-shape.ts";
import { loadStatusBody, loadStatusShape, statusBody, statusShape } from "../shapes/status-shape.ts";

const query = z.strictObject({
  wait: z
    .string()
    .optional()
    .describe(`Seconds from 0 to ${MOST_WAIT_S}: the answer comes at the end, or after this time.`),
});
const answers = {
  200: {
    body: statusBody,
    also: ["text/event-stream"],
    about:
      "the status, with Retry-After while it goes on; with Accept: text/event-stream a status at each change, until the last one",
  },
  204: { types: [], about: "to an event stream that connects again after the last status" },
} as const;

const loadAnswers = { ...answers, 200: { ...answers[200], body: loadStatusBody } } as const;

type StatusRequest = EndpointRequest<UserRow, unknown, z.infer<typeof query>, unknown>;

type Followed<S> = {
  readonly id: string;
  readonly watch: StatusWatch<Status>;
  readonly shape: (status: Status) => S;
  readonly may: (viewer: UserRow) => Promise<boolean>;
  /** What the last status says besides. */
  readonly ended?: (status: Status) => Promise<object>;
};

async function statusOf<S extends object>(
  { context, request, viewer, query: { wait } }: StatusRequest,
  { ended = () => Promise.resolve({}), ...followed }: Followed<S>,
) {
  const { shape } = followed;
  const found = await statusAsked({ context, request, viewer, wait, ...followed });
  if (found === "no-more") return { status: 204, text: "" };
  if ("stream" in found || !found.ok) return found;
  const again: Record<string, string> = isOver(found.value) ? {} : { "Retry-After": String(LOOK_AGAIN_S) };
  const more = isOver(found.value) ? await ended(found.value) : {};
  return answer(200, { ...shape(found.value), ...more }, { "Cache-Control": "no-store", Vary: "Accept", ...again });
}

export const runStatus = endpoint({
  method: "GET",
  path: "/api/runs/{id}",
  who: "owner",
  about: "run",
  summary: "How far a run is.",
  query,
  answers,
  run: async (request) => {
    const { platform } = request.context;
    const { id } = request.params;
    const may = (viewer: UserRow) => ownsRun(platform, id, viewer);
    if (!(await may(request.viewer))) return NOT_FOUND;
    return statusOf(request, { id, watch: platform.waiting.runs, shape: statusShape, may });
  },
});

export const loadStatus = endpoint({
  method: "GET",
  path: "/api/assets/{id}/load",
  who: "owner",
  about: "dataset",
  summary: "How far the newest load of a dataset is.",
  query,
  answers: loadAnswers,
  run: async (request) => {
    const { platform } = request.context;
    const { id } = request.params;
    const refusal = (viewer: UserRow) => ownersOnly(platform, id, viewer);
    const ended = async ({ state }: Status) => {
      const report = state === "succeeded" ? await loadReportOf(platform, id, request.viewer.id) : null;
      return { report: report && loadReportShape(report) };
    };
    const may = async (viewer: UserRow) => (await refusal(viewer)) === null;
    return (
      (await refusal(request.viewer)) ??
      statusOf(request, { id, watch: platform.waiting.loads, shape: loadStatusShape, may, ended })
    );
  },
});

export const cancelLoad = endpoint({
  method: "POST",
  path: "/api/assets/{id}/load/cancel",
  who: "owner",
  about: "dataset",
  summary: "Ends the load of a dataset's next version. A first load ends when the dataset is deleted.",
  answers: {
    200: { body: loadStatusBody, about: "the load, cancelled; readers keep the version before; 409 when it has ended" },
  },
  run: async ({ context, viewer, params: { id }, cause }) => {
    const cancelled = await cancelLoadOf(context.platform, { datasetId: id }, viewer, cause);
    if (!cancelled.ok) return cancelled;
    const status = (await context.platform.waiting.loads.look([id])).get(id);
    return status ? answer(200, loadStatusShape(status)) : NOT_FOUND;
  },
});

export const retryLoad = endpoint({
  method: "POST",
  path: "/api/assets/{id}/load/retry",
  who: "owner",
  about: "dataset",
  summary:
    "Loads the file of a failed load again, without another upload: if its status is retryable. The file of a later version is kept for a day, the first one as long as its dataset.",
  body: z.strictObject({ columns: columnsQuery }),
  answers: {
    202: {
      body: loadStatusBody,
      about: "the load, which goes on; Location is where to wait for it",
      location: ({ id }: { id: string }) => `/api/assets/${id}/load`,
    },
  },
  run: async ({ context: { platform }, viewer, params: { id }, body, cause }) => {
    const asked = { datasetId: id, takesColumns: body.columns === "change" };
    const retried = await retryLoadOf(platform, asked, viewer, cause);
    if (!retried.ok) return retried;
    const status = (await platform.waiting.loads.look([id])).get(id);
    return status ? answer(202, loadStatusShape(status), acceptedHeaders(loadStatusUrl(platform.site, id))) : NOT_FOUND;
  },
});
