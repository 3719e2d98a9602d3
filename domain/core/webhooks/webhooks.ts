import { isWebAddress } from "../text/web-address.ts";
/** What webhooks can tell of. */
export const WEBHOOK_KINDS = [
  "run.succeeded",
  "run.partial",
  "run.failed",
  "dataset.version",
  "access.requested",
  "schema.changed",
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** What a delivery is about: a kind, or the test that a user asks for. */
export type DeliveryKind = WebhookKind | "test";

/** Why a webhook is off. */
export const DISABLED_REASONS = ["owner", "gone", "failing", "password"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Webhooks that one user may have at a time. */
export const MAX_WEBHOOKS = 20;
/** Characters. */
export const MAX_WEBHOOK_URL = 1_000;
/** How long the previous secret signs too after a rotation. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000;

/** The address of a webhook as it is called, or null if it cannot be one. */
export function webhookUrl(text: string): string | null {
  const url = isWebAddress(text.trim()) ? URL.parse(text.trim()) : null;
  if (url === null) return null;
  url.hash = "";
  return url.href.length <= MAX_WEBHOOK_URL ? url.href : null;
}

/** The name of a webhook's secret in the vault of its user. */
export function webhookSecretName(webhookId: string, secretId: string): string {
  return `${webhookSecretPrefix(webhookId)}${secretId}`;
}

export const webhookSecretPrefix = (webhookId: string) => `webhook/${webhookId}/`;
