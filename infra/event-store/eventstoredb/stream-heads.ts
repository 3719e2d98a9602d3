import type { RecordedEvent } from "#domain/core/event-store.ts";

const MAX_STREAMS = 10_000;

type Head = Pick<RecordedEvent, "revision" | "hash">;

export type StreamHeads = {
  /** Remembers the last of these events of a stream. */
  note(stream: string, event: Head | undefined): void;
  /** The hash of the event at a revision, if it is the newest one noted of the stream. */
  hashAt(stream: string, revision: number): string | null;
};

/**
 * The hashes of the newest events that this process has read or written, for the streams used last. An event chains the
 * hash of the one before it, and the process that appends has just read that one.
 */
export function createStreamHeads(): StreamHeads {
  const heads = new Map<string, Head>();
  return {
    note(stream, event) {
      const known = heads.get(stream);
      if (!event || (known && known.revision > event.revision)) return;
      // Put at the end, so that the first is the one that was noted longest ago.
      heads.delete(stream);
      heads.set(stream, { revision: event.revision, hash: event.hash });
      if (heads.size > MAX_STREAMS) heads.delete(heads.keys().next().value!);
    },
    hashAt(stream, revision) {
      const head = heads.get(stream);
      return head?.revision === revision ? head.hash : null;
    },
  };
}
