import { z } from "zod";
import { choosePlan } from "../../account/choose-plan.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const changePlan = endpoint({
  method: "PATCH",
  path: "/api/users/plan",
  who: "user",
  scope: "session",
  summary: "Chooses a plan.",
  body: z.strictObject({
    plan: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], "plan must be 1, 2 or 3."),
  }),
  answers: { 200: { body: z.strictObject({ plan: z.number() }) } },
  run: async ({ context, viewer, body: { plan }, cause }) =>
    answered(await choosePlan(context.platform, plan, viewer, cause), 200, (chosen) => ({ plan: chosen })),
});
