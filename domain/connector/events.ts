import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { ownerSchema } from "../core/owner.ts";
import { jsonObjectSchema } from "../core/schemas.ts";

/** Streams `connector-<rootId>`: one lineage of versions. `connectorId` is the id of one version. */
export const connectorEvents = {
  ConnectorVersionPublished: event({
    version: 1,
    schema: z.strictObject({
      rootId: z.string(),
      connectorId: z.string(),
      version: z.number().int().min(1),
      owner: ownerSchema,
      title: z.string(),
      description: z.string(),
      category: z.string(),
      apiDocUrl: z.string().nullable(),
      isPublic: z.boolean(),
      definition: jsonObjectSchema,
      parentId: z.string().nullable(),
    }),
  }),
  ConnectorVersionDeactivated: event({ version: 1, schema: z.strictObject({ rootId: z.string(), connectorId: z.string() }) }),
  ConnectorVersionReactivated: event({ version: 1, schema: z.strictObject({ rootId: z.string(), connectorId: z.string() }) }),
  /** The owner deleted the connector while others were connected: it takes no new connections and goes with the last one. */
  ConnectorWithdrawn: event({ version: 1, schema: z.strictObject({ rootId: z.string() }) }),
  ConnectorDeleted: event({ version: 1, schema: z.strictObject({ rootId: z.string() }) }),
  ConnectorSubscribed: event({
    version: 1,
    schema: z.strictObject({ rootId: z.string(), connectorId: z.string(), instanceId: z.string(), userId: z.string() }),
  }),
  ConnectorUnsubscribed: event({ version: 1, schema: z.strictObject({ rootId: z.string(), instanceId: z.string(), userId: z.string() }) }),
};
export type ConnectorEvent = EventOf<typeof connectorEvents>;
export type PublishedVersion = Extract<ConnectorEvent, { type: "ConnectorVersionPublished" }>["data"];
