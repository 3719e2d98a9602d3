import { backups } from "./backups.ts";
import type { Disturbance } from "./disturbance.ts";
import { eventStore } from "./event-store.ts";
import { fullDisk } from "./full-disk.ts";
import { hungUpstreams } from "./hung-upstreams.ts";
import { kills, starts } from "./kills.ts";
import { moves } from "./moves.ts";
import { clocks, processes } from "./processes.ts";
import { upgrades } from "./upgrades.ts";

/** What a round can be. Its seed chooses one, unless it is named. */
export const DISTURBANCES: readonly Disturbance[] = [
  ...[kills, starts, upgrades, backups, moves, processes, clocks, hungUpstreams, fullDisk, eventStore],
];
