import { z } from "zod";
import { share, sharesOf, unshare } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/api-route.ts";

const body = z.strictObject({ email: z.string().max(320) });

/** GET, POST and DELETE /api/assets/{id}/shares */
const handle = apiRoute({
  GET: call({
    who: "user",
    run: async ({ context, viewer, params }) => answered(await sharesOf(context.platform, params["id"] ?? "", viewer), (value) => value),
  }),
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { email }, cause }) =>
      answered(await share(context.platform, { datasetId: params["id"] ?? "", email }, viewer, cause), () => ({ email, message: "Access granted!" }), 201),
  }),
  DELETE: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { email }, cause }) =>
      answered(await unshare(context.platform, params["id"] ?? "", email, viewer, cause), () => ({ message: "The access was removed." })),
  }),
});

export const loader = handle;
export const action = handle;
