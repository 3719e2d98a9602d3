import type { Pool } from "pg";
import type { ODataGroups } from "#domain/core/odata/odata-query.ts";
import { openReading, type ReadRefusal, readRefusal } from "../stream/read-transaction.ts";
import { groupsSql } from "./groups-sql.ts";

/** Which groups are read, and how many of them at most. */
export type GroupsRequest = {
  readonly physical: string;
  readonly groups: ODataGroups;
  readonly maxGroups: number;
  /** Bytes of their JSON, in UTF-8. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/** `rows`: the groups as JSON. `too-many`: there are more than the answer may have. */
export type GroupsRead =
  | { readonly ok: true; readonly rows: readonly string[] }
  | { readonly ok: false; readonly reason: "gone" | "too-many" | ReadRefusal };

/** Longest time for all groups, in milliseconds. */
const MAX_GROUPS_MS = 30_000;

/**
 * Reads the groups of a table's rows with one statement, so that its time is that of all of them. What is held here is
 * bounded by the request: JSON has at most ten bytes for each byte that the database counts.
 */
export async function readGroups(
  pool: Pool,
  { physical, groups, maxGroups, maxBytes, signal }: GroupsRequest,
): Promise<GroupsRead> {
  const open = await openReading(pool, physical, { statementMs: MAX_GROUPS_MS, signal, keepsTable: true });
  if (!open) return { ok: false, reason: "gone" };
  const leave = () => void open.cancel();
  signal.addEventListener("abort", leave, { once: true });
  try {
    const limit = Math.min(groups.top ?? Infinity, maxGroups + 1);
    const { text, values } = groupsSql(open.table, groups, { limit, maxBytes });
    const { rows } = await open.client.query<{ json: string | null }>(text, values);
    await open.commit();
    const found = rows.flatMap(({ json }) => (json === null ? [] : [json]));
    const bytes = found.reduce((sum, json) => sum + Buffer.byteLength(json), 0);
    const isWhole = found.length === rows.length && found.length <= maxGroups && bytes <= maxBytes;
    return isWhole ? { ok: true, rows: found } : { ok: false, reason: "too-many" };
  } catch (error) {
    signal.throwIfAborted();
    const reason = readRefusal(error);
    if (reason === null) throw error;
    return { ok: false, reason };
  } finally {
    signal.removeEventListener("abort", leave);
    // Does nothing after the commit.
    await open.cancel();
  }
}
