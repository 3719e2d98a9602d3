import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { linesOf } from "./lines-of.ts";

/** Of the format of a backup: a later one that older versions cannot read has another number. */
export const FORMAT = "tributary-backup/1";

/** Files of a backup beside those that its list names. */
export const MANIFEST = "manifest.json";
/** The SHA-256 of the manifest, written last of all. */
export const MANIFEST_SUM = "manifest.sha256";
/** One JSON line for each file. */
export const LIST = "files.jsonl";
/** The installation, written first of all: whose an unfinished backup is. */
export const INSTALLATION = "installation";

const column = z.strictObject({ name: z.string(), type: z.string(), notNull: z.boolean() });

/** A table that migrations make, and where the number of its next row comes from, if rows are numbered. */
const keptTable = z.strictObject({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number(),
  sequence: z.strictObject({ column: z.string(), last: z.string(), called: z.boolean() }).nullable(),
});

/** A table of schema `data`. `identity`: of its contents; two of the same have the same rows. */
const dataTable = z.strictObject({
  physical: z.string().regex(/^t_[0-9a-f]{32}$/),
  columns: z.array(column),
  key: z.array(z.string()),
  rows: z.number(),
  identity: z.string(),
});

const file = z.strictObject({
  path: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kept: keptTable.optional(),
  data: dataTable.optional(),
  /** Of a stored file: when it was kept, ISO 8601. */
  keptAt: z.string().optional(),
});

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  installation: z.string(),
  version: z.string(),
  /** The moment of the snapshot, by the database's clock, ISO 8601. */
  at: z.string(),
  migrations: z.array(z.strictObject({ id: z.string(), checksum: z.string() })),
  /** `name` identifies APP_SECRET and reveals nothing of it; `kept`: the backup has the secret itself. */
  secret: z.strictObject({ name: z.string(), kept: z.boolean() }),
  log: z.strictObject({
    events: z.number(),
    position: z.string().nullable(),
    /** Events in the log checkpoint that was signed last; null: none was. */
    signed: z.number().nullable(),
  }),
  counts: z.strictObject({ datasets: z.number(), tables: z.number(), files: z.number(), bytes: z.number() }),
  list: z.strictObject({ bytes: z.number(), sha256: z.string() }),
});

export type KeptTable = z.infer<typeof keptTable>;
export type DataTable = z.infer<typeof dataTable>;
export type BackedUpFile = z.infer<typeof file>;
export type Manifest = z.infer<typeof manifest>;

/** Says why a folder is no backup, or not a whole one. */
export class NoBackup extends Error {}

/** The manifest of a backup that was finished. Throws `NoBackup` with a sentence. */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, sum] = await Promise.all(
    [MANIFEST, MANIFEST_SUM].map((name) =>
      readFile(path.join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
        throw error;
      }),
    ),
  );
  if (text === null && sum === null) throw new NoBackup(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  if (text == null || sum == null || sum.trim() !== sumOf(text))
    throw new NoBackup(`${folder} is not a complete backup: ${MANIFEST} is damaged.`);
  const { format } = JSON.parse(text) as { format?: unknown };
  if (format !== FORMAT)
    throw new NoBackup(
      `${folder} is a backup of another format (${String(format)}): restore it with the version that made it.`,
    );
  return manifest.parse(JSON.parse(text));
}

/** The files of a backup, in order: tables that migrations make first, each after those that it refers to. */
export async function* listedFiles(folder: string): AsyncIterable<BackedUpFile> {
  let number = 0;
  for await (const line of linesOf(path.join(folder, LIST))) {
    number += 1;
    const read = file.safeParse(parsed(line));
    if (!read.success) throw new NoBackup(`Line ${number} of ${path.join(folder, LIST)} is damaged.`);
    if (path.isAbsolute(read.data.path) || read.data.path.split("/").includes(".."))
      throw new NoBackup(`Line ${number} of ${path.join(folder, LIST)} names a file outside of the backup.`);
    yield read.data;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

export function sumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Size and SHA-256 (hex) of a file, read through. */
export async function measureFile(name: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const handle = await open(name);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1_000_000 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    await handle.close();
  }
}
