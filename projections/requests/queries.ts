import type { Kysely } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { ascending, descending } from "#domain/core/lists/list-order.ts";
import { nextIds } from "../next-ids.ts";
import { pageOf } from "../list-page.ts";
import type { RequestsTables } from "./projection.ts";

export type RequestRow = RequestsTables["requests"];

/** Requests for a dataset, the earliest first. */
export const OPEN_REQUESTS = ascending({ requestedAt: "time", userId: "text" });
/** Requests of a user, the newest first. */
export const OWN_REQUESTS = descending({ requestedAt: "time", datasetId: "text" });

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
    async openPage(datasetId: string, range: ListRange): Promise<CursorPage<RequestRow>> {
      const open = db
        .selectFrom("requests")
        .selectAll()
        .where("datasetId", "=", datasetId)
        .where("status", "=", "open");
      return pageOf(open, OPEN_REQUESTS, range);
    },
    /** The next datasets for which a user's request is open, in the order of their ids after one. */
    openIdsOf: (userId: string, after: string) =>
      nextIds(
        db
          .selectFrom("requests")
          .select("datasetId as id")
          .where("userId", "=", userId)
          .where("status", "=", "open")
          .where("datasetId", ">", after)
          .orderBy("datasetId"),
      ),
    /** A page of a user's own requests, the newest first. */
    async ownPage(userId: string, range: ListRange): Promise<CursorPage<RequestRow>> {
      const own = db.selectFrom("requests").selectAll().where("userId", "=", userId);
      return pageOf(own, OWN_REQUESTS, range);
    },
  };
}
