import type { TableEntry } from "#projections/tables/queries.ts";
import type { Platform } from "../../platform.ts";
import type { Reader } from "../keys/stream-credential.ts";

/** The table with this name or id, if the key opens it for reading in full. */
export async function readableTable(
  { queries }: Pick<Platform, "queries">,
  reader: Reader,
  reference: string,
): Promise<TableEntry | "missing" | "not-granted"> {
  const found = await queries.tables.find(reference, reader.userId);
  if (!found) return "missing";
  if (reader.tables !== null && !reader.tables.includes(found.table.name))
    return found.table.isPublic ? "not-granted" : "missing";
  return found.access === "full" ? found.table : "not-granted";
}
