import type { Pool } from "pg";
import type { EventStore } from "#domain/core/event-store.ts";
import type { Clock, Vault } from "#domain/core/ports/ports.ts";
import type { TransparencyLog } from "#domain/transparency/ports.ts";
import type { Config } from "../config/config.ts";
import { createLogKeys } from "./log-keys.ts";
import { createLogTree } from "./log-tree.ts";
import { createLogWitness } from "./log-witness.ts";
import { createPublicLog } from "./public-log.ts";
import { createSignedCheckpoints, keptCheckpoint } from "./signed-checkpoints.ts";

export type TransparencyOptions = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly vault: Pick<Vault, "get" | "put">;
  readonly clock: Clock;
  readonly config: Pick<Config, "appUrl" | "dataDir" | "witnessedLogs">;
};

/** The transparency log of this installation: its tree, its keys, what others read of it, and its work as a witness. */
export function openTransparency({ pool, store, vault, clock, config }: TransparencyOptions) {
  const tree = createLogTree(pool);
  const signed = createSignedCheckpoints(pool);
  const keys = createLogKeys({ vault, pool, appUrl: config.appUrl });
  const publicLog: TransparencyLog = {
    ...createPublicLog({ pool, store, tree, signed }),
    ...createLogWitness({ pool, clock, keys, logs: config.witnessedLogs }),
  };
  return { tree, signed, keys, kept: keptCheckpoint(config.dataDir), publicLog };
}
