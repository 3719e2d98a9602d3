import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { World } from "./client.ts";
import { ageFiles, cleanUpNow } from "./checks/clean-up.ts";
import { faultsOf, lastPosition } from "./checks/faults-of.ts";
import { rowFaults } from "./checks/row-faults.ts";
import { unsettled } from "./checks/unsettled.ts";
import { verifyFaults, type Watch, watchCheckpoints } from "./checks/verified-log.ts";
import type { Disturbance, Disturbed, During } from "./disturbances/disturbance.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import type { Plant } from "./plants.ts";
import { randomFrom } from "./random.ts";
import { killPostgres } from "./site/kill-postgres.ts";
import { work } from "./work.ts";
import { makeWorld, upstreamServer } from "./world.ts";

const ANSWERED_WITHIN_MS = 120_000;
/** Each of the people takes so many turns, however short the round is. */
const LEAST_TURNS = 10;

type Round = {
  readonly folder: string;
  readonly seed: number;
  readonly seconds: number;
  readonly people: number;
  readonly disturbance: Disturbance;
  /** Faults of the harness's own making, which its checks must find. */
  readonly plants: readonly Plant[];
};

/** What happened in a round. */
export type Ended = {
  readonly faults: readonly string[];
  readonly done: ReadonlyMap<string, number>;
  readonly calls: number;
  readonly repeats: number;
  readonly events: number;
  /** What each process of the product wrote. */
  readonly output: string;
};

/** One installation from its first start to the checks. */
export async function chaosRound(round: Round): Promise<Ended> {
  const { folder, seed, disturbance } = round;
  const upstream = await upstreamServer(randomFrom(seed + 500_000));
  const undo: (() => Promise<void> | void)[] = [() => upstream.close()];
  const dataDir = path.join(folder, "data");
  let disturbed: Disturbed | undefined;
  try {
    const atEnd = (each: () => Promise<void> | void): void => void undo.push(each);
    const ground = { dataDir, beside: folder, random: randomFrom(seed), upstreams: [upstream.port], atEnd };
    disturbed = await disturbance.begin(ground);
    const { site } = disturbed;
    const during = await workedOn(disturbed, round, await makeWorld(site.webs(), upstream, round.people));
    return { ...during, done: new Map(site.done), output: site.output() };
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const site = disturbed?.site;
    const nothing = { calls: 0, repeats: 0, events: 0 };
    return { faults: [fault], ...nothing, done: new Map(site?.done), output: site?.output() ?? "" };
  } finally {
    await disturbed?.site.killAll();
    await killPostgres(dataDir);
    for (const each of undo.toReversed()) await each();
  }
}

type Judged = Pick<Ended, "faults" | "calls" | "repeats" | "events">;

async function workedOn(
  { site, disturb, faults, alsoLater = [], runsMayFail = false }: Disturbed,
  { folder, seed, seconds, plants }: Round,
  made: Awaited<ReturnType<typeof makeWorld>>,
): Promise<Judged> {
  const since = await site.withDatabase(async (pool) => {
    const left = await unsettled(pool);
    if (left.length > 0) throw new Error(`The first start has not ended: ${left.join(", ")}`);
    return lastPosition(pool);
  });
  const watch = await watchCheckpoints(site, path.join(folder, "checkpoints"));
  try {
    const until = Date.now() + seconds * 1_000;
    const goesOn = (): boolean => Date.now() < until;
    const answeredWithinMs = seconds * 1_000 + ANSWERED_WITHIN_MS;
    const turns = (turn: number): boolean => goesOn() || turn < LEAST_TURNS;
    const world: World = { ...made, answeredWithinMs, goesOn: turns, back: site.back, alsoLater, runsMayFail };
    const journals = made.people.map(() => emptyJournal());
    const during: During = { site, world, goesOn, journals, others: [], since };
    const working = made.people.map((_, at) => work(world, at, randomFrom(seed * 1_000 + at), journals[at]));
    await disturb(during);
    await Promise.all(working);
    return await judged(during, watch, plants, faults);
  } finally {
    await watch.stop();
  }
}

async function judged(
  during: During,
  watch: Watch,
  plants: readonly Plant[],
  ofDisturbance: Disturbed["faults"],
): Promise<Judged> {
  const { site, world, journals, since } = during;
  const faults = journals.flatMap((journal) => journal.faults);
  return site.withDatabase(async (pool) => {
    faults.push(...(await unsettled(pool)));
    faults.push(...((await ofDisturbance?.(during)) ?? []));
    await ageFiles(pool, site.dataDir);
    await cleanUpNow(pool);
    for (const plant of plants) await plant.plant(pool, during);
    for (const [at, person] of world.people.entries()) {
      const webs = site.webs();
      faults.push(...(await rowFaults(webs[at % webs.length]!, person, journals[at]!)));
    }
    // New keys are events too.
    if (plants.length === 0) faults.push(...(await unsettled(pool)));
    await allSigned(watch);
    await watch.stop();
    const store = site.openLog?.();
    const options = { dataDir: site.dataDir, secret: site.secret(), since, store };
    const effects = journals.flatMap((journal) => journal.effects);
    faults.push(...(await faultsOf(pool, options, { effects, others: during.others })));
    await store?.close();
    faults.push(...(await verifyFaults(site, watch.files)));
    const sum = (of: (journal: Journal) => number) => journals.reduce((total, each) => total + of(each), 0);
    const { rows } = await pool.query<{ events: number }>("SELECT count(*)::int AS events FROM log.events");
    return { faults, calls: sum(({ calls }) => calls), repeats: sum(({ repeats }) => repeats), ...rows[0]! };
  });
}

/** Waits until a checkpoint was seen: one is signed every few seconds. */
async function allSigned({ files }: Watch): Promise<void> {
  for (let tries = 0; files.length === 0 && tries < 50; tries += 1) await wait(200);
  if (files.length === 0) throw new Error("No signed checkpoint of the log was seen");
}
