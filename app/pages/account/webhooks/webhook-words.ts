import type { DeliveryKind, DisabledReason } from "#domain/core/webhooks/webhooks.ts";
import type { DeliveryStatus } from "#domain/core/webhooks/deliveries.ts";

/** What webhooks tell of, in words. */
export const WEBHOOK_KIND_WORDS: Readonly<Record<DeliveryKind, string>> = {
  "run.succeeded": "A run of your connections has succeeded",
  "run.partial": "A run has partly succeeded",
  "run.failed": "A run has failed",
  "dataset.version": "A dataset that you own or use has a new version",
  "access.requested": "Somebody asks for access to your dataset",
  "schema.changed": "The columns of a table that you use have changed",
  test: "A test",
};

/** Why a webhook is off. */
export const OFF_WORDS: Readonly<Record<DisabledReason, string>> = {
  owner: "You switched it off.",
  gone: "It was switched off, because its address answered that it is gone (410).",
  failing: "It was switched off, because its address had failed for three days.",
  password: "It was switched off with your new password.",
};

export const DELIVERY_WORDS: Readonly<
  Record<DeliveryStatus, { readonly label: string; readonly tone: "ok" | "warn" | "bad" | "line" }>
> = {
  waiting: { label: "Waiting", tone: "warn" },
  delivered: { label: "Delivered", tone: "ok" },
  failed: { label: "Failed", tone: "bad" },
  dropped: { label: "Not sent", tone: "line" },
};
