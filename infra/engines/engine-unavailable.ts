import type { Engine } from "#domain/core/engines.ts";
import { isEventStoreDbUnavailable } from "../event-store/eventstoredb-retries.ts";
import { unavailableBecause } from "../postgres/unavailable.ts";

/** An engine is known to be away, so it was not asked. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
  readonly engine: Engine;

  constructor(engine: Engine) {
    super(`The ${engine} does not answer`);
    this.engine = engine;
  }
}

/** The engine that could not be asked, if that is what an error means; null for every other error. */
export function unavailableEngine(error: unknown): Engine | null {
  if (error instanceof EngineUnavailable) return error.engine;
  if (isEventStoreDbUnavailable(error)) return "event log";
  if (isMongoUnavailable(error)) return "job queue";
  if (unavailableBecause(error) !== null) return "database";
  return error instanceof Error && error.cause instanceof EngineUnavailable ? error.cause.engine : null;
}

function isMongoUnavailable(error: unknown): boolean {
  return error instanceof Error && /^Mongo(?:ServerSelection|Network|NetworkTimeout|NotConnected|TopologyClosed|PoolCleared|WaitQueueTimeout)Error$/.test(error.name);
}
