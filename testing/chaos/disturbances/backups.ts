import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { wholenessFaults } from "../checks/faults-of.ts";
import { wordsIn } from "../checks/row-faults.ts";
import { unsettled } from "../checks/unsettled.ts";
import type { Words } from "../journal.ts";
import { openSite, type Site } from "../site/site.ts";
import { startTool } from "../site/tool.ts";
import { caller } from "../../call.ts";
import type { Person } from "../../person.ts";
import type { Product } from "../../product.ts";
import type { Disturbance, During, Ground } from "./disturbance.ts";

/** A backup of a small installation takes two seconds. */
const BACKUP_MS = 3_000;
const MOST_KILLS = 3;
/** People work for so long at least before the first backup. */
const BEFORE_MS = 1_000;

/** What each of the people knew to be theirs at a moment. */
type Known = { readonly effects: readonly string[]; readonly words: ReadonlyMap<string, Words> };
type Kept = { readonly folder: string; readonly known: readonly Known[] };

export const backups: Disturbance = {
  name: "backups",
  does: "npm run backup is killed some times beside the working server; the next one is restored elsewhere",
  async begin(ground) {
    const site = await openSite(ground);
    await site.startAll();
    const good: Kept[] = [];
    const faults: string[] = [];
    return {
      site,
      async disturb(during) {
        for (let n = 0; n === 0 || during.goesOn(); n += 1) {
          await wait(BEFORE_MS);
          good.push(
            await backUpAfterKills(ground, during, path.join(ground.beside, `night-${n}`), good.at(-1), faults),
          );
        }
      },
      faults: async (during) => [...faults, ...(await restoredFaults(ground, during, good.at(-1)!))],
    };
  },
};

async function backUpAfterKills(
  { random }: Ground,
  { site, journals }: During,
  folder: string,
  before: Kept | undefined,
  faults: string[],
): Promise<Kept> {
  const args = [folder, ...(before ? ["--previous", before.folder] : [])];
  for (let left = Math.floor(random() * (MOST_KILLS + 1)); ; left -= 1) {
    const known = journals.map(({ effects, words }) => structuredClone({ effects, words }));
    const tool = startTool("backup/backup", args, site.env());
    const { status, faults: said } = await (left > 0 ? tool.killAfter(random() * BACKUP_MS) : tool.ended);
    site.did(status === null ? "kills of backup" : "backups");
    if (status !== 0 && status !== null) throw new Error(`A backup after killed ones ended with ${status}: ${said}`);
    // One that was killed after its last step is good.
    if (!existsSync(folder)) continue;
    faults.push(...(await badBackup(site, folder)));
    if (existsSync(`${folder}.unfinished`)) faults.push("A good backup has left what a killed one had begun");
    return { folder, known };
  }
}

async function badBackup(site: Site, folder: string): Promise<readonly string[]> {
  const { status, faults } = await startTool("backup/verify-backup", [folder], site.env()).ended;
  return status === 0 ? [] : [`verify-backup says of a backup under its name (status ${status}): ${faults}`];
}

/** What a backup, restored elsewhere, does not have although it was acknowledged before it began, and what is not whole there. */
async function restoredFaults(ground: Ground, { world, journals, since }: During, { folder, known }: Kept) {
  const dataDir = path.join(ground.beside, "restored");
  const copy = await openSite({ ...ground, dataDir });
  copy.settings.env["RUNS"] = "on";
  const { status, faults: said } = await startTool("backup/restore", [folder], copy.env()).ended;
  if (status !== 0) return [`The restore ended with ${status}: ${said}`];
  await copy.startAll();
  try {
    return await copy.withDatabase(async (pool) => {
      // Nobody repeats the calls that were under way when the backup was made.
      const faults = [...(await unsettled(pool, { except: ["calls have no answer"] }))];
      const { rows } = await pool.query<{ event: string }>(
        "SELECT type || ' ' || stream AS event FROM log.events WHERE position > $1",
        [since],
      );
      const has = new Set(rows.map(({ event }) => event));
      for (const effect of known.flatMap(({ effects }) => effects))
        if (!has.has(effect.split(" ").slice(0, 2).join(" "))) faults.push(`The backup lacks ${effect}`);
      for (const [at, person] of world.people.entries()) {
        const product = copy.webs()[0]!;
        const key = await keyAt(product, person);
        for (const [id, before] of known[at]!.words) {
          const after = journals[at]!.words.get(id);
          faults.push(...betweenFaults(id, before, await wordsIn(product, key, id), after));
        }
      }
      const files = /^A file is not needed/;
      const whole = await wholenessFaults(pool, { dataDir, secret: copy.secret() });
      return [...faults, ...whole.filter((fault) => !files.test(fault))].map((fault) => `Restored: ${fault}`);
    });
  } finally {
    await copy.killAll(true);
  }
}

async function keyAt(product: Product, { email, password }: Person): Promise<string> {
  const { headers } = await product.call("POST", "/api/users/login", { body: { email, password } });
  const cookie = headers.getSetCookie().map((each) => each.split(";")[0]);
  const call = caller(product.url, { cookie: cookie.join("; "), "sec-fetch-site": "same-origin" });
  return (await call("POST", "/api/dev/apikey", { body: { email } })).json.api_key;
}

/** `after` undefined: it was removed later, and may be removed in the backup already. */
function betweenFaults(id: string, before: Words, found: Words | string, after: Words | undefined): readonly string[] {
  if (after === undefined) return [];
  if (typeof found === "string") return before.size === 0 ? [] : [found];
  return [...new Set([...before.keys(), ...found.keys()])].flatMap((word) => {
    const [least, has, most] = [before, found, after].map((words) => words.get(word) ?? 0) as [number, number, number];
    if (least <= has && has <= most) return [];
    return [`The table of ${id} has "${word}" ${has} times, acknowledged were ${least} before and ${most} in the end`];
  });
}
