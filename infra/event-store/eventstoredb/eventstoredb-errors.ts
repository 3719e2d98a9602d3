import type { ErrorType } from "@eventstore/db-client";

/** The log does not answer, or not in time. What an append that ends so has done is unknown. */
export class EventStoreDbAway extends Error {
  override readonly name = "EventStoreDbAway";
}

/** What an error of the client says of the server. `fault`: a call that the server refuses, or a defect of ours. */
type Meaning = "away" | "denied" | "fault";

/**
 * Every status of gRPC, by its number. Before its first append on a connection the client asks for the server's methods
 * and passes on what gRPC says, without a class of its own.
 */
const STATUSES: readonly Meaning[] = [
  "fault", // OK
  "away", // CANCELLED: the connection ended
  "away", // UNKNOWN: the server broke off its work
  "fault", // INVALID_ARGUMENT
  "away", // DEADLINE_EXCEEDED
  "fault", // NOT_FOUND
  "fault", // ALREADY_EXISTS
  "denied", // PERMISSION_DENIED
  "away", // RESOURCE_EXHAUSTED: too many requests; the size of appends is looked at before
  "fault", // FAILED_PRECONDITION
  "away", // ABORTED: the server's own time-out
  "fault", // OUT_OF_RANGE
  "fault", // UNIMPLEMENTED
  "away", // INTERNAL: a stream of the connection was reset
  "away", // UNAVAILABLE
  "fault", // DATA_LOSS
  "denied", // UNAUTHENTICATED
];

/** The client's own classes. Those that are not here, as `unknown`, go by their status. */
const TYPES: Readonly<Partial<Record<`${ErrorType}`, Meaning>>> = {
  "not-leader": "away",
  unavailable: "away",
  timeout: "away",
  "deadline-exceeded": "away",
  cancelled: "away",
  "access-denied": "denied",
  "stream-not-found": "fault",
  "no-stream": "fault",
  "stream-deleted": "fault",
  "wrong-expected-version": "fault",
  "maximum-append-size-exceeded": "fault",
  "invalid-argument": "fault",
  "invalid-transaction": "fault",
};

/** What an error of a call of the client means: by the client's class, by gRPC's status, or by its connection. */
export function meaningOf(error: unknown): Meaning {
  if (error instanceof EventStoreDbAway) return "away";
  if (!(error instanceof Error)) return "fault";
  const { code, type } = error as { readonly code?: unknown; readonly type?: unknown };
  const known = TYPES[type as `${ErrorType}`];
  if (known) return known;
  if (typeof code === "number") return STATUSES[code] ?? "fault";
  const isBroken = typeof code === "string" && /^(?:ERR_HTTP2_|ERR_STREAM_|E[A-Z]+$)/.test(code);
  return isBroken || /^Failed to discover after/.test(error.message) ? "away" : "fault";
}

/** Whether no node could be reached, or the node cannot answer right now. */
export function isEventStoreDbUnavailable(error: unknown): boolean {
  return error instanceof EventStoreDbAway;
}

/** Whether the user of the URL may not do this. */
export function isEventStoreDbDenied(error: unknown): boolean {
  return meaningOf(error) === "denied";
}
