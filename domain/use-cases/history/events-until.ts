import type { LoggedEvent } from "../../core/event-log.ts";

/** Events in memory at a time. */
const EVENTS_PER_READ = 200;

type Read<E> = (range: { readonly fromRevision: number; readonly maxCount: number }) => Promise<readonly E[]>;

/** The events of a stream up to and with a time as `untilTime` writes it (null: all), a part of them in memory at a time. */
export async function* eventsUntil<E extends Pick<LoggedEvent, "recordedAt">>(
  read: Read<E>,
  time: string | null,
): AsyncIterable<E> {
  for (let fromRevision = 0; ; fromRevision += EVENTS_PER_READ) {
    const events = await read({ fromRevision, maxCount: EVENTS_PER_READ });
    for (const event of events) {
      if (time !== null && !isUntil(event, time)) return;
      yield event;
    }
    if (events.length < EVENTS_PER_READ) return;
  }
}

/** Compares texts with microseconds: a Date would round them. */
export function isUntil({ recordedAt }: Pick<LoggedEvent, "recordedAt">, time: string): boolean {
  return recordedAt <= time;
}
