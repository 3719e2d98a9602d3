import { DatabaseSync } from "node:sqlite";
import type { ArchiveReader } from "../../event-store/archive/archive-reader.ts";
import { withArchive } from "../../event-store/archive/with-archive.ts";
import { type EventRow, type StoredEvent, toStored } from "../../event-store/postgres/stored-event.ts";
import type { LogSource } from "../../event-store/verify-log.ts";
import { linesOf } from "../lines-of.ts";

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/**
 * Reads the events of a backup in order, as `verifyLog` asks for them, those in archive files too. The head of each
 * stream is kept in a file of SQLite that ends with `close`: memory does not grow with streams.
 */
export function copiedLog(
  file: string,
  columns: readonly string[],
  archive: ArchiveReader,
): LogSource & { close(): void } {
  const lines = linesOf(file)[Symbol.asyncIterator]();
  // Without a name SQLite uses a temporary file.
  const heads = new DatabaseSync("");
  heads.exec(
    "CREATE TABLE heads (stream TEXT PRIMARY KEY, revision INTEGER NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID",
  );
  const put = heads.prepare("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)");
  const get = heads.prepare("SELECT revision, hash FROM heads WHERE stream = ?");
  let read: readonly StoredEvent[] = [];
  /** Rows of the database that were read and are behind archived ones. */
  let waiting: readonly EventRow[] = [];
  const waitingUpTo = async (count: number): Promise<readonly EventRow[]> => {
    const rows = [...waiting];
    while (rows.length < count) {
      const next = await lines.next();
      if (next.done === true) break;
      rows.push(rowOf(next.value, columns));
    }
    return rows;
  };
  return {
    contiguous: true,
    async readStored(position, maxCount): Promise<StoredEvent[]> {
      heads.exec("BEGIN");
      for (const { event } of read) put.run(event.stream, event.revision, event.hash);
      heads.exec("COMMIT");
      waiting = await waitingUpTo(maxCount);
      const asked = {
        after: Number(position ?? 0),
        rows: waiting,
        maxCount,
        maxBytes: undefined,
        holes: "pass",
      } as const;
      const rows = await withArchive(asked, archive);
      const last = Number(rows.at(-1)?.position ?? 0);
      waiting = waiting.filter((row) => Number(row.position) > last);
      const events = rows.map(toStored);
      read = events;
      return events;
    },
    before: async (events) =>
      events.map(({ stream }) => (get.get(stream) as { revision: number; hash: string } | undefined) ?? null),
    close: () => heads.close(),
  };
}

/** An event of a line of `COPY … TO STDOUT` as text: cells end with a tab, `\N` is null, and a backslash escapes. */
function rowOf(line: string, columns: readonly string[]): EventRow {
  const row = cellsOf(line, columns) as EventRow;
  return { ...row, recorded_at: `"${row.recorded_at.replace(" ", "T").replace(/\+00$/, "")}"` };
}

/** The cells of such a line, by column. */
export function cellsOf(line: string, columns: readonly string[]): Readonly<Record<string, string | null>> {
  const cells = line.split("\t").map((cell) => (cell === "\\N" ? null : unescaped(cell)));
  return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]));
}

function unescaped(cell: string): string {
  return cell.includes("\\") ? cell.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : cell;
}
