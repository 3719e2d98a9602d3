import type { LoggedEvent } from "../../core/event-log.ts";

/** Events of one read; those of two reads are in memory at a time. */
const EVENTS_PER_READ = 500;

type Read<E> = (range: { readonly fromRevision: number; readonly maxCount: number }) => Promise<readonly E[]>;

/**
 * The events of a stream up to and with a time as `untilTime` writes it (null: all), a part of them in memory at a time.
 * The next ones are read while these are used.
 */
export async function* eventsUntil<E extends Pick<LoggedEvent, "recordedAt">>(
  read: Read<E>,
  time: string | null,
): AsyncIterable<E> {
  let reading: Promise<readonly E[]> | null = read({ fromRevision: 0, maxCount: EVENTS_PER_READ });
  for (let from = EVENTS_PER_READ; reading !== null; from += EVENTS_PER_READ) {
    const events: readonly E[] = await reading;
    const last = events.at(-1);
    const isEnd = events.length < EVENTS_PER_READ || (time !== null && last !== undefined && !isUntil(last, time));
    reading = isEnd ? null : read({ fromRevision: from, maxCount: EVENTS_PER_READ });
    // Nobody awaits it if the events before are enough; otherwise the loop throws what it throws.
    reading?.catch(() => undefined);
    for (const event of events) {
      if (time !== null && !isUntil(event, time)) return;
      yield event;
    }
  }
}

/** Compares texts with microseconds: a Date would round them. */
export function isUntil({ recordedAt }: Pick<LoggedEvent, "recordedAt">, time: string): boolean {
  return recordedAt <= time;
}
