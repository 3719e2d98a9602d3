import { rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeDocument } from "../openapi/check-answers.ts";
import { chaosRound, type Ended } from "./chaos-round.ts";
import { DISTURBANCES } from "./disturbances/all-disturbances.ts";
import type { Disturbance } from "./disturbances/disturbance.ts";
import { type Plant, PLANTS } from "./plants.ts";
import { againWithMounts, hasMounts } from "./site/mounts.ts";

/**
 * `npm run chaos -- [--rounds N] [--seed S] [--seconds T] [--people P] [--only <disturbance>] [--plant <faults>]`: people
 * work with an installation of its own over HTTP while it is disturbed; afterwards everything that was acknowledged must
 * be there once. The seed chooses what a round is, unless it is named. One line a fault, and one verdict as the last
 * line. Exit status 1 on a fault. The same seed makes the same calls; when a kill meets them depends on the machine.
 * `--plant` makes faults that the checks must find.
 */
const OUTPUT_FOLDER = path.resolve(import.meta.dirname, "../../tmp/chaos");
const LIMITS = { rounds: 1_000, seed: 1_000_000, seconds: 600, people: 20 };

const { rounds, seed, seconds, people, only, plants } = asked();
const chosen = Array.from({ length: rounds }, (_, n) => only ?? DISTURBANCES[(seed + n) % DISTURBANCES.length]!);
if (!hasMounts() && chosen.some(({ refused }) => refused?.() != null)) {
  const status = await againWithMounts();
  if (status !== null) process.exit(status);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
writeDocument();
const total = { rounds: 0, calls: 0, repeats: 0, events: 0, faults: 0, done: new Map<string, number>() };
for (const [n, disturbance] of chosen.entries()) await oneRound(seed + n, disturbance);
console.log(`${total.faults === 0 ? "holds" : "BROKEN"}: ${total.rounds} rounds, ${sentence(total)}`);
process.exit(total.faults === 0 ? 0 : 1);

async function oneRound(at: number, disturbance: Disturbance): Promise<void> {
  const name = `Seed ${at}, ${disturbance.name}`;
  const refused = disturbance.refused?.() ?? null;
  if (refused !== null) return console.log(`${name}: skipped. ${refused}`);
  const ended = await inFolder((folder) => chaosRound({ folder, seed: at, seconds, people, disturbance, plants }));
  for (const fault of ended.faults) console.log(`${name}: ${fault}`);
  if (ended.faults.length > 0) console.log(`${name}: what the product wrote is in ${await keep(at, ended.output)}`);
  console.log(`${name}: ${sentence({ ...ended, faults: ended.faults.length })}`);
  total.rounds += 1;
  for (const figure of ["calls", "repeats", "events"] as const) total[figure] += ended[figure];
  for (const [what, times] of ended.done) total.done.set(what, (total.done.get(what) ?? 0) + times);
  total.faults += ended.faults.length;
}

function asked() {
  const option = (text: string) => ({ type: "string", default: text }) as const;
  const { values } = parseArgs({
    options: {
      ...{ rounds: option("1"), seed: option("1"), seconds: option("40"), people: option("5") },
      ...{ only: { type: "string" }, plant: { type: "string" } },
    },
  });
  const figure = (name: keyof typeof LIMITS): number => {
    const value = Number(values[name]);
    if (Number.isSafeInteger(value) && value >= 1 && value <= LIMITS[name]) return value;
    return refuse(`--${name} is a whole number from 1 to ${LIMITS[name]}.`);
  };
  return {
    ...{ rounds: figure("rounds"), seed: figure("seed"), seconds: figure("seconds"), people: figure("people") },
    only: values.only === undefined ? undefined : named("--only", DISTURBANCES, values.only),
    plants: (values.plant?.split(",") ?? []).map((name): Plant => named("--plant", PLANTS, name)),
  };
}

function named<T extends { readonly name: string; readonly does: string }>(
  option: string,
  all: readonly T[],
  name: string,
): T {
  const lines = all.map((each) => `  ${each.name}: ${each.does}`);
  return all.find((each) => each.name === name) ?? refuse(`${option} is one of\n${lines.join("\n")}`);
}

function refuse(sentenceOfIt: string): never {
  console.error(sentenceOfIt);
  process.exit(2);
}

/** Runs a round in a folder of its own. */
async function inFolder(round: (folder: string) => Promise<Ended>): Promise<Ended> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-chaos-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  // The service user of Postgres needs access to a folder of its own below.
  await chmod(folder, 0o711);
  await mkdir(path.join(folder, "data"), { mode: 0o711 });
  try {
    return await round(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    process.off("exit", remove);
  }
}

async function keep(at: number, output: string): Promise<string> {
  const file = path.join(OUTPUT_FOLDER, `seed-${at}.log`);
  await mkdir(OUTPUT_FOLDER, { recursive: true });
  await writeFile(file, output);
  return path.relative(process.cwd(), file);
}

type Figures = Pick<typeof total, "calls" | "repeats" | "events" | "faults"> & {
  readonly done: ReadonlyMap<string, number>;
};

function sentence({ done, calls, repeats, events, faults }: Figures): string {
  const did = [...done].map(([what, times]) => `${times} ${what}, `).join("");
  return `${did}${calls} calls acknowledged (${repeats} repetitions), ${events} events, ${faults} faults`;
}
