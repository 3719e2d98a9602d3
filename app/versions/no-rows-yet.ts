import type { TableEntry } from "#projections/tables/queries.ts";
import { refuse, type Refused } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** Says why a table has no rows to read: its file is being loaded, nothing has run, or no run has brought rows. */
export async function noRowsYet(
  { queries }: Pick<Platform, "queries">,
  { kind, instanceId, itemId }: TableEntry,
): Promise<Refused> {
  if (kind !== "output") return refuse("rows-loading");
  const [run] = await queries.instances.runsOf(instanceId ?? itemId, 1);
  return refuse(run === undefined ? "not-run-yet" : "no-run-with-rows");
}
