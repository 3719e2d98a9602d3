import type { Kysely } from "kysely";
import { ascending } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { pageOf } from "../list-page.ts";
import type { WebhooksTables } from "./projection.ts";

export type WebhookRow = WebhooksTables["webhooks"];

/** Webhooks of a user, the oldest first. */
export const OLDEST_WEBHOOKS = ascending({ createdAt: "time", id: "text" });

/** Reads of the webhooks; `db` is bound to the model's schema. */
export function webhooksQueries(db: Kysely<WebhooksTables>) {
  return {
    /** A page of a user's webhooks, the oldest first. */
    async pageOf(userId: string, range: ListRange): Promise<CursorPage<WebhookRow>> {
      return pageOf(db.selectFrom("webhooks").selectAll().where("userId", "=", userId), OLDEST_WEBHOOKS, range);
    },
    async byId(userId: string, id: string): Promise<WebhookRow | null> {
      const found = db.selectFrom("webhooks").selectAll().where("id", "=", id).where("userId", "=", userId);
      return (await found.executeTakeFirst()) ?? null;
    },
  };
}
