import { projection } from "../projection.ts";
import { onInstanceEvent } from "./on-instance-event.ts";
import { onConnectorEvent } from "./on-connector-event.ts";
import { onDatasetEvent } from "./on-dataset-event.ts";
import { catalogueTables } from "./tables.ts";

/** The data of the DataStore and the profiles: every version of every connector, every dataset, who subscribed. */
export const catalogue = projection({
  name: "catalogue",
  version: 6,
  tables: catalogueTables,
  on: {
    UserRegistered: (rows, { data: { userId, name } }) => rows.authors.put({ userId, name }),
    ...onInstanceEvent,
    ...onConnectorEvent,
    ...onDatasetEvent,
  },
});
