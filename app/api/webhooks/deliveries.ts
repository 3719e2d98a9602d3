import { z } from "zod";
import { NEWEST_DELIVERIES } from "#domain/core/webhooks/deliveries.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { deliveriesOf, sendAgain, sendTest } from "../../webhooks/webhook-calls.ts";
import { deliveryBody, deliveryShape } from "./webhook-shape.ts";

const path = "/api/webhooks/{id}/deliveries";
/** When the list of deliveries is worth another look. */
const SOON = { "Retry-After": "1" };
const queued = z.strictObject({ message: z.string() });
const follow = (_body: unknown, { id }: { id: string }) => `/api/webhooks/${id}/deliveries`;

export const listDeliveries = endpoint({
  method: "GET",
  path,
  who: "user",
  summary: "What was sent to a webhook in the last 30 days, and how it was answered; the newest first.",
  query: listQuery(NEWEST_DELIVERIES, {}),
  answers: { 200: { body: z.array(deliveryBody) } },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const page = await deliveriesOf(context.platform, params.id, viewer, rangeOf(query));
    return page.ok ? listAnswer(request, page.value, deliveryShape) : page;
  },
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/{id}/test",
  who: "user",
  summary: "Sends a test to a webhook.",
  answers: { 202: { body: queued, about: "queued", location: follow } },
  run: async ({ context, viewer, params: { id } }) => {
    const sent = await sendTest(context.platform, id, viewer);
    return sent.ok ? answer(202, { message: "The test is queued." }, SOON) : sent;
  },
});

export const repeatDelivery = endpoint({
  method: "POST",
  path: `${path}/{delivery}/again`,
  who: "user",
  summary: "Sends a delivery once more, with the same webhook-id.",
  answers: { 202: { body: queued, about: "queued", location: follow } },
  run: async ({ context, viewer, params: { id, delivery: deliveryId } }) => {
    const sent = await sendAgain(context.platform, { id, deliveryId }, viewer);
    return sent.ok ? answer(202, { message: "The delivery is queued." }, SOON) : sent;
  },
});
