import type { Engines } from "#domain/core/ports/engines.ts";
import type { EventStore } from "#domain/core/event-store.ts";
import type { JobQueue } from "#domain/core/ports/work-ports.ts";
import { EngineUnavailable } from "./engine-unavailable.ts";

/** Refuses calls, with `EngineUnavailable`, while the log is known to be away; followers continue to wait for it. */
export function guardEventStore<S extends EventStore>(store: S, engines: Engines): S {
  const guarded =
    <A extends unknown[], T>(ask: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (engines.isAway("event log")) throw new EngineUnavailable("event log");
      try {
        return await ask(...args);
      } catch (error) {
        engines.unavailable(error);
        throw error;
      }
    };
  return {
    ...store,
    appendToStream: guarded(store.appendToStream),
    readStream: guarded(store.readStream),
    readCommand: guarded(store.readCommand),
    readAll: guarded(store.readAll),
    head: guarded(store.head),
  };
}

/** Refuses, with `EngineUnavailable`, to queue a job while the queue is known to be away. */
export function guardJobs<Q extends JobQueue>(jobs: Q, engines: Engines): Q {
  return {
    ...jobs,
    async wake(job, id) {
      if (engines.isAway("job queue")) throw new EngineUnavailable("job queue");
      await jobs.wake(job, id);
    },
  };
}
