import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema } from "../core/values/schemas.ts";

/**
 * Streams `reservation-<kind>-<fingerprint>`: what must be unique (e-mail, user name) is decided here, not by a read
 * model.
 */
export const reservationEvents = {
  NameReserved: event({ version: 1, schema: z.strictObject({ kind: idSchema, holder: idSchema }) }),
  NameReleased: event({ version: 1, schema: z.strictObject({ kind: idSchema, holder: idSchema }) }),
};
export type ReservationEvent = EventOf<typeof reservationEvents>;
