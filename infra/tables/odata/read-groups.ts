import type { Pool } from "pg";
import type { ODataGroups } from "#domain/core/odata/odata-query.ts";
import { isOutOfTempRoom, isTimeout, openReading } from "../stream/read-transaction.ts";
import { groupsSql } from "./groups-sql.ts";

/** Which groups are read, and how many of them at most. */
export type GroupsRequest = {
  readonly physical: string;
  readonly groups: ODataGroups;
  readonly maxGroups: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/** `rows`: the groups as JSON. `too-many`: there are more than the answer may have. */
export type GroupsRead =
  | { readonly ok: true; readonly rows: readonly string[] }
  | { readonly ok: false; readonly reason: "gone" | "too-slow" | "too-large-to-sort" | "too-many" };

/** Longest time for all groups, in milliseconds. */
const GROUPS_MS = 30_000;
const PART_ROWS = 1_000;

/** Reads the groups of a table's rows. The database makes them; what is held here is bounded by the request. */
export async function readGroups(
  pool: Pool,
  { physical, groups, maxGroups, maxBytes, signal }: GroupsRequest,
): Promise<GroupsRead> {
  const open = await openReading(pool, physical, { statementMs: GROUPS_MS, signal });
  if (!open) return { ok: false, reason: "gone" };
  const leave = () => void open.cancel();
  signal.addEventListener("abort", leave, { once: true });
  try {
    const { text, values } = groupsSql(open.table, groups, Math.min(groups.top ?? Infinity, maxGroups + 1));
    await open.client.query(`DECLARE groups NO SCROLL CURSOR FOR ${text}`, values);
    const found: string[] = [];
    let bytes = 0;
    for (let part = PART_ROWS; part === PART_ROWS;) {
      const { rows } = await open.client.query<{ json: string }>(`FETCH ${PART_ROWS} FROM groups`);
      part = rows.length;
      for (const { json } of rows) {
        found.push(json);
        bytes += json.length;
      }
      if (found.length > maxGroups || bytes > maxBytes) return { ok: false, reason: "too-many" };
    }
    await open.commit();
    return { ok: true, rows: found };
  } catch (error) {
    signal.throwIfAborted();
    if (isTimeout(error)) return { ok: false, reason: "too-slow" };
    if (isOutOfTempRoom(error)) return { ok: false, reason: "too-large-to-sort" };
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
    // Does nothing after the commit.
    await open.cancel();
  }
}
