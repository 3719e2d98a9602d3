import { z } from "zod";
import { choosePlan } from "../../account/choose-plan.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

const body = z.strictObject({
  plan: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], "plan must be 1, 2 or 3."),
});

/** PATCH /api/users/plan */
const handle = apiRoute({
  PATCH: call({
    who: "user",
    body,
    run: async ({ context, viewer, body: { plan }, cause }) =>
      answered(await choosePlan(context.platform, plan, viewer, cause), (chosen) => ({ plan: chosen })),
  }),
});

export const loader = handle;
export const action = handle;
