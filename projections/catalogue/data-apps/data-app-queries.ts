import type { Kysely } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { ascending, descending } from "#domain/core/lists/list-order.ts";
import { nextIds } from "../../next-ids.ts";
import { pageOf } from "../../list-page.ts";
import { seenBy } from "../dataset-queries.ts";
import type { CatalogueTables, DataAppRow } from "../tables.ts";

/** A saved chart, with its author and the title of its dataset. */
export type DataAppItem = DataAppRow & { readonly author: string; readonly datasetTitle: string };

/** The newest charts first. */
export const NEWEST_DATA_APPS = descending({ "dataApps.createdAt": "time", "dataApps.id": "text" });

/** A user's own charts by id, which is the order of an index. */
const OWN_DATA_APPS = ascending({ id: "text" });

/** Reads of saved charts: of those whose dataset the viewer may see. */
export function dataAppReads(db: Kysely<CatalogueTables>) {
  const visible = (viewer: string | null) =>
    db
      .selectFrom("dataApps")
      .innerJoin("datasets", "datasets.id", "dataApps.datasetId")
      .leftJoin("authors", "authors.userId", "dataApps.ownerId")
      .selectAll("dataApps")
      .select(["datasets.title as datasetTitle", "authors.name as author"])
      .where((where) => seenBy(db, where as never, viewer) as never);
  const item = ({ author, ...row }: Omit<DataAppItem, "author"> & { readonly author: string | null }): DataAppItem => ({
    ...row,
    author: author ?? "Unknown",
  });
  return {
    async dataApp(id: string, viewer: string | null): Promise<DataAppItem | null> {
      const row = await visible(viewer).where("dataApps.id", "=", id).executeTakeFirst();
      return row ? item(row) : null;
    },
    /** The next ids of the charts that a user has saved, in their order after one of them. */
    dataAppIdsOf: (userId: string, after: string) =>
      nextIds(
        db.selectFrom("dataApps").select("id").where("ownerId", "=", userId).where("id", ">", after).orderBy("id"),
      ),
    /** A page of the charts that a user has saved, the oldest first, whether or not the user still sees their datasets. */
    ownDataAppsPage: (userId: string, range: ListRange): Promise<CursorPage<DataAppRow>> =>
      pageOf(db.selectFrom("dataApps").selectAll().where("ownerId", "=", userId), OWN_DATA_APPS, range),
    /** A page of those that the viewer may see, newest first. */
    async dataAppsPage(viewer: string | null, range: ListRange): Promise<CursorPage<DataAppItem>> {
      const { items, ...page } = await pageOf(visible(viewer), NEWEST_DATA_APPS, range);
      return { ...page, items: items.map(item) };
    },
  };
}
