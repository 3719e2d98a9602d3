import type pg from "pg";
import type { Person } from "../../person.ts";
import { startOutsidePostgres } from "../../postgres/outside-postgres.ts";
import { ringSchedule } from "../../schedule.ts";
import { type MovableClock, movableClock } from "../../time/clock.ts";
import { eventually } from "../../eventually.ts";
import { rowFaults } from "../checks/row-faults.ts";
import { picked } from "../random.ts";
import { lives, openSite, type Site } from "../site/site.ts";
import { startTool } from "../site/tool.ts";
import type { Words } from "../journal.ts";
import type { Disturbance, During, Ground } from "./disturbance.ts";

const ROLES = ["web", "web", "follower", "follower", "runner", "runner"] as const;
const LIFE_MS = [300, 3_000] as const;
const [PAUSED_SHARE, PAUSED_MS] = [0.4, 4_000] as const;
const HOUR_MS = 3_600_000;
const HOURLY = 4;
/** A run that was begun is given up after six hours. */
const MOST_HOURS = 5;
const RUN_WITHIN_MS = 90_000;
/** How far the clock of a process may be ahead of the right one, in seconds; behind, if it is less than 0. */
const SKEWS = [86_400, -86_400, 7_200, -3_600, 90, -90] as const;

export const processes: Disturbance = {
  name: "processes",
  does: "two web, two follower and two runner processes on one Postgres are killed or stopped, while hourly schedules run",
  begin: (ground) => begin(ground, () => undefined),
};

export const clocks: Disturbance = {
  name: "clocks",
  does: "the same, and half of the processes start with a clock that is up to a day ahead or behind",
  begin: (ground) => begin(ground, () => (ground.random() < 0.5 ? picked(ground.random, SKEWS) : undefined)),
};

/** `skew` says how far the clock of the next process is ahead. */
async function begin(ground: Ground, skew: () => number | undefined) {
  const postgres = await startOutsidePostgres();
  ground.atEnd(() => postgres.remove());
  const clock = await movableClock(postgres.url);
  const site = await openSite({ ...ground, roles: ROLES, settings: { databaseUrl: postgres.url } });
  const migrated = await startTool("migrate", ["--yes"], site.env()).ended;
  if (migrated.status !== 0) throw new Error(`migrate ended with ${migrated.status}: ${migrated.faults}`);
  await clock.stampEvents();
  await Promise.all(site.members.map((member) => member.start(skew())));
  let hourly: Hourly | undefined;
  return {
    site,
    async disturb({ goesOn, others }: During) {
      hourly = await hourlyConnections(site, ground.upstreams[0]!, others);
      for (let n = 0; n === 0 || goesOn(); n += 1) {
        if (n < MOST_HOURS) await strike(site, clock);
        await disturbOne(site, skew);
      }
    },
    faults: ({ world }: During) => hourlyFaults(site, hourly!, world.upstreamWords),
  };
}

async function disturbOne(site: Site, skew: () => number | undefined): Promise<void> {
  const member = picked(site.random, site.members);
  await lives(site.random, LIFE_MS);
  if (site.random() < PAUSED_SHARE) return member.pause(PAUSED_MS);
  await member.kill();
  await lives(site.random, LIFE_MS);
  await member.start(skew());
}

/** An hour passes for the database. */
async function strike(site: Site, clock: MovableClock): Promise<void> {
  await clock.move(HOUR_MS);
  site.did("hours");
  await site.withDatabase(ringSchedule);
}

type Hourly = { readonly owner: Person; readonly instances: readonly string[] };

async function hourlyConnections(site: Site, port: number, others: string[]): Promise<Hourly> {
  const owner = await site.webs()[0]!.person("Hourly", 3);
  const operations = [{ id: "rows", url: "/rows", records: "$", write_disposition: "append" }];
  const dsl = { protocol: "rest", base_url: `http://127.0.0.1:${port}`, operations };
  const instances: string[] = [];
  for (let n = 0; n < HOURLY; n += 1) {
    const published = await owner.post("/api/connectors/upload", { title: `Hourly ${n}`, is_public: false, dsl });
    const body = { connector_id: published.json.id, refresh_interval: 60 };
    const { status, text, json } = await owner.post("/api/connectors/activate", body);
    if (status !== 201) throw new Error(`An hourly connection was answered with ${status}: ${text}`);
    instances.push(json.id);
    others.push(published.json.id, json.id);
  }
  return { owner, instances };
}

/** Connections that did not run, or whose tables have other rows than their runs say. */
async function hourlyFaults(site: Site, { owner, instances }: Hourly, upstreamWords: readonly string[]) {
  return site.withDatabase(async (pool) => {
    const words = new Map<string, Words>();
    const faults: string[] = [];
    for (const instance of instances) {
      await eventually(async () => (await goodRuns(pool, instance)) > 0, RUN_WITHIN_MS).catch(() =>
        faults.push(`The hour has struck for ${instance}, and it did not run`),
      );
      const runs = await goodRuns(pool, instance);
      words.set(instance, new Map(runs === 0 ? [] : upstreamWords.map((word) => [word, runs])));
    }
    return [...faults, ...(await rowFaults(site.webs()[0]!, owner, { words }))];
  });
}

/** How many runs of a connection have succeeded, as the log says. */
async function goodRuns(pool: pg.Pool, instance: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM log.events WHERE type = 'RunSucceeded' AND data->>'instanceId' = $1",
    [instance],
  );
  return rows[0]!.n;
}
