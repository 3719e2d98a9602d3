import { z } from "zod";
import { untilTime } from "#domain/use-cases/history/history-time.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { EVENT_PURPOSES } from "../../history/event-words.ts";
import type { HistoryAsked } from "../../history/history-calls.ts";
import { personOf } from "../../history/person-of.ts";
import type { Platform } from "../../platform.ts";

/** A time until which something is read. */
export const time = z.string().transform((text, { addIssue }) => {
  const found = untilTime(text);
  if (found === null) addIssue("Times are in ISO 8601, such as 2026-11-01T00:00:00Z.");
  return found ?? "";
});

/** Which events of a history are asked for. */
export const historyFilter = {
  about: z.enum(EVENT_PURPOSES).optional().describe("Only events of this kind."),
  person: z
    .string()
    .max(200)
    .optional()
    .describe("A user who did it, or whom it is about: the id, the name or the e-mail address."),
  from: z.iso.datetime({ offset: true }).optional().describe("Only from this time on."),
  as_of: time.optional().describe("Only up to this time."),
};

/** What a history is asked for; its person may be named in three ways. */
export async function askedOf(
  platform: Pick<Platform, "ports" | "queries">,
  viewer: UserRow,
  subject: Subject,
  { about, person, from, as_of }: z.output<z.ZodObject<typeof historyFilter>>,
): Promise<HistoryAsked> {
  const personId = person === undefined ? null : await personOf(platform, viewer, subject, person);
  return { purpose: about ?? null, person: personId, from: from ?? null, to: as_of ?? null };
}
