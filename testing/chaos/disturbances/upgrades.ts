import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { unpackFolder } from "../../data-folders/pack-folder.ts";
import type { SeededAnswers } from "../../data-folders/seed-folder.ts";
import { eventually } from "../../eventually.ts";
import { picked } from "../random.ts";
import { openSite, type Site } from "../site/site.ts";
import { startTool } from "../site/tool.ts";
import type { Disturbance } from "./disturbance.ts";
import { killAgain, killStarts } from "./kills.ts";

const FOLDERS = path.resolve(import.meta.dirname, "../../data-folders");
const REBUILT_WITHIN_MS = 120_000;
const TOOL_SHARE = 0.5;
const TOOL_MS = 2_500;
const MOST_KILLS = 4;

export const upgrades: Disturbance = {
  name: "upgrades",
  does: "a data folder of an earlier version is upgraded by a start or by npm run migrate, both killed some times before",
  async begin(ground) {
    const archive = picked(ground.random, archives());
    const expected = JSON.parse(readFileSync(archive.replace(".tar.zst", ".json"), "utf8")) as SeededAnswers;
    await unpackFolder(archive, ground.dataDir);
    const site = await openSite({ ...ground, isOld: true });
    if (ground.random() < TOOL_SHARE) await killMigrations(site);
    else await killStarts(site);
    await site.startAll();
    const [product] = site.webs();
    const isRebuilding = async () => (await product!.call("GET", "/readyz")).text.includes('"rebuilding"');
    await eventually(async () => !(await isRebuilding()), REBUILT_WITHIN_MS, "The models were not rebuilt");
    const faults = await answerFaults(site, expected);
    return {
      site,
      disturb: ({ goesOn }) => killAgain(site, goesOn),
      faults: async () => [...faults, ...(await answerFaults(site, expected))],
    };
  },
};

function archives(): readonly string[] {
  const names = readdirSync(FOLDERS).filter((name) => name.endsWith(".tar.zst"));
  return names.sort().map((name) => path.join(FOLDERS, name));
}

async function killMigrations(site: Site): Promise<void> {
  const times = 1 + Math.floor(site.random() * MOST_KILLS);
  for (let n = 0; n < times; n += 1) {
    const tool = startTool("migrate", ["--yes"], site.env());
    await tool.killAfter(site.random() * TOOL_MS);
    site.did("kills of migrate");
  }
  const { status, faults } = await startTool("migrate", ["--yes"], site.env()).ended;
  if (status !== 0) throw new Error(`migrate ended with ${status} after it was killed: ${faults}`);
}

/** What the folder had before, and does not answer now. */
async function answerFaults(site: Site, { datasets, key, shared, deleted }: SeededAnswers): Promise<string[]> {
  const [product] = site.webs();
  const faults: string[] = [];
  const headers = { authorization: `Bearer ${key}` };
  for (const { table, csv } of datasets) {
    const { status, text } = await product!.call("GET", `/d/${table}.csv`, { headers });
    if (text !== csv) faults.push(`The table ${table} of before the upgrade is answered with ${status}: ${text}`);
  }
  for (const id of [shared, deleted]) {
    const { status } = await product!.call("GET", `/api/assets/${id}`);
    if (status !== 404) faults.push(`The dataset ${id}, which not everybody may see, is answered with ${status}`);
  }
  return faults;
}
