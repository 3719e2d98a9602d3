import { z } from "zod";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import { EVENT_PURPOSES } from "../../history/event-words.ts";
import type { HistoryAsked } from "../../history/history-calls.ts";

/** A time until which something is read. */
export const time = z.string().transform((text, { addIssue }) => {
  const found = untilTime(text);
  if (found === null) addIssue("Times are in ISO 8601, such as 2026-11-01T00:00:00Z.");
  return found ?? "";
});

/** Which events of a history are asked for. */
export const historyFilter = {
  about: z.enum(EVENT_PURPOSES).optional().describe("Only events of this kind."),
  person: z.string().max(200).optional().describe("The id of a user who did it, or whom it is about."),
  from: z.iso.datetime({ offset: true }).optional().describe("Only from this time on."),
  as_of: time.optional().describe("Only up to this time."),
};

export function askedOf({ about, person, from, as_of }: z.output<z.ZodObject<typeof historyFilter>>): HistoryAsked {
  return { purpose: about ?? null, person: person ?? null, from: from ?? null, to: as_of ?? null };
}
