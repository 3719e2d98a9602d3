import type { Role } from "#domain/user/events.ts";
import { projection } from "../projection.ts";
import { onInstanceEvent } from "./on-instance-event.ts";
import { onCategoryEvent } from "./administration/on-category-event.ts";
import { onConnectorEvent } from "./on-connector-event.ts";
import { onDataAppEvent } from "./data-apps/on-data-app-event.ts";
import { onDatasetEvent } from "./on-dataset-event.ts";
import { showItemsOf } from "./items/show-item.ts";
import { type CatalogueRows, catalogueTables } from "./tables.ts";

/** The data of the DataStore and the profiles: every version of every connector, every dataset, who subscribed. */
export const catalogue = projection({
  name: "catalogue",
  version: 12,
  tables: catalogueTables,
  on: {
    UserRegistered: (rows, { data: { userId, name } }) =>
      rows.authors.put({ userId, name, isAdmin: rows.authors.get(userId)?.isAdmin ?? false }),
    UserRenamed(rows, { data: { userId, name } }) {
      rows.authors.put({ userId, name, isAdmin: rows.authors.get(userId)?.isAdmin ?? false });
      showItemsOf(rows, userId);
    },
    AccountDeleted(rows, { data: { userId } }) {
      rows.authors.remove({ userId });
      showItemsOf(rows, userId);
    },
    RoleGranted: (rows, { data }) => setAdmin(rows, data, true),
    RoleRemoved: (rows, { data }) => setAdmin(rows, data, false),
    ...onCategoryEvent,
    ...onInstanceEvent,
    ...onConnectorEvent,
    ...onDatasetEvent,
    ...onDataAppEvent,
  },
});

function setAdmin(rows: CatalogueRows, { userId, role }: { userId: string; role: Role }, isAdmin: boolean): void {
  if (role === "admin") rows.authors.patch({ userId }, { isAdmin });
}
