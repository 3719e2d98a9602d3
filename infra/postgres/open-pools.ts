import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Budgets } from "#domain/core/budget.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { StartRefused } from "../platform/start-refused.ts";
import { createDatabase, type Database, type DatabaseOptions } from "./database.ts";
import {
  type ConnectionBudget,
  connectionBudget,
  leastConnections,
  type PoolName,
  type Role,
} from "./connection-budget.ts";
import { checkServer } from "./check-server.ts";

export type Pools = { readonly [Name in PoolName]: Database<unknown> } & {
  /** For migrations, which may take as long as they need. */
  readonly schema: Database<unknown>;
  close(): Promise<void>;
};

export type OpenPoolsOptions = {
  readonly url: string | Secret;
  readonly role: Role;
  /** Most connections of this process; default: the role's. */
  readonly connections: number | undefined;
  /** Longest time of loads and pulls. */
  readonly runTimeoutMs: number;
  readonly onIdleError: (error: Error) => void;
  /** Called for each new connection of loads and pulls, with the id of the server's process for it. */
  readonly onWorkConnection?: (pid: number) => void;
  readonly warn: (sentence: string) => void;
};

/** Timestamps as ISO texts and bigints as numbers, as read models return them. Counts stay far below 2^53. */
const READ_TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

type ServerProcess = { readonly processID: number };

const HOUR_MS = 60 * 60_000;
const REQUEST_WAIT_MS = 5_000;
const WORK_WAIT_MS = 5 * 60_000;
/** Readers of streams get what the server sends as fast as they read; the stream's own limit ends silent ones. */
const SLOW_READER_MS = 5 * 60_000;

/** How much of the server's disk every stream may use for sorting. */
const SORTED_BYTES = 2 * 1_024 ** 3;

/** Each data table that a connection has used stays in its memory, some 16 kB. */
const TABLE_USES = 2_000;

/** The one table of statement times and waiting times (docs/limits.md); defaults are in `createDatabase`. */
function timesOf(runTimeoutMs: number): Readonly<Record<PoolName | "schema", Partial<DatabaseOptions>>> {
  return {
    commands: {},
    log: { byIndex: true },
    reads: { waitMs: REQUEST_WAIT_MS, types: READ_TYPES },
    previews: { waitMs: REQUEST_WAIT_MS, statementMs: 10_000, maxUses: TABLE_USES },
    streams: {
      waitMs: REQUEST_WAIT_MS,
      statementMs: HOUR_MS,
      unreadMs: SLOW_READER_MS,
      tempBytes: SORTED_BYTES,
      maxUses: TABLE_USES,
    },
    work: {
      waitMs: WORK_WAIT_MS,
      statementMs: runTimeoutMs,
      idleInTransactionMs: runTimeoutMs,
      maxUses: TABLE_USES,
    },
    follower: {},
    jobs: {},
    schema: { max: 2, statementMs: 0 },
  };
}

/**
 * Opens the pools of one process, after checking the server's capacity. A pool without a share in the role is
 * `commands`. Throws `StartRefused` if the server cannot serve this process.
 */
export async function openPools(options: OpenPoolsOptions, budgets: Budgets): Promise<Pools> {
  const { url, role, onIdleError } = options;
  const budget: ConnectionBudget = connectionBudget(role, options.connections);
  const times = timesOf(options.runTimeoutMs);
  // Distinguishes the sessions of this process from others in pg_stat_activity.
  const mark = randomBytes(3).toString("hex");
  const open = (name: PoolName | "schema", max?: number): Database<unknown> =>
    createDatabase(url, {
      applicationName: `tributary ${role} ${name} ${mark}`,
      onIdleError,
      ...(max === undefined ? {} : { max }),
      ...times[name],
    });

  const schema = open("schema");
  try {
    const checked = await checkServer(schema.pool, { total: budget.total, least: leastConnections(role) });
    if (!checked.ok) throw new StartRefused(checked.fault);
    if (checked.warning !== null) options.warn(checked.warning);
  } catch (error) {
    await schema.close();
    throw error;
  }
  const own = Object.fromEntries(
    (Object.entries(budget.pools) as [PoolName, number][]).map(([name, max]) => [name, open(name, max)]),
  ) as Record<PoolName, Database<unknown>>;
  // The driver knows the process of each connection; its types do not say so.
  own.work?.pool.on("connect", (client) => options.onWorkConnection?.((client as unknown as ServerProcess).processID));
  for (const [name, { pool }] of Object.entries(own)) if (name !== "log") budgets.add(pool.budget(`database ${name}`));
  const of = (name: PoolName): Database<unknown> => own[name] ?? own.commands;
  return {
    commands: of("commands"),
    log: of("log"),
    reads: of("reads"),
    streams: of("streams"),
    previews: of("previews"),
    work: of("work"),
    follower: of("follower"),
    jobs: of("jobs"),
    schema,
    async close() {
      await Promise.all([schema, ...Object.values(own)].map((database) => database.close()));
    },
  };
}
