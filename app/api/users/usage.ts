import { z } from "zod";
import { usageOf } from "../../account/usage.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

const usageBody = z
  .strictObject({
    connectors_subscribed: z.number(),
    datasets_subscribed: z.number(),
    scheduled_runs: z.number(),
    runs_this_week: z.number(),
    resets_at: z.string(),
  })
  .meta({ id: "Usage" });

function usageShape(used: Awaited<ReturnType<typeof usageOf>>) {
  return {
    connectors_subscribed: used.connectors,
    datasets_subscribed: used.datasets,
    scheduled_runs: used.scheduledRuns,
    runs_this_week: used.runsThisWeek,
    resets_at: used.resetsAt,
  };
}

export const getUsage = endpoint({
  method: "GET",
  path: "/api/users/usage",
  who: "user",
  limitedKeys: "all",
  summary: "What of your plan is used.",
  answers: { 200: { body: usageBody } },
  run: async ({ context, viewer }) => answer(200, usageShape(await usageOf(context.platform, viewer.id))),
});

export const countScheduledRun = endpoint({
  method: "PATCH",
  path: "/api/users/usage/increment",
  who: "user",
  summary: "Changes nothing: the server counts runs by itself.",
  body: z.strictObject({ type: z.literal("scheduled_run") }),
  answers: { 200: { body: usageBody, about: "the server counts runs by itself" } },
  run: async ({ context, viewer }) => answer(200, usageShape(await usageOf(context.platform, viewer.id))),
});
