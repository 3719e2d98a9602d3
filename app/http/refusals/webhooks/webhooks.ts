import type { ManageWebhookRefusal } from "#domain/use-cases/webhooks/manage-webhook.ts";
import { requestAnswers } from "../requests.ts";
import type { AnswersOf } from "../refusal-answer.ts";

/** Refusals of calls about deliveries of webhooks. */
export type WebhookRouteRefusal = { readonly code: "webhook-off" | "webhook-tests-waiting" };

export const webhookAnswers = {
  "webhook-unknown": requestAnswers["item-unknown"],
  "webhook-kinds-missing": { status: 400, say: "Choose what the webhook tells of.", field: "kinds" },
  "webhooks-used-up": {
    status: 409,
    say: ({ limit }) => `You have ${limit} webhooks. Delete one first.`,
    facts: ({ limit }) => ({ limit }),
  },
  "webhook-url-invalid": {
    status: 400,
    say: "The address must be a whole one, such as https://example.org/hook, without a user name or password.",
    field: "url",
  },
  "webhook-url-private": {
    status: 400,
    say: "The address must begin with https:// and be on the public internet.",
    field: "url",
  },
  "webhook-item-unknown": {
    status: 400,
    say: "You have no such connection, and use no such dataset.",
    field: "item_id",
  },
  "webhook-made-already": { status: 409, say: "This was done already, and the secret cannot be shown again." },
  "webhook-off": { status: 409, say: "The webhook is switched off. Switch it on first." },
  "webhook-tests-waiting": { status: 409, say: "Five tests wait to be sent already." },
} satisfies AnswersOf<ManageWebhookRefusal | WebhookRouteRefusal>;
