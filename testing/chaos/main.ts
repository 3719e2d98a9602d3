import { rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeDocument } from "../openapi/check-answers.ts";
import { chaosRound, type Ended } from "./chaos-round.ts";

/**
 * `npm run chaos -- --rounds N --seed S --seconds T`: people work with a product of its own over HTTP while it and its
 * Postgres are killed again and again; afterwards everything that was acknowledged must be there once. One line a fault,
 * and one verdict as the last line. Exit status 1 on a fault. The same seed makes the same calls; when a kill meets
 * them depends on the machine.
 */
const OUTPUT_FOLDER = path.resolve(import.meta.dirname, "../../tmp/chaos");

const { rounds, seed, seconds } = figures();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
writeDocument();
const total = { kills: 0, calls: 0, repeats: 0, events: 0, faults: 0 };
for (let at = seed; at < seed + rounds; at += 1) {
  const ended = await inFolder((dataDir) => chaosRound({ dataDir, seed: at, seconds }));
  for (const fault of ended.faults) console.log(`Seed ${at}: ${fault}`);
  if (ended.faults.length > 0) console.log(`Seed ${at}: what the product wrote is in ${await keep(at, ended.output)}`);
  console.log(`Seed ${at}: ${sentence({ ...ended, faults: ended.faults.length })}`);
  for (const figure of ["kills", "calls", "repeats", "events"] as const) total[figure] += ended[figure];
  total.faults += ended.faults.length;
}
console.log(`${total.faults === 0 ? "holds" : "BROKEN"}: ${rounds} rounds, ${sentence(total)}`);
process.exit(total.faults === 0 ? 0 : 1);

function figures(): { readonly rounds: number; readonly seed: number; readonly seconds: number } {
  const limits = { rounds: 1_000, seed: 1_000_000, seconds: 600 };
  const option = (text: string) => ({ type: "string", default: text }) as const;
  const { values } = parseArgs({ options: { rounds: option("1"), seed: option("1"), seconds: option("40") } });
  const figure = (name: keyof typeof limits): number => {
    const value = Number(values[name]);
    if (Number.isSafeInteger(value) && value >= 1 && value <= limits[name]) return value;
    console.error(`--${name} is a whole number from 1 to ${limits[name]}.`);
    process.exit(2);
  };
  return { rounds: figure("rounds"), seed: figure("seed"), seconds: figure("seconds") };
}

/** Runs a round in a folder of its own. A round that cannot go on is a fault. */
async function inFolder(round: (dataDir: string) => Promise<Ended>): Promise<Ended> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-chaos-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", remove);
  // The service user of Postgres needs access to a folder of its own below.
  await chmod(dataDir, 0o711);
  try {
    return await round(dataDir);
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { faults: [fault], kills: 0, calls: 0, repeats: 0, events: 0, output: "" };
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    process.off("exit", remove);
  }
}

async function keep(at: number, output: string): Promise<string> {
  const file = path.join(OUTPUT_FOLDER, `seed-${at}.log`);
  await mkdir(OUTPUT_FOLDER, { recursive: true });
  await writeFile(file, output);
  return path.relative(process.cwd(), file);
}

function sentence({ kills, calls, repeats, events, faults }: typeof total): string {
  return `${kills} kills, ${calls} calls acknowledged (${repeats} repetitions), ${events} events, ${faults} faults`;
}
