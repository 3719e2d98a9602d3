import type { RecordedEvent } from "#domain/core/event-store.ts";
import type { ClockJump } from "#domain/clock-jump/decider.ts";

/** Clocks are set, and processes append at the same time: an event may be so much older than the one before it. */
const TOLERANCE_MS = 5 * 60_000;
/** Moments at which the log was quiet, or its clock went ahead; the newest ones. */
const MOST_RISES = 10_000;

type Dated = Pick<RecordedEvent, "stream" | "revision" | "position" | "recordedAt">;
type Rise = { readonly before: number; readonly at: number; readonly index: number };

/**
 * Compares the date of each event with the ones before it. A date that falls is a jump of the clock where a clock that
 * was ahead explains it, and otherwise an event that is dated back. Either is said once: the events after it are
 * compared with it (docs/decisions/152).
 */
export function watchDates(report: {
  jump(jump: ClockJump): void;
  datedBack(event: Dated, latest: string): void;
}): (event: Dated) => void {
  const rises: Rise[] = [];
  let index = 0;
  let latest = { text: "", ms: -Infinity };

  const fall = (event: Dated, ms: number): void => {
    // Later rises are within what is dated too late.
    while ((rises.at(-1)?.before ?? -Infinity) > ms + TOLERANCE_MS) rises.pop();
    const found = rises.findLastIndex((rise) => explains(rise, latest.ms, ms));
    const rise = rises[found];
    if (!rise) return report.datedBack(event, latest.text);
    rises.length = found;
    const { stream, revision, position } = event;
    const times = { from: latest.text, to: event.recordedAt };
    report.jump({ ...{ stream, revision, position }, ...times, events: index - rise.index });
  };

  return (event) => {
    const ms = Date.parse(event.recordedAt);
    const gone = ms - latest.ms;
    if (gone > TOLERANCE_MS && index > 0) {
      rises.push({ before: latest.ms, at: ms, index });
      if (rises.length > MOST_RISES) rises.shift();
    } else if (gone < -TOLERANCE_MS) fall(event, ms);
    if (gone > 0 || gone < -TOLERANCE_MS) latest = { text: event.recordedAt, ms };
    index += 1;
  };
}

/** Whether the clock was ahead from this rise on until it fell from one date to another. */
function explains({ before, at }: Rise, from: number, to: number): boolean {
  // While it was ahead it went on as the right one did: what lies between the right dates is at least as long.
  if (at > to) return to - before >= from - at - TOLERANCE_MS;
  // It was ahead for longer than by how much: then it fell by what it had risen.
  return Math.abs(at - before - (from - to)) <= 2 * TOLERANCE_MS;
}
