import type { Response } from "express";
import { isDeparture } from "../server/departure.ts";
import { wasCut } from "./cut-connection.ts";

/**
 * How an answer ended. `whole`: all of it was sent. `left`: its client went before. `cut`: we ended it, as its reader was too slow, lost
 * the right to it, or the server stops. `failed`: it broke off for a fault of ours, and `error` is the fault.
 */
export type AnswerEnd =
  { readonly ended: "whole" | "left" | "cut" } | { readonly ended: "failed"; readonly error: unknown };

/**
 * Watches how an answer ends, whoever sends it: what ends an answer from our side is a call of `destroy` before its
 * connection is gone, and no route has to say so. Call the result once the answer is closed.
 */
export function watchEnd(res: Response): () => AnswerEnd {
  const { socket } = res.req;
  const destroy = res.destroy.bind(res);
  let end: AnswerEnd | null = null;
  res.destroy = (error?: Error) => {
    if (end === null && !res.closed && !res.writableFinished && !socket.destroyed)
      end = error === undefined || isDeparture(error) ? { ended: "cut" } : { ended: "failed", error };
    return destroy(error);
  };
  return () => {
    if (res.writableFinished) return { ended: "whole" };
    return end ?? { ended: wasCut(socket) ? "cut" : "left" };
  };
}
