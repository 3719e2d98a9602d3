import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { entryLeaf } from "#domain/transparency/log-entry.ts";
import { parseVerifierKey, type VerifierKey } from "#domain/transparency/notes/signed-note.ts";
import { storedFrom, verifyLog } from "../event-store/verify-log.ts";
import { checkTree, type CheckpointToCheck, leavesOf } from "../transparency/verify/check-tree.ts";
import { exportedEntries, exportedTiles } from "../transparency/verify/exported-log.ts";
import { logCrypto } from "../transparency/log-crypto.ts";
import { openTransparency } from "../transparency/open-transparency.ts";
import { readCheckpoint, signedCheckpoint } from "../transparency/verify/read-checkpoint.ts";
import { createDatabaseClock } from "../platform/clock.ts";
import { isDamage } from "../observability/damage.ts";
import { createVault } from "../vault/vault.ts";
import { type Installation, runTool } from "./open-installation.ts";

/**
 * `npm run verify-log -- [--checkpoint <file>]… [--key <vkey>]…`: recomputes every hash of the log, and compares its
 * events with the tree that was made of them, with the newest log checkpoint and with those in files, which somebody has
 * kept. `--export <folder>` does the same with an exported log, without the installation. Exit status 1 if an event
 * differs from what was written, 2 if it cannot be checked.
 */
const { values } = parseArgs({
  options: {
    checkpoint: { type: "string", multiple: true },
    key: { type: "string", multiple: true },
    export: { type: "string" },
  },
});
const { sha256 } = logCrypto;

if (values.export === undefined) await runTool(verifyInstallation);
else
  process.exitCode = await verifyExport(values.export).catch((error: Error) => {
    console.error(error.message);
    return 2;
  });

async function verifyInstallation({ store, pool, config }: Installation): Promise<number> {
  const vault = createVault({ pool, masterSecrets: config.appSecrets });
  const opened = { pool, store: store.store, vault, clock: createDatabaseClock(pool), config };
  const { tree, publicLog } = openTransparency(opened);
  const { size } = await tree.state();
  const keys = keysOf((await publicLog.keys()).map(({ vkey }) => vkey));
  const { checkpoint } = await publicLog.head();
  const newest = checkpoint ? [signedCheckpoint(checkpoint.note, "the newest log checkpoint", keys)] : [];
  const check = checkTree(leavesOf(tree.tiles, size), [...newest, ...(await keptCheckpoints(keys))]);
  const source =
    store.kind === "postgres"
      ? { readStored: store.store.readStored, contiguous: true }
      : { readStored: storedFrom(store.store), contiguous: false };
  let last = "the beginning";
  const { events, streams, digest, faults } = await verifyLog(source, ({ event }) => {
    last = `the event at position ${event.position}`;
    return check.push({ leaf: entryLeaf(event, sha256), ...event });
  }).catch((error: unknown) => {
    if (isDamage(error)) console.error(`The log can be read up to ${last}; what follows it cannot.`);
    throw error;
  });
  for (const { stream, revision, position, fault } of faults)
    console.error(`Stream ${stream}, revision ${revision} (position ${position}): ${fault}.`);
  const tally = await reportTree(check);
  console.log(`${events} events in ${streams} streams, ${faults.length} faults, digest ${digest}`);
  console.log(`${size} events in the tree, ${tally.beyond} not in it yet, ${tally.faults} faults`);
  return faults.length + tally.faults === 0 ? 0 : 1;
}

async function verifyExport(folder: string): Promise<number> {
  const listed = (await readFile(path.join(folder, "keys"), "utf8"))
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
  const keys = keysOf(listed);
  const newest = await readCheckpoint(path.join(folder, "checkpoint"), keys);
  const { size } = newest.checkpoint;
  const check = checkTree(leavesOf(exportedTiles(folder, size), size), [newest, ...(await keptCheckpoints(keys))]);
  for await (const entry of exportedEntries(folder, size)) await check.push(entry);
  const { faults } = await reportTree(check);
  console.log(`${size} events in the tree, ${faults} faults`);
  return faults === 0 ? 0 : 1;
}

async function reportTree(check: ReturnType<typeof checkTree>): Promise<{ faults: number; beyond: number }> {
  const { faults, beyond } = await check.finish();
  for (const { index, sentence } of faults) console.error(`Place ${index} in the tree: ${sentence}.`);
  return { faults: faults.length, beyond };
}

/** The keys to trust: those given, or else those that the log lists itself. */
function keysOf(listed: readonly string[]): VerifierKey[] {
  const given = values.key ?? [];
  return (given.length > 0 ? given : listed).flatMap((vkey) => parseVerifierKey(sha256, vkey) ?? []);
}

function keptCheckpoints(keys: readonly VerifierKey[]): Promise<CheckpointToCheck[]> {
  return Promise.all((values.checkpoint ?? []).map((file) => readCheckpoint(file, keys)));
}
