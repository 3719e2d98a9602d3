import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { BINARY_COPY } from "../csv/row-format.ts";

/** A running COPY: batches are written one after the other, each waits until the server accepts more. */
export type RowCopy = {
  write(rows: Uint8Array): Promise<void>;
  /** Whether the memory of all rows may be written to again: the operating system has them. */
  hasSentAll(): boolean;
  /** Resolves when the server has received all rows. */
  end(): Promise<void>;
  /** Discards the rows; the transaction must be rolled back. */
  abandon(): Promise<void>;
};

/** A server that accepts no rows for so long is gone: TCP would report it only after some 15 minutes. */
const STALLED_MS = 2 * 60_000;

/** Starts `COPY … FROM STDIN` with rows in that format. Errors of the server reject the next call. */
export function startCopy(
  client: PoolClient,
  target: string,
  options: { format: "text" | "binary"; freeze: boolean; stalledMs?: number },
): RowCopy {
  const { format, freeze, stalledMs = STALLED_MS } = options;
  const isBinary = format === "binary";
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN WITH (FORMAT ${format}, FREEZE ${freeze})`));
  if (isBinary) stream.write(BINARY_COPY.header);
  let failure: Error | null = null;
  const ended = finished(stream).catch((error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  });
  const check = () => {
    if (failure) throw failure;
  };
  const untilTaken = async (): Promise<void> => {
    const timer = new AbortController();
    const late = wait(stalledMs, "late" as const, { signal: timer.signal }).catch(() => undefined);
    const first = await Promise.race([once(stream, "drain"), ended, late]);
    timer.abort();
    if (first !== "late") return;
    failure = new Error(`The database did not answer: it took no rows for ${stalledMs / 1_000} s.`);
    // Ends the connection, and with it the stream.
    void client.end();
  };
  return {
    async write(rows) {
      check();
      if (!stream.write(rows)) await untilTaken();
      check();
    },
    hasSentAll: () => stream.writableLength === 0 && socketOf(client).writableLength === 0,
    async end() {
      stream.end(isBinary ? BINARY_COPY.trailer : undefined);
      await ended;
      check();
    },
    async abandon() {
      stream.destroy();
      await ended;
    },
  };
}

/** `pg` keeps it where its types do not tell. */
function socketOf(client: PoolClient): Pick<Socket, "writableLength"> {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}
