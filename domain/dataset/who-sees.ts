import type { PersistentMap } from "../core/values/persistent-map.ts";

/** Why a user sees a dataset. `admin`: admins still see what was taken down. */
export type DatasetRule = "owner" | "grant" | "public" | "admin";

/** Who asks. `at`: the moment for which the ends of grants count; null: a grant lasts until its end is an event. */
export type DatasetViewer = { readonly userId: string; readonly isAdmin: boolean; readonly at: string | null };

/** What the rules depend on. */
export type LiveRights = {
  readonly status: "loading" | "ready" | "failed" | "hidden";
  readonly ownerId: string;
  readonly card: { readonly isPublic: boolean };
  readonly takenDown: boolean;
  readonly grantees: PersistentMap<string | null>;
};
type Rights = { readonly status: "absent" | "deleted" } | LiveRights;

/**
 * Every rule by which a user sees a dataset; none: they do not. The queries of projections/catalogue follow the same
 * rules; testing/contracts/who-sees.ts checks both.
 */
export function rulesForDataset(state: Rights, { userId, isAdmin, at }: DatasetViewer): readonly DatasetRule[] {
  if (!("ownerId" in state)) return [];
  const rules: DatasetRule[] = [];
  if (userId === state.ownerId && state.status !== "hidden") rules.push("owner");
  if (state.takenDown) return isAdmin ? [...rules, "admin"] : rules;
  if (userId !== state.ownerId && holdsGrant(state.grantees.get(userId), at)) rules.push("grant");
  if (state.card.isPublic && state.status === "ready") rules.push("public");
  return rules;
}

/** Whether a user may see a dataset, for commands: they know of no roles. */
export function seesDataset(state: Rights, userId: string): boolean {
  return rulesForDataset(state, { userId, isAdmin: false, at: null }).length > 0;
}

/** How somebody is refused who is not the owner: what they do not see is unknown to them. */
export function strangerRefusal(state: Rights, userId: string): "dataset-unknown" | "dataset-not-yours" {
  return seesDataset(state, userId) ? "dataset-not-yours" : "dataset-unknown";
}

/** Owners and users with a grant read all rows, others who see a dataset only a sample. */
export function readsAllRows(rules: readonly DatasetRule[]): boolean {
  return rules.includes("owner") || rules.includes("grant");
}

function holdsGrant(until: string | null | undefined, at: string | null): boolean {
  if (until === undefined) return false;
  return until === null || at === null || Date.parse(until) > Date.parse(at);
}
