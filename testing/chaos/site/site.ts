import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { runningEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import type { EventStoreDb } from "#infra/event-store/eventstoredb/eventstoredb-event-store.ts";
import type { Product, ProductOptions } from "../../product.ts";
import { killPostgres } from "./kill-postgres.ts";
import { type Member, openMember } from "./member.ts";
import { freePort } from "../../servers/free-port.ts";

const SECRET = "secret-of-the-kill-harness-0123456789abcdef";

/** How an installation is run from its next start on. */
export type Settings = {
  /** Absent: the embedded database. */
  databaseUrl?: string;
  /** Besides what every process of it gets. */
  env: Record<string, string>;
};

/** An installation that people work with, as its operator sees it: processes that can be killed and started again. */
export type Site = {
  readonly dataDir: string;
  readonly random: () => number;
  readonly settings: Settings;
  /** One process with every role, or several with one role each. */
  readonly members: readonly Member[];
  /** Those that answer people. All of them run. */
  readonly webs: () => readonly Product[];
  /** Resolves when they answer again. */
  readonly back: () => Promise<void>;
  /** Kills every process, and before it Postgres if that is asked and it is the embedded one. */
  readonly killAll: (postgresFirst?: boolean) => Promise<void>;
  readonly startAll: () => Promise<void>;
  /** Notes something that was done to it, for the verdict. */
  readonly did: (what: string) => void;
  readonly done: ReadonlyMap<string, number>;
  readonly secret: () => string;
  /** What a tool of the command line is told of it. */
  readonly env: () => Record<string, string>;
  readonly withDatabase: <T>(use: (pool: pg.Pool) => Promise<T>) => Promise<T>;
  /** Its log, if that is not in the database. */
  readonly openLog?: () => EventStoreDb;
  /** What its processes have written. */
  readonly output: () => string;
};

export type SiteOptions = {
  readonly dataDir: string;
  readonly random: () => number;
  /** Ports of APIs that connectors may call. */
  readonly upstreams: readonly number[];
  /** By default one process with all of them. */
  readonly roles?: readonly string[];
  readonly settings?: Partial<Settings>;
  /** It was made before, with a secret of its own. */
  readonly isOld?: boolean;
};

/** An installation that is not started yet. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { dataDir, random, upstreams, roles = ["all"], isOld } = options;
  const settings: Settings = { ...options.settings, env: { ...options.settings?.env } };
  if (!isOld) settings.env["APP_SECRET"] = SECRET;
  const done = new Map<string, number>();
  const did = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1);
  const started = (role: string, port: number) => (): ProductOptions => ({
    ...{ dataDir, port, upstreams, built: true, startWithinMs: 120_000 },
    ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
    env: { NODE_ENV: "production", ...(role === "all" ? {} : { ROLE: role }), ...settings.env },
  });
  const members: Member[] = [];
  for (const role of roles) {
    const port = await freePort();
    members.push(openMember({ role, options: started(role, port), did }));
  }
  const site: Site = {
    ...{ dataDir, random, settings, members, did, done },
    webs: () => members.filter(({ role }) => role === "all" || role === "web").map((member) => member.product()),
    back: async () => void (await Promise.all(members.map((member) => member.back()))),
    async killAll(postgresFirst = false) {
      if (postgresFirst && settings.databaseUrl === undefined && (await killPostgres(dataDir)))
        did("kills of Postgres");
      for (const member of members) await member.kill();
    },
    startAll: async () => void (await Promise.all(members.map((member) => member.start()))),
    secret: () => settings.env["APP_SECRET"] ?? readFileSync(path.join(dataDir, "secret"), "utf8").trim(),
    env: () => ({ DATABASE_URL: settings.databaseUrl ?? "", APP_SECRET: "", DATA_DIR: dataDir, ...settings.env }),
    withDatabase: async (use) => withPool(settings.databaseUrl ?? (await runningEmbeddedPostgres(dataDir)), use),
    output: () => members.map((member) => member.output()).join("\n"),
  };
  return site;
}

async function withPool<T>(connectionString: string | undefined, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  if (connectionString === undefined) throw new Error("Postgres does not run");
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on("error", () => undefined);
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** Between the start of an installation and the next kill. */
export async function lives(random: () => number, [least, more]: readonly [number, number]): Promise<void> {
  await wait(least + random() * more);
}
