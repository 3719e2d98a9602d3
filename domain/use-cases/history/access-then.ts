import { PersistentMap } from "../../core/values/persistent-map.ts";

/** How many people a state names. Their number is always that of all. */
const PEOPLE_NAMED = 100;

/** Somebody's access: since when, by whom, until when (null: without end). */
export type Access = {
  readonly userId: string;
  readonly since: string;
  readonly by: string | null;
  readonly until: string | null;
};

/** Who had access: how many people, and the first hundred of them by the start of their access. */
export type AccessThen = { readonly total: number; readonly people: readonly Access[] };

export const NO_ACCESS = PersistentMap.empty<Access>();

/** The accesses that had not ended at a time, as a state shows them. */
export function accessThen(all: PersistentMap<Access>, at: string): AccessThen {
  const open = [...all.toMap().values()].filter(({ until }) => until === null || Date.parse(until) > Date.parse(at));
  const people = open.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)).slice(0, PEOPLE_NAMED);
  return { total: open.length, people };
}
