import { z } from "zod";
import { MAX_WEBHOOK_URL, WEBHOOK_KINDS } from "#domain/core/webhooks/webhooks.ts";
import { OLDEST_WEBHOOKS } from "#projections/webhooks/queries.ts";
import { replayedFields, shownOnce } from "../../http/keys/shown-once.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { changeSettings, makeWebhook, removeWebhook, rotateSecret, switchOn } from "../../webhooks/webhook-calls.ts";
import { webhookBody, webhookShape } from "./webhook-shape.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

const path = "/api/webhooks";
const onePath = "/api/webhooks/{id}";
const url = line(MAX_WEBHOOK_URL).describe("an https address on the public internet, unless the operator allows it");
const kinds = z.array(z.enum(WEBHOOK_KINDS)).min(1).max(WEBHOOK_KINDS.length);
const itemId = line(200).nullable().describe("the only dataset or connection that it tells of");
const password = raw("a password")
  .optional()
  .describe("your password, if your last login was more than 15 minutes ago");
const withSecret = z.strictObject({
  webhook: webhookBody,
  secret: shownOnce(),
  ...replayedFields,
});
const secretAbout = "with the secret, which no later answer has";

export const listWebhooks = endpoint({
  method: "GET",
  path,
  who: "user",
  summary: "Your webhooks, without their secrets.",
  query: listQuery(OLDEST_WEBHOOKS, {}),
  answers: { 200: { body: z.array(webhookBody) } },
  run: async (request) => {
    const { context, viewer, query } = request;
    return listAnswer(request, await context.platform.queries.webhooks.pageOf(viewer.id, rangeOf(query)), webhookShape);
  },
});

export const createWebhook = endpoint({
  method: "POST",
  path,
  who: "user",
  scope: "session",
  summary: "Makes a webhook: what happens is posted to an address of yours, signed with its secret.",
  body: z.strictObject({ url, kinds, item_id: itemId.default(null), password }),
  answers: {
    201: {
      body: withSecret,
      about: secretAbout,
      location: ({ webhook }: { webhook: { id: string } }) => `${path}/${webhook.id}/deliveries`,
    },
  },
  run: async ({ context, viewer, body, cause }) => {
    const { item_id, ...given } = body;
    return answered(
      await makeWebhook(context, { ...given, itemId: item_id }, viewer, cause),
      201,
      ({ webhook, secret }) => ({
        webhook: webhookShape(webhook),
        secret,
      }),
    );
  },
});

export const changeWebhook = endpoint({
  method: "PATCH",
  path: onePath,
  who: "user",
  scope: "session",
  summary: "Changes the address, the kinds or the item of a webhook; what is absent stays.",
  body: z.strictObject({ url: url.optional(), kinds: kinds.optional(), item_id: itemId.optional(), password }),
  answers: { 200: { body: webhookBody } },
  run: async ({ context, viewer, params: { id }, body: { item_id, ...given }, cause }) => {
    const settings = {
      ...(given.url === undefined ? {} : { url: given.url }),
      ...(given.kinds === undefined ? {} : { kinds: given.kinds }),
      ...(item_id === undefined ? {} : { itemId: item_id }),
    };
    return answered(
      await changeSettings(context, { id, ...settings, password: given.password }, viewer, cause),
      200,
      webhookShape,
    );
  },
});

export const rotateWebhookSecret = endpoint({
  method: "POST",
  path: `${onePath}/secret`,
  who: "user",
  scope: "session",
  summary: "Gives a webhook another secret. For a day the one before signs too.",
  body: z.strictObject({ password }),
  answers: { 200: { body: withSecret, about: secretAbout } },
  run: async ({ context, viewer, params: { id }, body, cause }) =>
    answered(await rotateSecret(context, { id, ...body }, viewer, cause), 200, ({ webhook, secret }) => ({
      webhook: webhookShape(webhook),
      secret,
    })),
});

export const switchWebhook = endpoint({
  method: "POST",
  path: `${onePath}/switch`,
  who: "user",
  summary: "Switches a webhook on or off. While it is off, nothing is sent to it.",
  body: z.strictObject({ enabled: z.boolean(), password }),
  answers: { 200: { body: webhookBody } },
  run: async ({ context, viewer, params: { id }, body, cause }) =>
    answered(await switchOn(context, { id, ...body }, viewer, cause), 200, webhookShape),
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: onePath,
  who: "user",
  summary: "Deletes a webhook; nothing is sent to it any more.",
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, params: { id }, cause }) =>
    answered(await removeWebhook(context.platform, id, viewer, cause), 200, () => ({ message: "Webhook deleted" })),
});
