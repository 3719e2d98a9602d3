import { DatabaseSync } from "node:sqlite";
import type { ArchiveFile } from "../../event-store/archive/archive-file.ts";
import type { ArchiveIndex } from "../../event-store/archive/archive-index.ts";
import { linesOf } from "../lines-of.ts";
import { cellsOf } from "./copied-log.ts";

const AFTER = `SELECT n.until, f.name, f.first_position AS first, f.last_position AS last, f.events, f.bytes, f.raw_bytes AS rawBytes, f.sha256
  FROM (SELECT min(last_position) AS until FROM files WHERE last_position > ?1) n
  JOIN files f ON f.first_position <= n.until AND f.last_position > ?1 ORDER BY f.first_position`;

/**
 * The index of the archive files of a backup, from the copy of its table, in a file of SQLite that ends with `close`.
 * `columns`: of the table; null for a backup from before there was one. `events`: how many are in these files.
 */
export async function copiedArchive(
  file: string,
  columns: readonly string[] | null,
): Promise<ArchiveIndex & { readonly events: number; close(): void }> {
  const index = new DatabaseSync("");
  index.exec(`CREATE TABLE files (name TEXT PRIMARY KEY, first_position INTEGER, last_position INTEGER, events INTEGER,
    bytes INTEGER, raw_bytes INTEGER, sha256 TEXT); CREATE INDEX by_end ON files (last_position)`);
  const put = index.prepare("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?)");
  let events = 0;
  for await (const line of columns === null ? [] : linesOf(file)) {
    const row = cellsOf(line, columns ?? []);
    const numbers = ["first_position", "last_position", "events", "bytes", "raw_bytes"].map((name) =>
      Number(row[name]),
    );
    put.run(row["name"]!, ...numbers, row["sha256"]!);
    events += Number(row["events"]);
  }
  const after = index.prepare(AFTER);
  return {
    events,
    isUsed: () => Promise.resolve(events > 0),
    after(position) {
      const rows = after.all(position) as unknown as readonly (ArchiveFile & { until: number })[];
      const [first] = rows;
      return Promise.resolve(first ? { until: first.until, files: rows } : null);
    },
    close: () => index.close(),
  };
}
