/** This process's own clock, for pacing and for how long something took. Limits and expiries go by `Clock`. */
export interface LocalTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after so many milliseconds. */
  timeout(ms: number): AbortSignal;
  /** A number from 0 up to 1, for spreading retries. */
  random(): number;
}
