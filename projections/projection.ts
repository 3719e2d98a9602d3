import type { EventType, Logged } from "./events.ts";
import type { AnyTable, KeyOf, RowOf, Tables } from "./table.ts";

type Match<T extends AnyTable> = { readonly [N in keyof RowOf<T>]?: NonNullable<RowOf<T>[N]> };
type Changes<T extends AnyTable> = Partial<Omit<RowOf<T>, T["key"][number]>>;

/** The rows of one table within a unit of work. `match` gives values of columns. */
export type TableRows<T extends AnyTable> = {
  get(...key: KeyOf<T>): RowOf<T> | undefined;
  where(match: Match<T>): readonly RowOf<T>[];
  /** Adds the row, or replaces the one with the same key. */
  put(row: RowOf<T>): void;
  patch(match: Match<T>, changes: Changes<T> | ((row: RowOf<T>) => Changes<T>)): void;
  remove(match: Match<T>): void;
};

/** The input of a handler: the rows of its model after the events before. */
export type Rows<T extends Tables> = { readonly [N in keyof T]: TableRows<T[N]> };

/** A handler for each type of event that a model handles, typed by that event. */
export type Handlers<T extends Tables> = {
  readonly [E in EventType]?: (rows: Rows<T>, event: Logged<E>) => void;
};

/**
 * A read model: tables in a Postgres schema of its own, filled from events alone. A handler changes `rows` and nothing
 * else, and depends only on the event and the rows: the follower may run it several times before it has read every row
 * that it needs (runners/follower/unit-of-work/unit-of-work.ts). Each event counts exactly once.
 */
export type Projection<T extends Tables = Tables> = {
  /** Schema suffix: the live tables are in `model_<name>`. */
  readonly name: string;
  /** Raised when handlers make other rows from the same events. Other tables or event types are detected without it. */
  readonly version: number;
  readonly tables: T;
  readonly on: Handlers<T>;
};

/** Declares a read model: its handlers are typed by its tables and by their events. */
export function projection<const T extends Tables>(declared: Projection<T>): Projection<T> {
  return declared;
}
