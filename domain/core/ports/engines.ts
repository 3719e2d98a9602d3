/** What the product runs on and may be unavailable for a while. */
export type Engine = "database" | "event log" | "job queue" | "file store" | "mail server" | "read models";

/**
 * An engine that could not serve a request. `busy`: it answers, but has no room or time for this request; `away`: it
 * does not answer; `rebuilding`: read models are being made for this version of the program.
 */
export type Unavailable = { readonly engine: Engine; readonly because: "busy" | "away" | "rebuilding" };

/** Which engines answer. */
export interface Engines {
  /** Whether an engine is known to be away. */
  isAway(engine: Engine): boolean;
  /**
   * Which engine an error says is unavailable; null for any other error. An engine that is away is checked immediately.
   */
  unavailable(error: unknown): Unavailable | null;
}
