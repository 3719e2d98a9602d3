import { z } from "zod";
import { dispatch } from "#domain/core/dispatch.ts";
import { step } from "#domain/processes/step.ts";
import { streams } from "#domain/processes/streams.ts";
import { user } from "#domain/user/decider.ts";
import { apiRoute, call, failure, json } from "../../http/api-route.ts";
import { shown } from "../../http/shown.ts";

const body = z.strictObject({ plan: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], "plan must be 1, 2 or 3.") });

/** PATCH /api/users/plan: lowering a plan removes nothing. */
const handle = apiRoute({
  PATCH: call({
    who: "user",
    body,
    run: async ({ context, viewer, body: { plan }, cause }) => {
      if (plan === 4) return failure("The Enterprise plan is coming soon.", 409);
      const chosen = await dispatch(context.platform.ports.log, user, {
        stream: streams.user(viewer.id),
        command: { type: "choose-plan", userId: viewer.id, plan },
        context: step(cause, "choose-plan"),
      });
      if (!chosen.ok) return failure("This account does not exist.", 404);
      await shown(context.platform, chosen.position);
      return json({ plan });
    },
  }),
});

export const loader = handle;
export const action = handle;
