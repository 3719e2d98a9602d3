import { type Subject, subjectText } from "#domain/use-cases/history/subject.ts";
import type { Platform } from "../../platform.ts";
import { EVENT_PURPOSES, type EventPurpose, PURPOSES } from "../event-words.ts";
import { nextUnit, timelineStart, type TimeUnit, unitFor, unitStart } from "./time-units.ts";

/** Events that are counted at most, the latest ones: what a picture costs has a bound. */
export const MOST_COUNTED = 100_000;

/** What is counted: events by what they are about, and those about nothing of it. Of runs, how many began and failed. */
export const COUNTED = [...EVENT_PURPOSES, "failed", "other"] as const;
export type Counted = (typeof COUNTED)[number];

/** How many events there were in a part of the time. */
export type TimelineBar = {
  readonly from: string;
  /** Its end, which is the start of the next one. */
  readonly until: string;
  readonly counts: Readonly<Partial<Record<Counted, number>>>;
};

export type Timeline = {
  readonly unit: TimeUnit;
  /** Start and end of all of it. */
  readonly from: string;
  readonly until: string;
  /** Those with events, the earliest first. */
  readonly bars: readonly TimelineBar[];
  /** How many events were counted, and whether there are earlier ones. */
  readonly total: number;
  readonly isCut: boolean;
};

/** What is counted of an event type; of a run its failure, beside its beginning. */
const COUNTED_AS = new Map<string, Counted | null>([
  ...EVENT_PURPOSES.flatMap((purpose) =>
    PURPOSES[purpose].map((type): [string, EventPurpose | null] => [type, purpose === "runs" ? null : purpose]),
  ),
  ["RunFailed", "failed"],
  ["RunAbandoned", "failed"],
]);

/** The events of a subject over its time up to `to` (null: now), counted by the database; null: there are none. */
export async function timelineOf(
  { queries }: Pick<Platform, "queries">,
  subject: Subject,
  asked: { readonly person: string | null; readonly to: string | null },
  now: string,
): Promise<Timeline | null> {
  const text = subjectText(subject);
  const first = await queries.history.firstOf(text, MOST_COUNTED);
  if (first === null) return null;
  const unit = unitFor(first, now);
  const found = await queries.history.counts(text, asked, { unit, limit: MOST_COUNTED });
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const bars = [...Map.groupBy(found, ({ at }) => at)].map(([at, types]): TimelineBar => {
    const from = unitStart(at, unit);
    return { from, until: nextUnit(from, unit), counts: countsOf(types) };
  });
  const until = nextUnit(unitStart(now, unit), unit);
  return {
    ...{ unit, from: timelineStart(first, until, unit), until, total, isCut: total >= MOST_COUNTED },
    bars: bars.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  };
}

type CountedType = { readonly type: string; readonly begins: boolean; readonly count: number };

function countsOf(types: readonly CountedType[]): TimelineBar["counts"] {
  const counts: Partial<Record<Counted, number>> = {};
  for (const { type, begins, count } of types) {
    const counted = COUNTED_AS.has(type) ? COUNTED_AS.get(type) : "other";
    for (const each of [counted, begins ? "runs" : null] as const) if (each) counts[each] = (counts[each] ?? 0) + count;
  }
  return counts;
}
