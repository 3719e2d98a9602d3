import { z } from "zod";
import { leave } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/access/remove */
const handle = apiRoute({
  POST: call({
    who: "user",
    body: z.strictObject({ assetId: z.string() }),
    run: async ({ context, viewer, body: { assetId }, cause }) =>
      answered(await leave(context.platform, assetId, viewer, cause), (value) => value),
  }),
});

export const loader = handle;
export const action = handle;
