import { descending } from "../lists/list-order.ts";
import type { CursorPage, ListRange } from "../lists/list-page.ts";
import type { DeliveryKind } from "./webhooks.ts";

/** `dropped`: not sent, because the webhook was off or the item was no longer its user's to see. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "dropped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A delivery with its last attempt. */
export type Delivery = {
  readonly id: string;
  readonly messageId: string;
  readonly kind: DeliveryKind;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: string;
  /** When it is sent next; null: no more. */
  readonly nextAttempt: string | null;
  /** The status that the address answered with; null: no answer. */
  readonly answerStatus: number | null;
  /** The beginning of the answer, without secrets. */
  readonly answer: string | null;
  /** Why there was no answer, or nothing was sent. */
  readonly fault: string | null;
  readonly ms: number | null;
};

export const NEWEST_DELIVERIES = descending({ createdAt: "time", id: "text" });

/** Deliveries of webhooks: rows beside the log, kept for 30 days. */
export interface WebhookDeliveries {
  /** A new secret, as the Standard Webhooks write it. */
  freshSecret(): string;
  /** Whether an address may be called: https, and none of private networks, unless the configuration allows it. */
  mayCall(url: string): boolean;
  /** Whether a user may hear of a dataset or connection now. */
  mayHear(userId: string, itemId: string): Promise<boolean>;
  /** Failures before now are not counted any more, because the user has switched the webhook on again. */
  forgetFailures(of: { readonly userId: string; readonly webhookId: string }): Promise<void>;
  /** A page of the deliveries of a user's webhook, the newest first. */
  page(of: { readonly userId: string; readonly webhookId: string }, range: ListRange): Promise<CursorPage<Delivery>>;
  /** Queues a test. False: several wait already. */
  sendTest(of: { readonly userId: string; readonly webhookId: string }): Promise<boolean>;
  /** Sends a delivery once more, with the same id. False: there is no such delivery. */
  sendAgain(of: { readonly userId: string; readonly webhookId: string; readonly deliveryId: string }): Promise<boolean>;
}
