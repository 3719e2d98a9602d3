import { descending } from "../lists/list-order.ts";
import type { CursorPage, ListRange } from "../lists/list-page.ts";
import type { DeliveryKind } from "./webhooks.ts";

/** `dropped`: not sent, because the webhook was off or the item was no longer its user's to see. */
export type DeliveryStatus = "waiting" | "delivered" | "failed" | "dropped";

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
  /** A page of the deliveries of a user's webhook, the newest first. */
  page(of: { readonly userId: string; readonly webhookId: string }, range: ListRange): Promise<CursorPage<Delivery>>;
  /** Queues a test. False: several wait already. */
  sendTest(of: { readonly userId: string; readonly webhookId: string }): Promise<boolean>;
  /** Sends a delivery once more, with the same id. False: there is no such delivery. */
  sendAgain(of: { readonly userId: string; readonly webhookId: string; readonly deliveryId: string }): Promise<boolean>;
}
