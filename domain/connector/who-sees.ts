import type { PersistentMap } from "../core/values/persistent-map.ts";

/** Why a user sees a version of a connector. `admin`: admins still see what was taken down. */
export type ConnectorRule = "owner" | "subscription" | "public" | "admin";

type Version = { readonly version: number; readonly isPublic: boolean };

/** What the rules depend on. */
type Rights = {
  readonly ownerId: string | null;
  readonly versions: readonly Version[];
  readonly status: "open" | "withdrawn" | "deleted";
  readonly takenDown: boolean;
  readonly subscribers: PersistentMap<string>;
  readonly since: PersistentMap<number>;
};

/**
 * Every rule by which a user sees a version; none: they do not. A version made private stays visible to users connected
 * before, newer versions included; versions that were private before they connected stay hidden from them. A version
 * deleted by its owner stays visible only to connected users. The queries of projections/catalogue follow the same
 * rules; testing/contracts/who-sees.ts checks both.
 */
export function rulesForVersion(
  state: Rights,
  version: Version,
  { userId, isAdmin }: { readonly userId: string; readonly isAdmin: boolean },
): readonly ConnectorRule[] {
  if (state.status === "deleted") return [];
  const rules: ConnectorRule[] = userId === state.ownerId ? ["owner"] : [];
  if (state.takenDown) return isAdmin ? [...rules, "admin"] : rules;
  const instance = instanceOf(state, userId);
  if (instance !== undefined && (version.isPublic || version.version >= (state.since.get(instance) ?? 1)))
    rules.push("subscription");
  if (state.status === "open" && version.isPublic && state.versions.at(-1)?.isPublic === true) rules.push("public");
  return rules;
}

/** Whether a user may see a version, for commands: they know of no roles. */
export function seesVersion(state: Rights, version: Version, userId: string): boolean {
  return rulesForVersion(state, version, { userId, isAdmin: false }).length > 0;
}

function instanceOf({ subscribers }: Pick<Rights, "subscribers">, userId: string): string | undefined {
  return [...subscribers.toMap()].find(([, user]) => user === userId)?.[0];
}
