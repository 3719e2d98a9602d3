import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import { verifyLog } from "../../event-store/verify-log.ts";
import {
  INSTALLATION,
  LIST,
  listedFiles,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  measureFile,
  NoBackup,
  readManifest,
} from "../manifest.ts";
import { ArchiveFault } from "../../event-store/archive/archive-file.ts";
import { createArchiveReader } from "../../event-store/archive/archive-reader.ts";
import { folderStore } from "../../files/folder-store.ts";
import { copiedArchive } from "./copied-archive.ts";
import { copiedLog } from "./copied-log.ts";

/** What was found; `faults`: a sentence for each, with its place. Without a manifest it is no backup. */
export type VerifiedBackup = { readonly manifest: Manifest | null; readonly faults: readonly string[] };

const OWN = new Set([INSTALLATION, LIST, MANIFEST, MANIFEST_SUM]);

/**
 * Reads a whole backup: every file is there, has its size and its sum, and none is there that the list does not name;
 * every event of the log has its hash, its place and the event before it. `readLog` false: sums alone, which a restore
 * needs, since the log was read when the backup was made or can be read afterwards.
 */
export async function verifyBackup(
  folder: string,
  { readLog }: { readonly readLog: boolean },
): Promise<VerifiedBackup> {
  const faults: string[] = [];
  try {
    const manifest = await readManifest(folder);
    const list = await measureFile(path.join(folder, LIST)).catch(() => null);
    if (list?.bytes !== manifest.list.bytes || list.sha256 !== manifest.list.sha256)
      throw new NoBackup(`${path.join(folder, LIST)} is missing or damaged.`);
    const names = new Set(OWN);
    let log: Copied | null = null;
    let archive: Copied | null = null;
    for await (const { path: name, bytes, sha256, kept } of listedFiles(folder)) {
      names.add(name);
      const fault = await faultOf(path.join(folder, name), { bytes, sha256 });
      if (fault) faults.push(`${name}: ${fault}.`);
      if (kept?.schema === "log" && kept.name === "events" && !fault) log = kept;
      if (kept?.schema === "log" && kept.name === "archive_files" && !fault) archive = kept;
    }
    for await (const name of filesBelow(folder, ""))
      if (!names.has(name)) faults.push(`${name}: it is not in the list.`);
    if (readLog && log) faults.push(...(await faultsOfLog(folder, { log, archive }, manifest)));
    return { manifest, faults };
  } catch (error) {
    if (!(error instanceof NoBackup)) throw error;
    return { manifest: null, faults: [error.message] };
  }
}

async function faultOf(place: string, wanted: { bytes: number; sha256: string }): Promise<string | null> {
  const found = await stat(place).catch(() => null);
  if (found === null) return "it is missing";
  if (found.size !== wanted.bytes) return `it has ${found.size} bytes in place of ${wanted.bytes}`;
  const read = await measureFile(place).catch((error: NodeJS.ErrnoException) => error);
  if (read instanceof Error) return `it cannot be read (${read.code ?? "unknown error"})`;
  return read.sha256 === wanted.sha256 ? null : "its content is not what was backed up";
}

/** Links are named too: none is part of a backup, and one could lead elsewhere. */
async function* filesBelow(folder: string, within: string): AsyncIterable<string> {
  for await (const entry of await opendir(path.join(folder, within))) {
    const name = within === "" ? entry.name : `${within}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, name);
    else yield name;
  }
}

type Copied = { readonly columns: readonly string[]; readonly rows: number };

async function faultsOfLog(
  folder: string,
  copied: { readonly log: Copied; readonly archive: Copied | null },
  { log }: Manifest,
): Promise<string[]> {
  const archive = await copiedArchive(
    path.join(folder, "database", "log.archive_files"),
    copied.archive?.columns ?? null,
  );
  const reader = createArchiveReader(archive, folderStore(path.join(folder, "files", "archive")));
  const source = copiedLog(path.join(folder, "database", "log.events"), copied.log.columns, reader);
  try {
    const { events, faults, faultCount } = await verifyLog(source);
    const said = faults.map(
      ({ stream, revision, position, fault }) =>
        `Stream ${stream}, revision ${revision} (position ${Number(position)}): ${fault}.`,
    );
    if (faultCount > faults.length) said.push(`There are ${faultCount - faults.length} more faults of events.`);
    if (events !== copied.log.rows + archive.events || events !== log.events)
      said.push(`The log has ${events} events in place of ${log.events}.`);
    if (log.signed !== null && log.signed > events)
      said.push(`A log checkpoint of ${log.signed} events was signed, but the log has ${events}.`);
    return said;
  } catch (error) {
    if (error instanceof ArchiveFault) return [`${error.message}.`];
    throw error;
  } finally {
    source.close();
    archive.close();
  }
}
