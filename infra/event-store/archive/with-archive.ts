import type { EventRow } from "../postgres/stored-event.ts";
import { ArchiveFault } from "./archive-file.ts";
import type { ArchiveReader, Segment } from "./archive-reader.ts";

export type WithArchive = {
  /** The rows that the database has after it, in order. Those that follow them are asked for by another call. */
  readonly after: number;
  readonly rows: readonly EventRow[];
  readonly maxCount: number;
  readonly maxBytes: number | undefined;
  /** Whether an event that is nowhere is a fault of the read, or is left to the reader, who looks for such. */
  readonly holes: "refuse" | "pass";
};

/** Whether no event is missing between `after` and the last of these rows. */
export function isWithoutGaps(after: number, rows: readonly EventRow[]): boolean {
  const last = rows.at(-1);
  return last === undefined || Number(last.position) === after + rows.length;
}

/**
 * Puts the archived events between rows of the database into their places: positions have no gaps, so what is missing in
 * the database was archived. Throws `ArchiveFault` if a file cannot be read, and for a hole if it is to be refused.
 */
export async function withArchive(read: WithArchive, archive: ArchiveReader): Promise<EventRow[]> {
  const { rows, maxCount, maxBytes = Number.POSITIVE_INFINITY, holes } = read;
  const merged: EventRow[] = [];
  let [at, bytes] = [read.after, 0];
  const isFull = (): boolean => merged.length >= maxCount || bytes >= maxBytes;
  const take = (row: EventRow): void => {
    merged.push(row);
    bytes += row.data.length;
    at = Number(row.position);
  };
  const takeHole = async (until: number): Promise<void> => {
    if (holes === "refuse" && (await archive.isUsed()))
      throw new ArchiveFault(
        `The events at positions ${at + 1} to ${until} are neither in the database nor in an archive file: run npm run verify-log`,
      );
    at = until;
  };

  let segment: (Segment & { next: number }) | null = null;
  for (const row of rows) {
    const position = Number(row.position);
    while (at + 1 < position && !isFull()) {
      if (segment === null || at >= segment.until) {
        const found = await archive.segmentAfter(at);
        segment = found && { ...found, next: 0 };
      }
      while (segment?.rows[segment.next] && Number(segment.rows[segment.next]!.position) <= at) segment.next += 1;
      const next = segment?.rows[segment.next];
      const until = Math.min(position, next ? Number(next.position) : position) - 1;
      if (until > at) await takeHole(until);
      else if (next) take(next);
    }
    if (isFull()) break;
    take(row);
  }
  return merged;
}
