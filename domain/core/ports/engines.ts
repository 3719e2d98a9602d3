/** What the product runs on and may have to do without for a while. */
export type Engine = "database" | "event log" | "job queue";

/** An engine that could not serve a request. `busy`: it answers, but has no room or no time left for this; `away`: it does not answer. */
export type Unavailable = { readonly engine: Engine; readonly because: "busy" | "away" };

/** Which engines answer. */
export interface Engines {
  /** Whether it is known right now that an engine does not answer. */
  isAway(engine: Engine): boolean;
  /** What an error says of an engine that could not serve; null for every other error. One that is away is looked at right away. */
  unavailable(error: unknown): Unavailable | null;
}
