/** Keeps requests of one run apart as `rate_limit` asks, by origin, whichever operation sends them. */
export interface Pace {
  /** Takes the next moment for a request to this origin, `spacing` ms after the last one; answers how long to wait for it. */
  wait(origin: string, spacing: number, now: number): number;
}

export function createPace(): Pace {
  const last = new Map<string, number>();
  return {
    wait(origin, spacing, now) {
      const before = last.get(origin) ?? -Infinity;
      const at = spacing > 0 ? Math.max(now, before + spacing) : now;
      last.set(origin, Math.max(before, at));
      return at - now;
    },
  };
}
