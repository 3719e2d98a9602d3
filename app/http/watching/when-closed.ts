import type { ServerResponse } from "node:http";

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls `then` once an answer is closed: sent, cut, or left by its client. All who wait share one listener: a
 * pipeline of Node's own adds seven of the ten that an emitter may have before Node warns of a leak.
 */
export function whenClosed(res: ServerResponse, then: () => void): void {
  const others = waiting.get(res);
  if (others) return void others.push(then);
  const all = [then];
  waiting.set(res, all);
  res.once("close", () => {
    for (const each of all) each();
  });
}
