import type { Kysely } from "kysely";
import { nextIds } from "../next-ids.ts";
import type { CatalogueTables } from "./tables.ts";

/** What a user has in the catalogue, by id: taken-down items too, but none that waits for others to leave it. */
export function belongingReads(db: Kysely<CatalogueTables>) {
  return {
    /** The root ids of a user's connectors. */
    connectorIdsOf: (ownerId: string, after: string) =>
      nextIds(
        db
          .selectFrom("connectors")
          .select("rootId as id")
          .where("ownerId", "=", ownerId)
          .where("isLatest", "=", true)
          .where("withdrawn", "=", false)
          .where("rootId", ">", after)
          .orderBy("rootId"),
      ),
    /** Every version of a user's connectors. */
    versionIdsOf: (ownerId: string, after: string) =>
      nextIds(
        db.selectFrom("connectors").select("id").where("ownerId", "=", ownerId).where("id", ">", after).orderBy("id"),
      ),
    datasetIdsOf: (ownerId: string, after: string) =>
      nextIds(
        db
          .selectFrom("datasets")
          .select("id")
          .where("ownerId", "=", ownerId)
          .where("status", "!=", "hidden")
          .where("id", ">", after)
          .orderBy("id"),
      ),
    /** The datasets that a user was given access to, expired or not. */
    accessIdsOf: (userId: string, after: string) =>
      nextIds(
        db
          .selectFrom("grants")
          .select("datasetId as id")
          .where("userId", "=", userId)
          .where("datasetId", ">", after)
          .orderBy("datasetId"),
      ),
  };
}
