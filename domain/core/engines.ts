/** What the product runs on and may have to do without for a while. */
export type Engine = "database" | "event log" | "job queue";

/** Which engines answer. */
export interface Engines {
  /** Whether it is known right now that an engine does not answer. */
  isAway(engine: Engine): boolean;
  /** The engine that an error says could not be asked; null for every other error. Has that engine looked at right away. */
  unavailable(error: unknown): Engine | null;
}
