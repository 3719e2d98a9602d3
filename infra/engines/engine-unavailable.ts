import type { Engine, Unavailable } from "#domain/core/ports/engines.ts";
import { StreamBusyError } from "#domain/core/faults/stream-busy.ts";
import { isEventStoreDbUnavailable } from "../event-store/eventstoredb/eventstoredb-errors.ts";
import { unavailableBecause } from "../postgres/unavailable.ts";

/** An engine does not answer, or is known to be away or being rebuilt, so that the call was not made. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
  readonly engine: Engine;
  readonly because: "away" | "rebuilding";

  constructor(engine: Engine, options: ErrorOptions & { readonly because?: "away" | "rebuilding" } = {}) {
    const { because = "away" } = options;
    super(because === "away" ? `The ${engine} does not answer` : `The ${engine} are being rebuilt`, options);
    this.engine = engine;
    this.because = because;
  }
}

/** The engine that an error says is unavailable; null for any other error. */
export function engineOf(error: unknown): Unavailable | null {
  if (error instanceof EngineUnavailable) return { engine: error.engine, because: error.because };
  if (error instanceof StreamBusyError) return { engine: "event log", because: "busy" };
  if (isEventStoreDbUnavailable(error)) return { engine: "event log", because: "away" };
  if (isMongoUnavailable(error)) return { engine: "job queue", because: "away" };
  const because = unavailableBecause(error);
  if (because !== null) return { engine: "database", because };
  return error instanceof Error && error.cause !== undefined ? engineOf(error.cause) : null;
}

function isMongoUnavailable(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Mongo(?:ServerSelection|Network|NetworkTimeout|NotConnected|TopologyClosed|PoolCleared|WaitQueueTimeout)Error$/.test(
      error.name,
    )
  );
}
