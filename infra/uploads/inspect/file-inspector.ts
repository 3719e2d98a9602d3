import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type FileHead,
  type FileInspector,
  INSPECTED_BYTES,
  INSPECTED_WHOLE_BYTES,
  type Inspection,
} from "#domain/dataset/inspection.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { Scratch } from "../../files/scratch.ts";
import { packingOf } from "../../tables/csv/file-bytes.ts";
import type { CsvLimits } from "../../tables/csv/plan.ts";
import { isReadFromPlaces } from "../../tables/readers/file-content.ts";
import { boundedThread } from "../../threads/bounded-thread.ts";
import { remembered } from "../../threads/remembered.ts";
import type { InspectionTask } from "./inspect-head.ts";
import { unpackedHead } from "./unpacked-head.ts";

const MOST_MS = 10_000;
const MOST_MEMORY_MB = 256;
const MOST_REMEMBERED = 200;
const MOST_REMEMBERED_CHARS = 4_000_000;

type Options = {
  readonly scratch: Scratch;
  readonly limits: CsvLimits;
  /** The bytes of a file that was kept for a preview; null: it is gone. */
  readonly bytesOf: (id: string) => Promise<AsyncIterable<Uint8Array> | null>;
  readonly mostMs?: number;
};

/**
 * Inspects files in a thread of its own, one at a time: columns by the thousand take a second. What was found in a file
 * that is kept is remembered by its bytes and the settings.
 */
export function createFileInspector({ scratch, limits, bytesOf, mostMs = MOST_MS }: Options): FileInspector {
  const thread = boundedThread<InspectionTask, Inspection>({
    ...{ script: new URL("./inspect-thread.ts", import.meta.url), mostMs, mostMemoryMb: MOST_MEMORY_MB },
  });
  const known = remembered<Inspection | "gone" | "too-slow">({
    ...{ most: MOST_REMEMBERED, mostChars: MOST_REMEMBERED_CHARS },
    charsOf: (found) => (typeof found === "string" ? null : JSON.stringify(found).length),
  });
  const inspect = async (head: FileHead, settings: LoadSettings): Promise<Inspection | "too-slow"> => {
    const own = await scratch.make();
    try {
      const { path: file, whole } = head;
      return (await thread.run({ file, whole, limits, settings, folder: own.path })) ?? "too-slow";
    } finally {
      await own.remove();
    }
  };
  return {
    receiveHead: (source) => keptHead(scratch, source, true),
    inspect,
    inspectKept: ({ id, sha256 }, settings) =>
      known.of(JSON.stringify([sha256, settings]), async () => {
        const bytes = await bytesOf(id);
        if (bytes === null) return "gone";
        const head = await keptHead(scratch, bytes, false);
        try {
          return await inspect(head, settings);
        } finally {
          await head.remove();
        }
      }),
  };
}

/** Bytes that show what kind of file it is. */
const KIND_BYTES = 512;

/** How many bytes of a file are kept, by the first of them: they may be packed. */
async function keptBytes(first: Buffer): Promise<number> {
  const packing = packingOf(first);
  const unpacked = packing && (await unpackedHead(first.subarray(0, KIND_BYTES), packing));
  const head = unpacked && unpacked !== "bad-packing" ? unpacked.bytes : first;
  return isReadFromPlaces(head) ? INSPECTED_WHOLE_BYTES : INSPECTED_BYTES;
}

/** Writes what is looked at of a file to the disk. `toEnd`: the rest is read too, and counted. */
async function keptHead(scratch: Scratch, source: AsyncIterable<Uint8Array>, toEnd: boolean): Promise<FileHead> {
  const own = await scratch.make();
  const file = path.join(own.path, "head");
  let bytes = 0;
  let most = Infinity;
  const head = async function* () {
    const first: Uint8Array[] = [];
    for await (const chunk of source) {
      const before = bytes;
      bytes += chunk.length;
      if (before < KIND_BYTES) {
        first.push(chunk);
        most = await keptBytes(Buffer.concat(first));
      }
      if (before < most) yield chunk.subarray(0, most - before);
      else if (!toEnd) return;
    }
  };
  try {
    await pipeline(Readable.from(head()), createWriteStream(file, { mode: 0o600 }));
    return { path: file, bytes, whole: bytes <= most, remove: own.remove };
  } catch (error) {
    await own.remove();
    throw error;
  }
}
