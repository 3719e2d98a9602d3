/** Spaces the requests of one run by origin, as `rate_limit` says, across operations. */
export interface Pace {
  /**
   * Reserves the next moment for a request to this origin, `spacing` ms after the last one; returns how many ms to wait
   * for it.
   */
  wait(origin: string, spacing: number, now: number): number;
  /** Delays further requests to this origin until then, because it asked for a wait. */
  hold(origin: string, until: number): void;
}

/** The pace of one run, shared by its operations. */
export function createPace(): Pace {
  const last = new Map<string, number>();
  const held = new Map<string, number>();
  return {
    wait(origin, spacing, now) {
      const before = last.get(origin) ?? -Infinity;
      const at = Math.max(now, spacing > 0 ? before + spacing : now, held.get(origin) ?? now);
      last.set(origin, Math.max(before, at));
      return at - now;
    },
    hold(origin, until) {
      held.set(origin, Math.max(held.get(origin) ?? 0, until));
    },
  };
}
