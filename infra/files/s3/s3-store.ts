import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { partsOfName } from "../file-name.ts";
import type { DiskFile, FileStore, ListedFile, StoredFile } from "../file-store.ts";
import { hashToFile } from "../hash-to-file.ts";
import type { Scratch } from "../scratch.ts";
import { readObject } from "./read-object.ts";
import type { S3Bucket } from "./s3-bucket.ts";
import { copyObject, writeObject } from "./write-object.ts";

export type S3StoreOptions = {
  readonly bucket: S3Bucket;
  /** The part of the bucket that is this store, such as `uploads`. */
  readonly area: string;
  readonly scratch: Scratch;
  /** Throws if the disk of this machine has no room. */
  readonly demandRoom: () => Promise<void>;
};

/** While a file is fetched, free disk space is checked after so many bytes. */
const ROOM_PORTION_BYTES = 4_000_000;

/**
 * Files in an S3-compatible store. They are made on a disk of this machine first: a store wants to know sizes and names
 * before the bytes, and a part that did not arrive is sent again.
 */
export function s3Store(options: S3StoreOptions): FileStore {
  const { bucket, area, scratch } = options;
  const keyOf = (name: string) => [area, ...partsOfName(name)].join("/");
  const remove = async (names: readonly string[]): Promise<void> => {
    if (names.length > 0) await bucket.remove(names.map(keyOf));
  };
  const files = (folder?: string) => listFiles(bucket, `${area}/`, folder);
  const open = (name: string) => openObject(bucket, keyOf(name));
  return {
    async keep(source, nameOf) {
      const work = await scratch.make();
      try {
        const file = path.join(work.path, "kept");
        const kept = await hashToFile(source, file);
        await writeObject(bucket, keyOf(await nameOf(kept.sha256)), file);
        return kept;
      } finally {
        await work.remove();
      }
    },
    async take(file, name) {
      await writeObject(bucket, keyOf(name), file);
      await rm(file, { force: true });
    },
    copy: (from, to) => copyObject(bucket, keyOf(from), keyOf(to)),
    open,
    async onDisk(name, signal) {
      const file = await open(name);
      return file && fetchFile(options, file, signal);
    },
    now: () => bucketTime(bucket, scratch),
    // What a bucket has acknowledged it has.
    settle: () => Promise.resolve(),
    remove,
    async removeFolder(folder) {
      for await (const listed of files(folder)) await remove(listed.map(({ name }) => name));
    },
    async *folders() {
      for await (const { CommonPrefixes = [] } of bucket.pages(`${area}/`)) {
        const names = CommonPrefixes.map(({ Prefix = "" }) => bucket.nameOf(Prefix).slice(area.length + 1, -1));
        if (names.length > 0) yield names;
      }
    },
    files,
  };
}

async function* listFiles(bucket: S3Bucket, area: string, folder?: string): AsyncIterable<readonly ListedFile[]> {
  const within = folder === undefined ? area : `${area}${partsOfName(folder).join("/")}/`;
  for await (const { Contents = [] } of bucket.pages(within)) {
    const listed = Contents.flatMap(({ Key, LastModified }) =>
      Key === undefined || Key.endsWith("/")
        ? []
        : [{ name: bucket.nameOf(Key).slice(area.length), keptAt: LastModified ?? new Date() }],
    );
    if (listed.length > 0) yield listed;
  }
}

/** The time by which a bucket dates its objects: that of one which is written for it. */
async function bucketTime(bucket: S3Bucket, scratch: Scratch): Promise<Date> {
  const work = await scratch.make();
  const [folder, name] = [randomUUID(), "now"];
  try {
    const file = path.join(work.path, name);
    await writeFile(file, name);
    await writeObject(bucket, `clock/${folder}/${name}`, file);
    for await (const [written] of listFiles(bucket, "clock/", folder)) if (written) return written.keptAt;
    throw new Error("An object is not listed after it was written");
  } finally {
    await bucket.remove([`clock/${folder}/${name}`]);
    await work.remove();
  }
}

/** Null: there is no such object. */
export async function openObject(bucket: S3Bucket, name: string): Promise<StoredFile | null> {
  const found = await bucket.head(name);
  if (!found) return null;
  return {
    bytes: found.bytes,
    read: (range) => readObject(bucket, { name, ...found, range }),
    close: () => Promise.resolve(),
  };
}

/** Fetches a file to a disk of this machine. */
async function fetchFile(
  { scratch, demandRoom }: S3StoreOptions,
  file: StoredFile,
  signal: AbortSignal | undefined,
): Promise<DiskFile> {
  const work = await scratch.make();
  try {
    const place = path.join(work.path, "fetched");
    let unchecked = 0;
    const room = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        unchecked += chunk.length;
        if (unchecked < ROOM_PORTION_BYTES) return done(null, chunk);
        unchecked = 0;
        demandRoom().then(() => done(null, chunk), done);
      },
    });
    await pipeline(file.read(), room, createWriteStream(place, { mode: 0o600 }), signal ? { signal } : {});
    return { path: place, release: work.remove };
  } catch (error) {
    await work.remove();
    throw error;
  }
}
