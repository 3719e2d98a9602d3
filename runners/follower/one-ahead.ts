/**
 * Runs one piece of work while its caller prepares the next: `next` starts the work when the one before has ended, and
 * throws if that one failed. Then nothing is started any more.
 */
export function oneAhead(): {
  next(work: () => Promise<void>): Promise<void>;
  /** Resolves with the fault of the first piece of work that failed. */
  readonly failed: Promise<unknown>;
  /** Resolves when nothing runs; throws if the last piece of work failed. */
  idle(): Promise<void>;
  /** Resolves when nothing runs. */
  settled(): Promise<void>;
} {
  const failed = Promise.withResolvers<unknown>();
  let running = Promise.resolve();
  return {
    async next(work) {
      await running;
      running = work();
      running.catch(failed.resolve);
    },
    failed: failed.promise,
    idle: () => running,
    settled: () => running.catch(() => undefined),
  };
}
