import { z } from "zod";
import { previewAnswer } from "../../datasets/preview-calls.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { exactNumbersQuery } from "../../http/json-api/query.ts";

/** GET /api/assets/table/{tableName}: the name is looked up in the registry and never becomes SQL. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    query: z.strictObject(exactNumbersQuery),
    run: ({ context, viewer, params, query }) =>
      previewAnswer(context, params["tableName"] ?? "", viewer, query.bigint),
  }),
});

export const loader = handle;
export const action = handle;
