import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestHandler } from "express";
import { beforeHeaders } from "./security/security-headers.ts";

/** Of an answer to a command that is done, and that lists and pages do not show yet: the read models are behind. */
export const LATE_HEADER = "Tributary-Read-Models";

const present = new AsyncLocalStorage<{ isLate: boolean }>();

/** Says with the answer to a call when it could not wait until the read models show what it has done. */
export function tellLateAnswers(): RequestHandler {
  return (_req, res, next) => {
    const call = { isLate: false };
    beforeHeaders(res, () => {
      if (call.isLate) res.setHeader(LATE_HEADER, "behind");
    });
    present.run(call, next);
  };
}

/** The present call has done something that the read models do not show yet. */
export function noteLate(): void {
  const call = present.getStore();
  if (call) call.isLate = true;
}
