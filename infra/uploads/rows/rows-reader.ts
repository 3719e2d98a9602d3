import type { RowsAsCsv, RowsReader } from "#domain/core/ports/uploads.ts";
import { boundedThread } from "../../threads/bounded-thread.ts";
import { rowsToCsv } from "./rows-to-csv.ts";

/** Fewer bytes take less time than sending them to a thread. */
const SMALL_BYTES = 10_000;
const MOST_MS = 20_000;
const MOST_MEMORY_MB = 512;

export type RowsTask = {
  readonly body: Uint8Array;
  readonly isLines: boolean;
  readonly columns: readonly { readonly name: string; readonly label: string }[];
};

/** Reads rows in a thread of its own, one body at a time: five megabytes of JSON take a second. */
export function createRowsReader(): RowsReader {
  const thread = boundedThread<RowsTask, RowsAsCsv>({
    ...{ script: new URL("./rows-thread.ts", import.meta.url), mostMs: MOST_MS, mostMemoryMb: MOST_MEMORY_MB },
  });
  return {
    async rowsAsCsv(body, isLines, columns) {
      if (body.length <= SMALL_BYTES) return rowsToCsv(Buffer.from(body).toString("utf8"), isLines, columns);
      return thread.run({ body, isLines, columns: columns.map(({ name, label }) => ({ name, label })) });
    },
  };
}
