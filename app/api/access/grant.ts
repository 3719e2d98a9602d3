import { z } from "zod";
import { grant } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/access/grant */
const handle = apiRoute({
  POST: call({
    who: "user",
    body: z.strictObject({ assetId: z.string() }),
    run: async ({ context, viewer, body: { assetId }, cause }) =>
      answered(await grant(context.platform, assetId, viewer, cause), () => ({ message: "Access granted!", assetId })),
  }),
});

export const loader = handle;
export const action = handle;
