import type { Handlers } from "../../projection.ts";
import type { catalogueTables } from "../tables.ts";

/** Charts that users have saved. */
export const onDataAppEvent = {
  DataAppSaved(rows, { data: { appId: id, datasetId, owner, title, chart, filters }, recordedAt: createdAt }) {
    rows.dataApps.put({ id, datasetId, ownerId: owner.id, title, chart, filters, createdAt });
  },
  DataAppDeleted: (rows, { data: { appId: id } }) => rows.dataApps.remove({ id }),
} satisfies Handlers<typeof catalogueTables>;
