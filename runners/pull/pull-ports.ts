import type { TableProfile } from "#domain/connector-language/table/column-types.ts";
import type { Row } from "#domain/connector-language/table/row.ts";
import type { ReadModels } from "#domain/core/ports/ports.ts";
import type { RunRecords } from "#domain/core/ports/run-records.ts";
import type { TableFailure } from "#domain/run/run-failure.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import type { TablesQueries } from "#projections/tables/queries.ts";

/** A table that a run is filling. Nothing of it can be read before `finish`. */
export interface OpenTable {
  write(rows: readonly Row[]): Promise<void>;
  /** Keeps the rows so far, even if later ones are rolled back. */
  mark(): Promise<void>;
  /** Drops the rows since the last mark. */
  rollBack(): Promise<void>;
  /** Returns the earlier version, and makes no table, if that has exactly these rows; never with `evenIfSame`. */
  finish(options: { readonly evenIfSame: boolean }): Promise<TableVersion>;
  abort(): Promise<void>;
}

/** Where runs store their rows. */
export interface PullTables {
  /**
   * `base`: rows of this version come first (append), without those whose `key` is in a new row (merge). `earlier`: the
   * version that stays if the rows turn out to be the same. `once`: rows of the base that come again are not added; they
   * are known by the column of the cursor, and of a key. `before`: the columns of the version before, whose names stay
   * those of their labels, and which all `stay`, or only those that rows have. `profile`: the columns that the definition
   * declares.
   */
  open(request: {
    readonly runId: string;
    readonly base: TableVersion | null;
    readonly earlier: TableVersion | null;
    readonly key: readonly string[];
    readonly once: { readonly cursor: string; readonly key: readonly string[] } | null;
    readonly before: { readonly columns: TableVersion["columns"]; readonly stay: boolean };
    readonly profile: TableProfile;
  }): Promise<OpenTable>;
  /**
   * Drops what attempts at a run have made, except for finished tables, or for those of these names. Before its end is in
   * the log, an attempt that is late may still record it with the tables that it has finished.
   */
  forget(runId: string, kept: "finished" | readonly string[]): Promise<void>;
  drop(physical: string): Promise<void>;
  /** The share of empty cells of each column of a version, by name; null if it was not measured. */
  emptyShares(table: TableVersion): Promise<ReadonlyMap<string, number> | null>;
  /** Why a table cannot hold the rows, where the error says so; null for every other error. */
  refusalOf(error: unknown): TableFailure | null;
}

/** The ports for executing a run. */
export type PullPorts = Pick<
  Ports,
  "log" | "runs" | "clock" | "ids" | "vault" | "mails" | "openCalls" | "exclusive" | "userAgent" | "encodingOf" | "time"
> & {
  readonly records: RunRecords;
  readonly tables: PullTables;
  readonly readModels: ReadModels;
  readonly outputs: Pick<TablesQueries, "find" | "storedOutput">;
  /** Waits for a moment while people wait for pages of this process. */
  readonly turn: () => Promise<void>;
  readonly runTimeoutMs: number;
  readonly reportError: (error: unknown, runId: string) => void;
};
