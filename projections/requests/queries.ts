import type { Kysely } from "kysely";
import type { ListPage, ListRange } from "#domain/core/values/list-page.ts";
import { pageOf } from "../list-page.ts";
import type { RequestsTables } from "./projection.ts";

export type RequestRow = RequestsTables["requests"];

/** Reads of requests for access; `db` is bound to the model's schema. Rights are checked by the callers. */
export function requestsQueries(db: Kysely<RequestsTables>) {
  return {
    /** The newest request of a user for a dataset. */
    async requestOf(datasetId: string, userId: string): Promise<RequestRow | null> {
      const row = await db
        .selectFrom("requests")
        .selectAll()
        .where("datasetId", "=", datasetId)
        .where("userId", "=", userId)
        .executeTakeFirst();
      return row ?? null;
    },
    /** A page of the open requests for a dataset, the earliest first. */
    async openPage(datasetId: string, range: ListRange): Promise<ListPage<RequestRow>> {
      const open = db
        .selectFrom("requests")
        .selectAll()
        .where("datasetId", "=", datasetId)
        .where("status", "=", "open");
      return pageOf(open, (found) => found.orderBy("requestedAt").orderBy("userId"), range);
    },
    /** A page of a user's own requests, the newest first. */
    async ownPage(userId: string, range: ListRange): Promise<ListPage<RequestRow>> {
      const own = db.selectFrom("requests").selectAll().where("userId", "=", userId);
      return pageOf(own, (found) => found.orderBy("requestedAt", "desc").orderBy("datasetId"), range);
    },
  };
}
