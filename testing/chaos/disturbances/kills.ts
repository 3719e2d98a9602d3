import { picked } from "../random.ts";
import { lives, openSite, type Site } from "../site/site.ts";
import type { Disturbance, Ground } from "./disturbance.ts";

/** Between the start of the product and the next kill. */
const LIFE_MS = [300, 6_000] as const;
const POSTGRES_SHARE = 0.4;
/** Some lives are stopped for so long, and go on before they are killed. */
const [STOPPED_SHARE, STOPPED_MS] = [0.3, 2_000];
/** A start takes some three seconds. */
const START_MS = 3_500;
const MOST_KILLED_STARTS = 3;

export const kills: Disturbance = {
  name: "kills",
  does: "the product, or its Postgres and then the product, is killed every few seconds, and stopped for two at times",
  async begin(ground) {
    const site = await openSite(ground);
    await site.startAll();
    return { site, disturb: ({ goesOn }) => killAgain(site, goesOn) };
  },
};

export const starts: Disturbance = {
  name: "starts",
  does: "the product, or its Postgres too, is killed in its starts, from the first start in an empty folder on",
  async begin(ground: Ground) {
    const site = await openSite(ground);
    await killStarts(site);
    await site.startAll();
    return {
      site,
      async disturb({ goesOn }) {
        while (goesOn()) {
          await lives(site.random, LIFE_MS);
          await site.killAll(site.random() < POSTGRES_SHARE);
          await killStarts(site);
          await site.startAll();
        }
      },
    };
  },
};

/** Kills an installation of one process, and starts it again. */
export async function killAgain(site: Site, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const [member] = site.members;
    if (site.random() < STOPPED_SHARE) await member!.pause(STOPPED_MS);
    await lives(site.random, LIFE_MS);
    await site.killAll(site.random() < POSTGRES_SHARE);
    await site.startAll();
  }
}

/** Starts an installation that is down some times, and kills it at any moment of each start. */
export async function killStarts(site: Site): Promise<void> {
  const times = 1 + Math.floor(site.random() * MOST_KILLED_STARTS);
  for (let n = 0; n < times; n += 1) {
    await picked(site.random, site.members).killInStart(site.random() * START_MS);
    await site.killAll(site.random() < POSTGRES_SHARE);
  }
}
