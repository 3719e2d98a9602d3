import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { ownerSchema } from "../core/values/owner.ts";
import {
  countSchema,
  idSchema,
  imageNameSchema,
  jsonObjectSchema,
  lineSchema,
  proseSchema,
} from "../core/values/schemas.ts";

/** Streams `connector-<rootId>`: one lineage of versions. `connectorId` is the id of one version. */
export const connectorEvents = {
  ConnectorVersionPublished: event({
    version: 1,
    schema: z.strictObject({
      rootId: idSchema,
      connectorId: idSchema,
      version: countSchema.min(1),
      owner: ownerSchema,
      title: lineSchema,
      description: proseSchema,
      category: lineSchema,
      apiDocUrl: proseSchema.nullable(),
      isPublic: z.boolean(),
      definition: jsonObjectSchema,
      parentId: idSchema.nullable(),
    }),
  }),
  ConnectorVersionDeactivated: event({
    version: 1,
    schema: z.strictObject({ rootId: idSchema, connectorId: idSchema }),
  }),
  ConnectorVersionReactivated: event({
    version: 1,
    schema: z.strictObject({ rootId: idSchema, connectorId: idSchema }),
  }),
  /** The image of all versions: the name of its file; null: it has none any more. */
  ConnectorImageChanged: event({
    version: 1,
    schema: z.strictObject({ rootId: idSchema, image: imageNameSchema.nullable() }),
  }),
  /**
   * The owner deleted the connector while others were connected: it takes no new instances and is deleted with the last
   * one.
   */
  ConnectorWithdrawn: event({ version: 1, schema: z.strictObject({ rootId: idSchema }) }),
  /** An admin has hidden it from all others, for this reason, and has shown it again. */
  ConnectorTakenDown: event({ version: 1, schema: z.strictObject({ rootId: idSchema, reason: proseSchema.min(1) }) }),
  ConnectorRestored: event({ version: 1, schema: z.strictObject({ rootId: idSchema }) }),
  ConnectorDeleted: event({ version: 1, schema: z.strictObject({ rootId: idSchema }) }),
  ConnectorSubscribed: event({
    version: 1,
    schema: z.strictObject({ rootId: idSchema, connectorId: idSchema, instanceId: idSchema, userId: idSchema }),
  }),
  ConnectorUnsubscribed: event({
    version: 1,
    schema: z.strictObject({ rootId: idSchema, instanceId: idSchema, userId: idSchema }),
  }),
};

/** Stream name of one lineage. */
export function connectorStream(rootId: string): string {
  return `connector-${rootId}`;
}

export type ConnectorEvent = EventOf<typeof connectorEvents>;
export type PublishedVersion = Extract<ConnectorEvent, { type: "ConnectorVersionPublished" }>["data"];
