import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/**
 * Does work for a request, or a job that a request queued: every line of the log that the work writes has this id.
 * Nothing else may read it: ids of requests decide nothing, and are sent to no other host.
 */
export function inRequest<T>(requestId: string, work: () => T): T {
  return scope.run(requestId, work);
}

/** The id of the request that the present work is for; undefined: it is for none. */
export function requestInScope(): string | undefined {
  return scope.getStore();
}
