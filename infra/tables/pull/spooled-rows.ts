import { createHash } from "node:crypto";
import type { Column } from "#domain/core/values/table.ts";
import type { PullLines, PullRow } from "./pull-lines.ts";
import type { Spool } from "./pull-spool.ts";
import type { Segment } from "./staged-rows.ts";

/**
 * Characters of lines buffered in memory before they are written to the spool: in memory they need many times their
 * size.
 */
const CHUNK_CHARS = 32 * 1024;

/** The rows of a pull on disk, with a mark to roll back to. */
export type SpooledRows = {
  /** Adds rows. Throws PullRefused. */
  add(rows: readonly PullRow[]): Promise<void>;
  /** Writes the lines buffered in memory. */
  spill(): Promise<void>;
  segments(): readonly Segment[];
  mark(): Promise<void>;
  /** Size of the spool at the last mark. */
  markedSize(): number;
  /** Drops the rows since the last mark, with their columns and types. */
  rollBack(): Promise<void>;
  /** The hash of the base, the rows and the columns. */
  digest(columns: readonly Column[]): string;
};

/** Labels by which a row of the base is known again: the field that incremental reading goes by, and a key, if any. */
export type Once = { readonly cursor: string; readonly key: readonly string[] };

/**
 * What the rows are added to: the content hash of the version before (null: nothing), by the columns of a key, without
 * those that are there. All are part of the hash, so equal hashes mean equal rows however they came about. Hashes of an
 * earlier product version lack the key, and equal none.
 */
type AddedTo = { readonly base: string | null; readonly key: readonly string[]; readonly once?: Once };

/** Writes the lines of a pull to a spool. */
export function spoolRows(lines: PullLines, spool: Spool, addedTo: AddedTo): SpooledRows {
  let segments: Segment[] = [];
  let hash = createHash("sha256").update(JSON.stringify(addedTo));
  let marked = { size: 0, lines: lines.mark(), hash: hash.copy(), segments: 0 };

  const spill = async (): Promise<void> => {
    for (const { text, columns } of lines.take()) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      if (segments.at(-1)?.columns !== columns) segments.push({ from: spool.size(), columns });
      await spool.append(bytes);
    }
  };

  return {
    async add(rows) {
      for (const row of rows) {
        lines.add(row);
        if (lines.waiting() > CHUNK_CHARS) await spill();
      }
    },
    spill,
    segments: () => segments,
    async mark() {
      await spill();
      marked = { size: spool.size(), lines: lines.mark(), hash: hash.copy(), segments: segments.length };
    },
    markedSize: () => marked.size,
    async rollBack() {
      lines.take();
      lines.backTo(marked.lines);
      await spool.truncate(marked.size);
      segments = segments.slice(0, marked.segments);
      hash = marked.hash.copy();
    },
    digest: (columns) => hash.copy().update(JSON.stringify(columns)).digest("hex"),
  };
}
