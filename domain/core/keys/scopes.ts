/** What an account API key may do. A set: none of them includes another. */
export const SCOPES = ["read", "run", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The only things that a key opens, by their ids. */
export type KeyLimits = {
  /** Datasets, and output tables by the ids of their connections. */
  readonly tables: readonly string[];
  /** Connectors with their connections, and single connections. */
  readonly connectors: readonly string[];
};

/** Things of each kind that a key can be limited to. */
export const MAX_KEY_THINGS = 100;
