import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { type ClockJumpRefusal, clockJumps } from "#domain/clock-jump/decider.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import type { LogArchive } from "#domain/log-archive/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { Position } from "#domain/core/event-store.ts";
import type { LogTree } from "#domain/transparency/ports.ts";
import { TILE_WIDTH } from "#domain/transparency/tree/tiles.ts";
import { entryLeaf } from "#domain/transparency/log-entry.ts";
import { parseVerifierKey, type VerifierKey } from "#domain/transparency/notes/signed-note.ts";
import { type LogSource, storedFrom, storedIn, verifyLog, type Verification } from "../event-store/verify-log.ts";
import type { StoredEvent } from "../event-store/postgres/stored-event.ts";
import {
  checkTree,
  type CheckpointToCheck,
  leavesOf,
  treeAt,
  type TreeStart,
} from "../transparency/verify/check-tree.ts";
import { archiveFaults } from "../transparency/verify/check-archives.ts";
import { exportedEntries, exportedTiles } from "../transparency/verify/exported-log.ts";
import { logCrypto } from "../transparency/log-crypto.ts";
import { openTransparency } from "../transparency/open-transparency.ts";
import { readCheckpoint, signedCheckpoint } from "../transparency/verify/read-checkpoint.ts";
import { keptCheckpoint } from "../transparency/signed-checkpoints.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { isDamage } from "../observability/damage.ts";
import { createIds } from "../platform/ids.ts";
import { createVault } from "../vault/vault.ts";
import { type Installation, runTool } from "./open-installation.ts";

/**
 * `npm run verify-log -- [--from-checkpoint <file>] [--checkpoint <file>]… [--key <vkey>]…`: recomputes every hash of the
 * log, and compares its events with the tree that was made of them, with the newest log checkpoint, with the one that
 * DATA_DIR keeps and with those in files, which somebody has kept. `--export <folder>` does the same with an exported log,
 * without the installation. Exit status 1 if an event differs from what was written, 2 if it cannot be checked.
 *
 * `--from-checkpoint` reads only what was written since a log checkpoint that somebody has kept, of a time at which the
 * whole log was verified: the tree that is stored must be the one of that checkpoint, and the events since then go on from
 * it.
 *
 * `--acknowledge-jump <position> --reason "…"` records in the log that the clock was ahead before the event at this
 * position and came back; from then on that jump is no fault.
 */
const { values } = parseArgs({
  options: {
    checkpoint: { type: "string", multiple: true },
    "from-checkpoint": { type: "string" },
    key: { type: "string", multiple: true },
    export: { type: "string" },
    "acknowledge-jump": { type: "string" },
    reason: { type: "string" },
  },
});
const { sha256 } = logCrypto;
const REASON_SAYS: Readonly<Record<ClockJumpRefusal["code"], string>> = {
  "jump-reason-missing": "Say how the clock came to be ahead, with --reason.",
  "jump-reason-too-long": "The reason must not be longer than 1000 characters.",
};

if (values["acknowledge-jump"] !== undefined) await runTool(acknowledgeJump);
else if (values.export === undefined) await runTool(verifyInstallation);
else
  process.exitCode = await verifyExport(values.export).catch((error: Error) => {
    console.error(error.message);
    return 2;
  });

async function verifyInstallation({ store, pool, config, files }: Installation): Promise<number> {
  const vault = createVault({ pool, masterSecrets: config.appSecrets });
  const opened = { pool, store: store.store, vault, clock: createDatabaseClock(pool), config };
  const { tree, publicLog } = openTransparency(opened);
  // Read first: a server that runs meanwhile may sign a larger one.
  const note = await keptCheckpoint(config.dataDir).read();
  const { size } = await tree.state();
  const keys = keysOf((await publicLog.keys()).map(({ vkey }) => vkey));
  const { checkpoint } = await publicLog.head();
  const newest = checkpoint ? [signedCheckpoint(checkpoint.note, "the newest log checkpoint", keys)] : [];
  const start = await startOf(tree, size, keys);
  if (start === null) return 1;
  const kept =
    note === null || note === checkpoint?.note
      ? null
      : signedCheckpoint(note, "the log checkpoint that DATA_DIR keeps", keys);
  // What is before the start is not read again.
  if (kept !== null && kept.checkpoint.size >= start.size) newest.push(kept);
  const leaves = leavesOf(tree.tiles, size, start.size / TILE_WIDTH);
  const check = checkTree(leaves, [...newest, ...(await keptCheckpoints(keys))], start);
  let last = start.position === null ? "the beginning" : `the event at position ${start.position}`;
  const archives: LogArchive[] = [];
  const each = ({ event }: StoredEvent) => {
    last = `the event at position ${event.position}`;
    if (event.type === "LogArchived") archives.push(event.data as LogArchive);
    return check.push({ leaf: entryLeaf(event, sha256), ...event });
  };
  const verified = await verifyLog(sourceOf(store), each, start.position).catch((error: unknown) => {
    if (isDamage(error)) console.error(`The log can be read up to ${last}; what follows it cannot.`);
    throw error;
  });
  const { events, streams, digest, faults, faultCount, jumps } = verified;
  for (const jump of jumps) (jump.acknowledged ? console.log : console.error)(jumpSaid(jump));
  for (const { stream, revision, position, fault } of faults)
    console.error(`Stream ${stream}, revision ${revision} (position ${position}): ${fault}.`);
  if (faultCount > faults.length) console.error(`${faultCount - faults.length} more faults are not shown.`);
  const tally = await reportTree(check);
  const ofArchives = start.position === null ? await archiveFaults(pool, files.archive, archives) : [];
  for (const fault of ofArchives) console.error(fault);
  console.log(
    start.position === null
      ? `${events} events in ${streams} streams, ${faultCount} faults, digest ${digest}`
      : `${events} events since the first ${start.size}, and ${streams} new streams, ${faultCount} faults`,
  );
  console.log(`${size} events in the tree, ${tally.beyond} not in it yet, ${tally.faults} faults`);
  const unknown = jumps.filter(({ acknowledged }) => !acknowledged).length;
  return faultCount + unknown + tally.faults + ofArchives.length === 0 ? 0 : 1;
}

/** Where to begin: at the start of the log, or where a kept checkpoint ends; null if the log is not the one of it. */
async function startOf(
  tree: LogTree,
  size: number,
  keys: readonly VerifierKey[],
): Promise<(TreeStart & { readonly position: Position | null }) | null> {
  const file = values["from-checkpoint"];
  if (file === undefined) return { size: 0, edge: [], position: null };
  const from = await readCheckpoint(file, keys);
  if (from.checkpoint.size > size) {
    console.error(`The tree of this log has ${size} events, and ${from.name} is of ${from.checkpoint.size} events.`);
    return null;
  }
  const start = await treeAt(tree.tiles, from);
  if (start === null) console.error(`The tree of this log is not the one of ${from.name}: read the whole log.`);
  return start && { ...start, position: (await tree.startOf(start.size / TILE_WIDTH)) || null };
}

function sourceOf(store: Installation["store"]): LogSource {
  return store.kind === "postgres" ? storedIn(store.store) : storedFrom(store.store);
}

function jumpSaid({ position, from, to, events, acknowledged }: Verification["jumps"][number]): string {
  const said = `The clock was ahead and came back before position ${position}: from ${from} to ${to}. ${events} events before it are dated too late.`;
  return acknowledged
    ? `${said} It is acknowledged.`
    : `${said} If you know of it, say so: npm run verify-log -- --acknowledge-jump ${position} --reason "…"`;
}

async function acknowledgeJump({ store, events }: Installation): Promise<number> {
  const { jumps } = await verifyLog(sourceOf(store));
  const jump = jumps.find(({ position }) => position === values["acknowledge-jump"]);
  if (!jump) {
    console.error("At this position the clock has not jumped. Run verify-log without arguments to see where it has.");
    return 1;
  }
  const { acknowledged: _, ...found } = jump;
  const id = createIds().fresh();
  const cause: Cause = { actor: { kind: "system", name: "command-line" }, commandId: id, correlationId: id };
  const command = { type: "acknowledge-jump", jump: found, reason: values.reason ?? "" } as const;
  const done = await aggregate(events, clockJumps).handle("log", command, step(cause, "acknowledge-jump"));
  if (!done.ok) {
    console.error(REASON_SAYS[done.refusal.code]);
    return 1;
  }
  console.log(`The jump before position ${jump.position} is acknowledged in the log.`);
  return 0;
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
