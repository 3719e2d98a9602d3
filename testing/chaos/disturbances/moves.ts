import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { type OutsidePostgres, startOutsidePostgres } from "../../postgres/outside-postgres.ts";
import { lives, openSite, type Site } from "../site/site.ts";
import { startTool, type ToolEnd } from "../site/tool.ts";
import type { Disturbance } from "./disturbance.ts";

const LIFE_MS = [500, 2_000] as const;
/** A move of a small installation takes four seconds. */
const MOVE_MS = 5_000;
const MOST_KILLS = 3;

export const moves: Disturbance = {
  name: "moves",
  does: "the installation moves to a Postgres of one's own and back; each move is killed some times, and the product started on the old side between",
  async begin(ground) {
    const outside = await startOutsidePostgres();
    ground.atEnd(() => outside.remove());
    const site = await openSite(ground);
    await site.startAll();
    return {
      site,
      async disturb({ goesOn }) {
        for (let n = 0; n === 0 || goesOn(); n += 1) {
          await lives(site.random, LIFE_MS);
          await site.killAll();
          await moveAfterKills(site, outside, n);
          await site.startAll();
        }
      },
    };
  },
};

async function moveAfterKills(site: Site, outside: OutsidePostgres, n: number): Promise<void> {
  const isAway = site.settings.databaseUrl !== undefined;
  const target = isAway ? "embedded" : await outside.emptyDatabase(`moved_${n}`);
  if (isAway) await clearOldCluster(site, n);
  for (let left = Math.floor(site.random() * (MOST_KILLS + 1)); ; left -= 1) {
    const tool = startTool("backup/move", [target], site.env());
    const ended = await (left > 0 ? tool.killAfter(site.random() * MOVE_MS) : tool.ended);
    site.did(ended.status === null ? "kills of move" : "moves");
    if (ended.status === null && !isMoved(site, isAway)) {
      // The old side is whole: people work with it meanwhile.
      await site.startAll();
      await lives(site.random, LIFE_MS);
      await site.killAll();
      continue;
    }
    if (ended.status !== 0 && ended.status !== null) throw new Error(refused(ended, target));
    if (isAway) delete site.settings.databaseUrl;
    else site.settings.databaseUrl = target;
    return;
  }
}

/** Which side the data folder says it is of. */
function isMoved(site: Site, wasAway: boolean): boolean {
  return existsSync(path.join(site.dataDir, "postgres-location")) === wasAway;
}

/** As an operator is told to. */
async function clearOldCluster(site: Site, n: number): Promise<void> {
  const old = path.join(site.dataDir, "postgres");
  if (existsSync(old)) await rename(old, `${site.dataDir}-before-${n}`);
}

function refused({ status, faults }: ToolEnd, target: string): string {
  return `The move to ${target} ended with ${status} after killed ones: ${faults}`;
}
