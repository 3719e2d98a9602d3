export const ROLES = ["all", "web", "follower", "runner"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The pools are separate, so that none can starve another: `commands` for other queries and changes of requests and
 * jobs, `log` appends and reads of events, `reads` pages, `streams` and `previews` rows of tables, `work` COPY of loads
 * and pulls, `follower` the read models, `jobs` the queue.
 */
export type PoolName = "commands" | "log" | "reads" | "streams" | "previews" | "work" | "follower" | "jobs";

export type ConnectionBudget = {
  /** Most connections of this process. */
  readonly total: number;
  /** Single connections outside the pools: listeners, holders of locks, and the check whether the database answers. */
  readonly sessions: number;
  /** Pools that this role does not use are absent. */
  readonly pools: { readonly [Name in PoolName]?: number };
};

/** At least `least` connections, and a share of the rest by `weight`. */
type Share = { readonly least: number; readonly weight: number };
const share = (least: number, weight: number): Share => ({ least, weight });

const DIVISION: Readonly<
  Record<
    Role,
    { readonly total: number; readonly sessions: number; readonly shares: Partial<Readonly<Record<PoolName, Share>>> }
  >
> = {
  all: {
    total: 60,
    sessions: 5,
    shares: {
      streams: share(2, 14),
      commands: share(4, 6),
      log: share(3, 4),
      reads: share(3, 6),
      previews: share(4, 4),
      work: share(3, 8),
      follower: share(4, 0),
      jobs: share(3, 2),
    },
  },
  web: {
    total: 40,
    sessions: 3,
    shares: {
      streams: share(2, 14),
      commands: share(3, 5),
      log: share(2, 4),
      reads: share(3, 6),
      previews: share(4, 4),
      jobs: share(2, 1),
    },
  },
  follower: {
    total: 14,
    sessions: 4,
    shares: { commands: share(2, 1), log: share(2, 1), reads: share(1, 0), follower: share(3, 1), jobs: share(2, 0) },
  },
  runner: {
    total: 30,
    sessions: 3,
    shares: { work: share(3, 8), commands: share(4, 3), log: share(3, 3), reads: share(2, 2), jobs: share(3, 2) },
  },
};

/** The smallest `DATABASE_CONNECTIONS` for a process of this role. */
export function leastConnections(role: Role): number {
  const { sessions, shares } = DIVISION[role];
  return Object.values(shares).reduce((sum, { least }) => sum + least, sessions);
}

/** Divides `total` connections (default: the role's) among the pools of a process. */
export function connectionBudget(role: Role, total = DIVISION[role].total): ConnectionBudget {
  const { sessions, shares } = DIVISION[role];
  const entries = Object.entries(shares) as [PoolName, Share][];
  const free = Math.max(0, total - leastConnections(role));
  const weights = entries.reduce((sum, [, { weight }]) => sum + weight, 0);
  const pools = Object.fromEntries(
    entries.map(([name, { least, weight }]) => [name, least + Math.floor((free * weight) / weights)]),
  ) as Record<PoolName, number>;
  // The remainder of rounding goes to the first: streams hold their connections longest.
  const first = (entries[0] as [PoolName, Share])[0];
  pools[first] += total - sessions - Object.values(pools).reduce((sum, size) => sum + size, 0);
  return { total, sessions, pools };
}
