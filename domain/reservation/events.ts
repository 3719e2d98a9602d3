import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";

/** Streams `reservation-<kind>-<fingerprint>`: what exists once (e-mail, user name) is decided here, not by a read model. */
export const reservationEvents = {
  NameReserved: event({ version: 1, schema: z.strictObject({ kind: z.string(), holder: z.string() }) }),
  NameReleased: event({ version: 1, schema: z.strictObject({ kind: z.string(), holder: z.string() }) }),
};
export type ReservationEvent = EventOf<typeof reservationEvents>;
