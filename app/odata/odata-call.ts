import type { Request, Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { ODataAfter, ODataCondition, ODataGroups, ODataQuery, ODataRow } from "#domain/core/odata/odata-query.ts";
import type { Column, ExactNumbers } from "#domain/core/values/table.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { Reader } from "../http/keys/stream-credential.ts";
import type { SlowTransfers } from "../http/server/slow-transfers.ts";
import type { Platform } from "../platform.ts";

/** Why a query was not parsed, in one sentence. */
export type NotParsed = { readonly ok: false; readonly reason: "invalid" | "unsupported"; readonly message: string };

/** Why rows were not read. "out-of-range": the query compares or computes a number that its type cannot hold. */
type NotRead = "gone" | "too-slow" | "too-large-to-sort" | "out-of-range";

/** Reads pages of tables for OData. */
export type ODataTables = {
  parse(
    options: ReadonlyMap<string, string>,
    columns: readonly Column[],
    exactNumbers: ExactNumbers,
  ): { readonly ok: true; readonly query: ODataQuery } | NotParsed;
  /** Of a request with `$apply`. */
  parseGroups(
    options: ReadonlyMap<string, string>,
    columns: readonly Column[],
    exactNumbers: ExactNumbers,
  ): { readonly ok: true; readonly groups: ODataGroups } | NotParsed;
  /** Columns and number of rows of a version; null if it is gone. */
  describe(physical: string): Promise<{ readonly columns: readonly Column[]; readonly rows: number } | null>;
  /** Null: the table is gone. Throws the signal's reason when it aborts. */
  count(request: {
    readonly physical: string;
    readonly filter: ODataCondition | null;
    readonly signal: AbortSignal;
  }): Promise<number | "too-slow" | "out-of-range" | null>;
  /** Resolves when the first rows are there; `parts` has to be read to its end or left. */
  open(request: {
    readonly physical: string;
    readonly query: ODataQuery;
    readonly after: ODataAfter | null;
    readonly limit: number;
    readonly signal: AbortSignal;
  }): Promise<
    | { readonly ok: true; readonly parts: AsyncGenerator<readonly ODataRow[], void> }
    | { readonly ok: false; readonly reason: NotRead }
  >;
  /** Each group as JSON. "too-many": there are more than `maxGroups` or `maxBytes`. Throws the signal's reason when it aborts. */
  groups(request: {
    readonly physical: string;
    readonly groups: ODataGroups;
    readonly maxGroups: number;
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  }): Promise<
    | { readonly ok: true; readonly rows: readonly string[] }
    | { readonly ok: false; readonly reason: NotRead | "too-many" }
  >;
};

export type ODataRouteOptions = {
  readonly platform: Platform;
  readonly tables: ODataTables;
  /** Answers with rows in progress, by user: each holds a database connection. Shared with the streams. */
  readonly streams: ConcurrencyLimit;
  readonly slow: SlowTransfers;
};

/** A request of a valid key. */
export type ODataCall = {
  readonly req: Request;
  readonly res: Response;
  readonly reader: Reader;
  /** The table that the address names; null: it names none. */
  readonly table: TableEntry | null;
  /** All parameters of the address. */
  readonly params: URLSearchParams;
  /** Those with a `$`. */
  readonly options: ReadonlyMap<string, string>;
  /** Ends with a slash; as clients reach it, also through a proxy. */
  readonly root: string;
  readonly signal: AbortSignal;
};
