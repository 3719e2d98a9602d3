import type { ErrorType } from "@eventstore/db-client";

/**
 * Whether this is an error of the client of one of these types. Its classes are not compared, because the client takes
 * long to load and most installations have no EventStoreDB.
 */
function isOfType(error: unknown, ...types: readonly `${ErrorType}`[]): boolean {
  if (!(error instanceof Error) || !("_raw" in error) || !("type" in error)) return false;
  return types.some((type) => type === error.type);
}

/** Whether no node could be reached, or the node cannot answer right now. */
export function isEventStoreDbUnavailable(error: unknown): boolean {
  return isOfType(error, "not-leader", "unavailable", "timeout", "deadline-exceeded", "cancelled");
}

/** Whether the user of the URL may not do this. */
export function isEventStoreDbDenied(error: unknown): boolean {
  return isOfType(error, "access-denied");
}
