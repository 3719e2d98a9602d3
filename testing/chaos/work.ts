import { ACTIONS } from "./actions.ts";
import { openClient, type World } from "./client.ts";
import type { Journal } from "./journal.ts";
import { picked } from "./random.ts";

/** One person who takes turns until the end. A call that is under way then is still repeated until its answer has come. */
export async function work(world: World, at: number, random: () => number, journal?: Journal): Promise<Journal> {
  const client = openClient(world, at, random, journal);
  try {
    for (let turn = 0; world.goesOn(turn);) if (await picked(random, ACTIONS)(client)) turn += 1;
  } catch (error) {
    client.journal.faults.push(`Client ${at}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return client.journal;
}
