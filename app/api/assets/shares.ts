import { z } from "zod";
import { share, sharesPage, unshare } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

const body = z.strictObject({ email: z.string().max(320) });

/** GET, POST and DELETE /api/assets/{id}/shares */
const handle = apiRoute({
  GET: call({
    who: "user",
    query: z.strictObject(pageQuery),
    run: async (request) => {
      const { context, viewer, params, query } = request;
      const found = await sharesPage(context.platform, params["id"] ?? "", viewer, rangeOf(query));
      return found.ok ? listAnswer(request, found.value) : answered(found, () => null);
    },
  }),
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { email }, cause }) =>
      answered(
        await share(context.platform, { datasetId: params["id"] ?? "", email }, viewer, cause),
        () => ({ email, message: "Access granted!" }),
        201,
      ),
  }),
  DELETE: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { email }, cause }) =>
      answered(await unshare(context.platform, params["id"] ?? "", email, viewer, cause), () => ({
        message: "The access was removed.",
      })),
  }),
});

export const loader = handle;
export const action = handle;
