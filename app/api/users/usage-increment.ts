import { z } from "zod";
import { usageOf } from "../../account/usage.ts";
import { apiRoute, call, json } from "../../http/json-api/api-route.ts";

/** PATCH /api/users/usage/increment: the server counts runs itself, so this answers what it knows and changes nothing. */
const handle = apiRoute({
  PATCH: call({
    who: "user",
    body: z.strictObject({ type: z.literal("scheduled_run") }),
    run: async ({ context, viewer }) => json(await usageOf(context.platform, viewer.id)),
  }),
});

export const loader = handle;
export const action = handle;
