import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { hasMounts, mountMemory } from "../site/mounts.ts";
import { lives, openSite, type Site } from "../site/site.ts";
import type { Disturbance } from "./disturbance.ts";

const DISK_MB = 400;
const MUST_STAY_MB = 20;
const MB = 1_000_000;
const BEFORE_MS = [500, 1_500] as const;
const FULL_MS = [1_500, 3_000] as const;
/** Half of the time the disk is filled to its last byte; otherwise there is less room than must stay free. */
const TO_THE_END_SHARE = 0.5;
const WELL_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 5_000;

export const fullDisk: Disturbance = {
  name: "full-disk",
  does: "files and database are on a small file system that is filled, to its last byte or nearly, and emptied again",
  refused: () =>
    hasMounts() ? null : "It needs a file system of its own, and this machine lets this account mount none (unshare).",
  async begin(ground) {
    ground.atEnd(mountMemory(ground.dataDir, DISK_MB));
    const site = await openSite({ ...ground, settings: { env: { DISK_MIN_FREE: `${MUST_STAY_MB}MB` } } });
    await site.startAll();
    const faults: string[] = [];
    return {
      ...{ site, alsoLater: [507], runsMayFail: true },
      async disturb({ goesOn }) {
        for (let n = 0; n === 0 || goesOn(); n += 1) {
          await lives(site.random, BEFORE_MS);
          faults.push(...(await fillOnce(site)));
        }
      },
      faults: async () => faults,
    };
  },
};

async function fillOnce(site: Site): Promise<readonly string[]> {
  const ballast = path.join(site.dataDir, "ballast");
  const isToTheEnd = site.random() < TO_THE_END_SHARE;
  await fill(ballast, isToTheEnd ? 0 : (MUST_STAY_MB * MB) / 2);
  site.did(isToTheEnd ? "times no byte left" : "times less room than must stay");
  await lives(site.random, FULL_MS);
  const during = await readiness(site);
  await rm(ballast);
  const hasEnded = isToTheEnd && (await startIfEnded(site, during));
  const until = performance.now() + WELL_WITHIN_MS;
  let after = await readiness(site);
  for (; !after.startsWith("200") && performance.now() < until; after = await readiness(site)) await wait(200);
  return [
    ...(hasEnded || during.startsWith("503") ? [] : [`On a full disk /readyz was ${during}`]),
    ...(after.startsWith("200") ? [] : [`There is room again, and /readyz is ${after}`]),
  ];
}

/** Postgres ends where it cannot write its log of changes, and the server with it: whatever runs it starts it again. */
async function startIfEnded({ members: [member], did }: Site, readiness: string): Promise<boolean> {
  const hasEnded = () => member!.product().process.exitCode !== null;
  // A server that does not answer is about to end.
  for (let n = 0; n < ENDS_WITHIN_MS / 100 && !/^\d/.test(readiness) && !hasEnded(); n += 1) await wait(100);
  if (!hasEnded()) return false;
  did("ends on a full disk");
  await member!.kill();
  await member!.start();
  return true;
}

async function readiness(site: Site): Promise<string> {
  const [product] = site.webs();
  const answer = await product!.call("GET", "/readyz").catch((error: unknown) => String(error));
  return typeof answer === "string" ? answer : `${answer.status} ${answer.text}`;
}

/** Writes a file until so many bytes are left on its disk. */
async function fill(file: string, leave: number): Promise<void> {
  const handle = await open(file, "w");
  try {
    const chunk = Buffer.alloc(MB / 4, 1);
    for (;;) {
      const { bavail, bsize } = await statfs(path.dirname(file));
      if (bavail * bsize <= leave) return;
      await handle.write(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    await handle.close();
  }
}
