import { z } from "zod";
import { LAST_SAVED_DRAFTS } from "#projections/drafts/queries.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { draftLineBody, draftLineShape } from "../shapes/draft-shape.ts";

export const listDrafts = endpoint({
  method: "GET",
  path: "/api/connectors/drafts",
  who: "user",
  summary: "Your open drafts.",
  query: listQuery(LAST_SAVED_DRAFTS, {}),
  answers: {
    200: {
      body: z.array(draftLineBody),
      about: "your drafts, the last saved first, without dsl; GET /api/connectors/{id} has one of them whole",
    },
  },
  run: async (request) => {
    const { context, viewer, query } = request;
    const page = await context.platform.queries.drafts.pageOfOwner(viewer.id, rangeOf(query));
    return listAnswer(request, page, (row) => draftLineShape(row, viewer));
  },
});
