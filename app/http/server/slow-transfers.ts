import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";

/** A transfer that holds a slot for as long as its client takes. */
export type Transfer = {
  /** Bytes transferred, counted from any start. */
  bytes(): number;
  /** Whether the transfer is waiting for the client right now. */
  waits(): boolean;
  /** Ends it and frees its slot before this returns. */
  cut(): void;
};

export type SlowTransfers = {
  /** Measures the pace of a transfer until the returned function is called. */
  watch(transfer: Transfer): () => void;
  /** Ends the slowest of those that were too slow for a while; false if there is none. */
  cutSlowest(): boolean;
};

/** Slow: less than `bytes` within `withinMs`, while waiting for the client all the time. */
export type Slow = { readonly bytes: number; readonly withinMs: number };
type Mark = { readonly at: number; readonly bytes: number };
type Watched = { readonly transfer: Transfer; before: Mark; last: Mark };

/**
 * Tracks the slow ones of some transfers. A client may be as slow as it likes while there is room; when a slot is
 * needed and there is none, the slowest transfer is cut, so that slow clients of a few accounts cannot lock out
 * everyone else.
 */
export function createSlowTransfers({ bytes: least, withinMs }: Slow): SlowTransfers {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  const markOf = ({ transfer }: Pick<Watched, "transfer">): Mark => ({
    at: performance.now(),
    bytes: transfer.bytes(),
  });
  const look = (): void => {
    for (const each of watched) {
      const now = markOf(each);
      if (!each.transfer.waits()) each.before = each.last = now;
      else if (now.at - each.last.at >= withinMs) [each.before, each.last] = [each.last, now];
    }
  };
  /** Bytes per millisecond, over one to two times `withinMs`. */
  const paceOf = (each: Watched): number => {
    const now = markOf(each);
    const time = now.at - each.before.at;
    return time < withinMs ? Infinity : (now.bytes - each.before.bytes) / time;
  };
  return {
    watch(transfer) {
      const start = markOf({ transfer });
      const entry: Watched = { transfer, before: start, last: start };
      if (watched.size === 0) timer = setInterval(look, withinMs / 6).unref();
      watched.add(entry);
      return () => {
        watched.delete(entry);
        if (watched.size === 0) clearInterval(timer);
      };
    },
    cutSlowest() {
      let slowest: Watched | null = null;
      let pace = least / withinMs;
      for (const each of watched) {
        const own = paceOf(each);
        if (own < pace) [slowest, pace] = [each, own];
      }
      if (slowest === null) return false;
      watched.delete(slowest);
      slowest.transfer.cut();
      return true;
    },
  };
}

/** Takes room for an owner; if the whole limit is used up, slow transfers are cut. Null: there is no room. */
export function enterOrReplace(
  limit: ConcurrencyLimit,
  slow: SlowTransfers,
  owner: string,
  amount = 1,
): (() => void) | null {
  while (limit.lacks(owner, amount) === "all" && slow.cutSlowest());
  return limit.tryEnter(owner, amount);
}

/** An answer that holds a slot until `release`. */
export function answerTransfer(res: ServerResponse, release: () => void): Transfer {
  return {
    bytes: () => (res.socket ? res.socket.bytesWritten - res.socket.writableLength : 0),
    waits: () => (res.socket?.writableLength ?? 0) > 0,
    cut() {
      release();
      res.destroy();
    },
  };
}

/** A body that is being received; `cut` ends it and frees its slot. */
export function bodyTransfer(req: IncomingMessage, cut: () => void): Transfer {
  return {
    bytes: () => req.socket.bytesRead,
    waits: () => !req.complete && req.readableLength < req.readableHighWaterMark,
    cut,
  };
}
