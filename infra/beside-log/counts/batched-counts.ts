const WRITE_AFTER_MS = 5_000;
/** Keys that wait to be written; more are written at once. */
const MOST_WAITING = 1_000;

export type BatchedCountsOptions = { readonly writeAfterMs?: number; readonly onFailure?: (error: unknown) => void };

/**
 * Counts by key. Those of a few seconds go to `write` together, in the order of their keys, so that processes that write
 * at the same time do not wait for each other in a circle. Nobody waits for a count: what cannot be written is dropped.
 */
export function createBatchedCounts(
  write: (keys: readonly string[], counts: readonly number[]) => Promise<unknown>,
  { writeAfterMs = WRITE_AFTER_MS, onFailure = () => undefined }: BatchedCountsOptions,
) {
  let waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const batch = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
    waiting = new Map();
    await write(
      batch.map(([key]) => key),
      batch.map(([, count]) => count),
    ).catch(onFailure);
  };
  return {
    add(key: string): void {
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      if (waiting.size > MOST_WAITING) void flush();
      else timer ??= setTimeout(() => void flush(), writeAfterMs).unref();
    },
    /** What this process has not written yet. */
    waiting: (key: string): number => waiting.get(key) ?? 0,
    /** Writes what waits. */
    flush,
  };
}
