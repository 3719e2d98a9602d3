import { z } from "zod";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { OWN_REQUESTS, type RequestRow } from "#projections/requests/queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";

const requestBody = z.strictObject({
  asset_id: z.string(),
  status: z.enum(["open", "approved", "refused", "withdrawn", "ended"]),
  reason: z.string(),
  note: z.string().nullable(),
  until: z.string().nullable(),
  requested_at: z.string(),
  answered_at: z.string().nullable(),
});

/** A request for access as the user who asked sees it. */
export const ownRequestShape = ({ datasetId, status, reason, note, until, ...times }: RequestRow) => ({
  ...{ asset_id: datasetId, status, reason, note, until },
  ...{ requested_at: times.requestedAt, answered_at: times.answeredAt },
});

export const listOwnRequests = endpoint({
  method: "GET",
  path: "/api/access/requests",
  who: "user",
  summary: "Your requests for access to datasets, the newest of each dataset.",
  query: listQuery(OWN_REQUESTS, {}),
  answers: { 200: { body: z.array(requestBody), about: "your requests and the answers" } },
  run: async (request) => {
    const { context, viewer, query } = request;
    const page = await context.platform.queries.requests.ownPage(viewer.id, rangeOf(query));
    return listAnswer(request, page, ownRequestShape);
  },
});
