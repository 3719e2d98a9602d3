import type { EventRow } from "../postgres/stored-event.ts";
import type { ArchivedStream } from "./archive-index.ts";
import type { ArchiveReader } from "./archive-reader.ts";

/** Only streams of runs are archived, so no other read asks the archive. */
const ARCHIVED = "run-";

export function mayBeArchived(stream: string): boolean {
  return stream.startsWith(ARCHIVED);
}

export type ArchivedStreams = {
  /** The archived events of a stream in order, with what is known of it. Null: none is archived. */
  read(stream: string): Promise<(ArchivedStream & { readonly rows: readonly EventRow[] }) | null>;
};

/** Reads archived streams: a run is in one file, or in two next to each other. */
export function createArchivedStreams(
  index: { streamOf(stream: string): Promise<ArchivedStream | null> },
  archive: ArchiveReader,
): ArchivedStreams {
  return {
    async read(stream) {
      const found = mayBeArchived(stream) ? await index.streamOf(stream) : null;
      if (found === null) return null;
      const rows: EventRow[] = [];
      for (let at = found.first - 1; at < found.last;) {
        const segment = await archive.segmentAfter(at);
        if (segment === null) break;
        rows.push(...segment.rows.filter((row) => row.stream === stream));
        at = segment.until;
      }
      return { ...found, rows };
    },
  };
}
