/** Bytes per step of the copy. */
const STEP_BYTES = 1_000_000;
const MAX_BYTES_BEHIND = 16_000_000;

export type TableFill = {
  /** Starts a step in the background if one is due. Waits if the table is too far behind. */
  follow(): Promise<void>;
  /** Resolves when no step is running; never rejects. */
  settled(): Promise<void>;
  /** Throws the error of a failed background step. */
  check(): void;
};

/**
 * Fills a table in the background, one step at a time. `mayFollow`: whether that is worthwhile in the table's present
 * state.
 */
export function fillTable(
  table: { advance(): Promise<void>; bytesBehind(): number },
  mayFollow: () => boolean,
): TableFill {
  let step: Promise<void> = Promise.resolve();
  let busy = false;
  let failure: Error | null = null;
  const start = (): void => {
    busy = true;
    step = table
      .advance()
      .catch((error: unknown) => void (failure ??= error instanceof Error ? error : new Error(String(error))))
      .finally(() => (busy = false));
  };
  return {
    async follow() {
      if (!busy && mayFollow() && table.bytesBehind() >= STEP_BYTES) start();
      if (busy && table.bytesBehind() > MAX_BYTES_BEHIND) await step;
    },
    settled: () => step,
    check() {
      if (failure !== null) throw failure;
    },
  };
}
