/** This process's own clock, for pacing and measuring durations. Limits and expiries use `Clock`. */
export interface LocalTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after so many milliseconds. */
  timeout(ms: number): AbortSignal;
  /** A number from 0 up to 1, for spreading retries. */
  random(): number;
}
