import type { Ports } from "#domain/use-cases/ports.ts";
import type { TableNeed, TablesQueries } from "#projections/tables/queries.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { instance } from "#domain/instance/decider.ts";
import { dataset } from "#domain/dataset/decider.ts";

export type UnneededTablesPorts = Pick<Ports, "log"> & {
  readonly queries: { readonly tables: Pick<TablesQueries, "needs"> };
  readonly keep: { readonly dataset: number; readonly output: number };
  readonly tables: {
    /** Names of readable tables after `after`, in order. */
    registered(after: string, limit: number): Promise<readonly string[]>;
    /** Which of these tables exist. */
    existing(physicals: readonly string[]): Promise<readonly string[]>;
    /** False: not now, since a backup is being made. */
    drop(physical: string): Promise<boolean>;
    /** Records tables that no event names, and returns those recorded a day ago. */
    removable(versions: {
      readonly known: readonly string[];
      readonly unknown: readonly string[];
    }): Promise<readonly string[]>;
  };
};

const TABLES_AT_ONCE = 500;

/** How many were dropped, whether that was the end of all tables, and the name after which the next round goes on. */
type Dropped = { readonly dropped: number; readonly done: boolean; readonly next: string };

/**
 * Drops tables that can no longer be read: those of deleted items, versions older than the ones that are kept, and
 * tables whose event was never written. What the log or the registry cannot confirm stays: a model may lag behind, and
 * a restore may be running. Needs models that have applied the whole log. Goes through all tables after the name `from`,
 * one table at a time, until `until` aborts or a backup begins.
 */
export async function dropUnneededTables(ports: UnneededTablesPorts, until: AbortSignal, from = ""): Promise<Dropped> {
  const { tables, queries, keep } = ports;
  const isDeleted = deletedItems(ports);
  let dropped = 0;
  let after = from;
  while (!until.aborted) {
    const page = await tables.registered(after, TABLES_AT_ONCE);
    const needs = await queries.tables.needs(page, keep);
    const unneeded = [...needs].filter(([, { needed }]) => !needed);
    const replacements = new Set(await tables.existing(unneeded.flatMap(([, { replacedBy }]) => replacedBy)));
    const drops: string[] = [];
    for (const [physical, need] of unneeded) if (await isUnneeded(need, replacements, isDeleted)) drops.push(physical);
    drops.push(
      ...(await tables.removable({
        known: [...needs.keys()],
        unknown: page.filter((physical) => !needs.has(physical)),
      })),
    );
    for (const physical of drops) {
      if (until.aborted || !(await tables.drop(physical))) return { dropped, done: false, next: after };
      dropped += 1;
    }
    if (page.length < TABLES_AT_ONCE) return { dropped, done: true, next: "" };
    after = page.at(-1) as string;
  }
  return { dropped, done: false, next: after };
}

/**
 * Old versions are dropped only if the newer table exists, and those of an item only if the log says that it was
 * deleted.
 */
async function isUnneeded(
  { missingItems, replacedBy }: TableNeed,
  existing: ReadonlySet<string>,
  isDeleted: (itemId: string) => Promise<boolean>,
): Promise<boolean> {
  if (!replacedBy.every((physical) => existing.has(physical))) return false;
  for (const itemId of missingItems) if (!(await isDeleted(itemId))) return false;
  return true;
}

/** Item ids are `<instance id>` or `<instance id>/<operation>` for instances, and the dataset's id for datasets. */
function deletedItems(ports: Pick<Ports, "log">): (itemId: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const look = async (id: string): Promise<boolean> =>
    (await aggregate(ports.log, instance).load(id)).status === "removed" ||
    (await aggregate(ports.log, dataset).load(id)).status === "deleted";
  return (itemId) => {
    const id = itemId.split("/")[0] as string;
    const found = known.get(id) ?? look(id);
    known.set(id, found);
    return found;
  };
}
