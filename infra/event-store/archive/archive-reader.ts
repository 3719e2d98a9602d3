import type { FileStore } from "../../files/file-store.ts";
import type { EventRow } from "../postgres/stored-event.ts";
import { type ArchiveFile, ArchiveFault, readArchiveFile } from "./archive-file.ts";
import type { ArchiveIndex } from "./archive-index.ts";

/** All archived events after one position up to another, in order. */
export type Segment = { readonly after: number; readonly until: number; readonly rows: readonly EventRow[] };

export type ArchiveReader = {
  /** The archived events after a position, of about one file. Null: there are none. Throws `ArchiveFault`. */
  segmentAfter(position: number): Promise<Segment | null>;
  isUsed(): Promise<boolean>;
};

/** Files that are kept unpacked: those that lie at one place of the log, and one for another reader. */
const KEPT_FILES = 4;

/** Reads archived events. Its memory does not grow with the archive. `files`: absent if the caller has no file store. */
export function createArchiveReader(index: ArchiveIndex, files: Pick<FileStore, "open"> | undefined): ArchiveReader {
  const kept = new Map<string, Promise<readonly EventRow[]>>();

  const rowsOf = (file: ArchiveFile): Promise<readonly EventRow[]> => {
    if (!files) throw new ArchiveFault(`The archive file archive/${file.name} is needed, and no file store is open`);
    const found = kept.get(file.sha256) ?? readArchiveFile(files, file);
    // The one that was used last goes to the end; a fault is not kept.
    kept.delete(file.sha256);
    kept.set(file.sha256, found);
    found.catch(() => kept.delete(file.sha256));
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_FILES) break;
      kept.delete(oldest);
    }
    return found;
  };

  return {
    isUsed: index.isUsed,
    async segmentAfter(position) {
      const found = await index.after(position);
      if (found === null) return null;
      const rows: EventRow[] = [];
      for (const file of found.files)
        for (const row of await rowsOf(file)) {
          const at = Number(row.position);
          if (at > position && at <= found.until) rows.push(row);
        }
      // Files of two archives may lie over each other.
      if (found.files.length > 1) rows.sort((a, b) => Number(a.position) - Number(b.position));
      return { after: position, until: found.until, rows };
    },
  };
}
