import type { Kysely, Transaction } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";

/**
 * A read model: tables in a Postgres schema of its own, filled from events alone. The follower applies events in log order
 * inside the transaction that moves the checkpoint, so `apply` sees each event exactly once and must not commit, wait or
 * call out. `db` is already bound to the model's schema (the live one, or a shadow while rebuilding).
 */
export type Projection<DB = never> = {
  /** Schema suffix: the live tables stand in `model_<name>`. */
  readonly name: string;
  /** Raised when tables or rules change: a follower that finds an older version rebuilds the model. */
  readonly version: number;
  createTables(db: Kysely<DB>): Promise<void>;
  apply(db: Transaction<DB>, event: LoggedEvent): Promise<void>;
};
