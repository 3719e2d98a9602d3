/** Keeps requests of one run apart as `rate_limit` asks, by origin, whichever operation sends them. */
export interface Pace {
  /** Takes the next moment for a request to this origin, `spacing` ms after the last one; answers how long to wait for it. */
  wait(origin: string, spacing: number, now: number): number;
  /** Holds further requests to this origin until then: it has asked one of them to wait. */
  hold(origin: string, until: number): void;
}

/** The pace of one run, which all of its operations share. */
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
