import type { Kysely } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { ascending } from "#domain/core/lists/list-order.ts";
import { pageOf } from "../../list-page.ts";
import type { CatalogueTables, ItemRow } from "../tables.ts";

/** An item as admins see it, whatever its owner shows to others. `id` of a connector: its root id. */
export type AnyItem = Pick<ItemRow, "id" | "kind" | "profileId" | "ownerId" | "author" | "title">;
export type TakenDownItem = AnyItem & { readonly reason: string };

const COLUMNS = ["items.id", "items.kind", "items.profileId", "items.ownerId", "items.author", "items.title"] as const;

/** Items by their titles. */
export const TAKEN_DOWN_BY_TITLE = ascending({ "items.titleOrder": "text", "items.id": "text" });

/** Reads for admins, who take items down: they do not ask whether the viewer may see the item. */
export function takedownReads(db: Kysely<CatalogueTables>) {
  return {
    /** The dataset, or the connector of any of whose versions this is the id. */
    async anyItem(id: string): Promise<AnyItem | null> {
      const version = await db.selectFrom("connectors").select("rootId").where("id", "=", id).executeTakeFirst();
      const found = await db
        .selectFrom("items")
        .select(COLUMNS)
        .where("items.id", "=", version?.rootId ?? id)
        .executeTakeFirst();
      return found ?? null;
    },
    /** A page of what is taken down, by title. */
    async takenDownPage(range: ListRange): Promise<CursorPage<TakenDownItem>> {
      const found = db
        .selectFrom("items")
        .leftJoin("datasets", "datasets.id", "items.id")
        .leftJoin("connectors", "connectors.id", "items.profileId")
        .select([...COLUMNS, "datasets.takenDown as ofDataset", "connectors.takenDown as ofConnector"])
        .where("items.takenDown", "=", true);
      const { items, ...page } = await pageOf(found, TAKEN_DOWN_BY_TITLE, range);
      return {
        ...page,
        items: items.map(({ ofDataset, ofConnector, ...item }) => ({
          ...item,
          reason: ofDataset ?? ofConnector ?? "",
        })),
      };
    },
  };
}
