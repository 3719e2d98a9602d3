import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { AGGREGATES, CHART_KINDS } from "../core/values/chart.ts";
import { ownerSchema } from "../core/values/owner.ts";
import { idSchema, lineSchema, proseSchema } from "../core/values/schemas.ts";

const chart = z.strictObject({
  kind: z.enum(CHART_KINDS),
  x: lineSchema,
  y: lineSchema.nullable(),
  aggregate: z.enum(AGGREGATES),
});

/** Streams `data-app-<id>`: a chart of a dataset that a user has saved. */
export const dataAppEvents = {
  DataAppSaved: event({
    version: 1,
    schema: z.strictObject({
      appId: idSchema,
      datasetId: idSchema,
      owner: ownerSchema,
      title: lineSchema,
      chart,
      /** The filters of its rows, as parameters of a stream. */
      filters: proseSchema,
    }),
  }),
  DataAppDeleted: event({ version: 1, schema: z.strictObject({ appId: idSchema }) }),
};
export type DataAppEvent = EventOf<typeof dataAppEvents>;
