import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Readable } from "node:stream";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import type { IncomingUpload, UploadRefusal } from "#domain/core/ports/uploads.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Scratch } from "../files/scratch.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import { storeOriginal } from "../tables/load/store-original.ts";
import type { DailyAllowance } from "./daily-allowance.ts";
import { firstFile, versionClaim, versionFile } from "./upload-files.ts";

/**
 * Bytes are claimed in portions as they arrive: half of what has arrived, within these bounds, so that a large file
 * waits for the database a dozen times and small ones claim little.
 */
const PORTION_BYTES = { least: 4_000_000, most: 64_000_000 };
/** The room on the disk is looked at after so many bytes. */
const ROOM_PORTION_BYTES = 4_000_000;
const RENEW_INTERVAL_MS = 120_000;
/** Its name while it is received. */
const RECEIVED = "received";

export type IncomingOptions = {
  readonly userId: string;
  /** Where files are kept. */
  readonly store: FileStore;
  /** Where files are received. */
  readonly scratch: Scratch;
  readonly maxBytes: number;
  readonly allowance: DailyAllowance;
  readonly room: DiskRoom;
  /** Forgets how far the load before was. */
  readonly forgetProgress: (datasetId: string) => Promise<void>;
  /** Called when an upload has claimed or given back bytes, and at each refusal. */
  readonly count: (claimedBytes: number, refused: boolean) => void;
};

/**
 * Opens an upload of this user: its bytes are claimed as they arrive, and are on a disk of this machine until it is kept.
 */
export function incomingUpload(options: IncomingOptions): IncomingUpload<Readable> {
  const { scratch, maxBytes, allowance, room, count } = options;
  const id = randomUUID();
  let own: Awaited<ReturnType<Scratch["make"]>> | null = null;
  const claims = claimsOf(options, id);
  let bytes = 0;
  let ended = false;
  let receiving: Promise<unknown> = Promise.resolve();
  let renewing: NodeJS.Timeout | undefined;
  /** What it is called among what is claimed. */
  let claimedAs: string = id;

  const store: IncomingUpload<Readable>["receive"] = async (source, signal) => {
    const refused = await claims.claim(0);
    if (refused) return { ok: false, refusal: refused };
    renewing = setInterval(() => void allowance.renew(id).catch(() => undefined), RENEW_INTERVAL_MS);
    own = await scratch.make();
    const received = await storeFile({ folder: own.path, source, maxBytes, admit: claims.admit, signal }, room);
    if (received.ok) bytes = received.bytes;
    return received;
  };
  const end = (): void => {
    ended = true;
    clearInterval(renewing);
    count(-(claims.bytes() ?? 0), false);
  };
  const keepAs = async (name: string, claim: string): Promise<void> => {
    if (own === null) throw new Error("Nothing was received");
    await options.store.take(path.join(own.path, RECEIVED), name);
    await own.remove();
    end();
    claimedAs = claim;
    await allowance.settle(id, claim, bytes);
  };
  return {
    receive(source, signal) {
      const received = store(source, signal);
      receiving = received.catch(() => undefined);
      return received;
    },
    keep: (datasetId) => keepAs(firstFile(datasetId), datasetId),
    async keepVersion(datasetId, uploadId) {
      await options.forgetProgress(datasetId);
      await keepAs(versionFile(datasetId, uploadId), versionClaim(datasetId, uploadId));
    },
    async uncount() {
      await allowance.uncount(claimedAs);
    },
    async discard() {
      if (ended) return;
      ended = true;
      await receiving;
      end();
      await own?.remove();
      if (claims.bytes() !== null) await allowance.settle(id, id, 0);
    },
  };
}

/** The bytes that an upload has claimed; null before its first claim. */
function claimsOf({ allowance, room, userId, maxBytes, count }: IncomingOptions, id: string) {
  let claimed: number | null = null;
  let most: number = PORTION_BYTES.most;
  let roomTo = ROOM_PORTION_BYTES;
  const claim = async (toBytes: number): Promise<UploadRefusal | null> => {
    const portion = Math.ceil(Math.min(Math.max(PORTION_BYTES.least, Math.min(toBytes / 2, most)), maxBytes));
    const answer = await allowance.claim(id, userId, toBytes, portion);
    count("code" in answer ? 0 : answer.bytes - (claimed ?? 0), "code" in answer);
    if ("code" in answer) return answer;
    // Little of the day is left: smaller portions may still fit.
    if (answer.bytes < toBytes + portion) most = portion / 4;
    claimed = answer.bytes;
    return null;
  };
  return {
    claim,
    bytes: () => claimed,
    async admit(toBytes: number): Promise<UploadRefusal | null> {
      if (toBytes > roomTo) {
        await room.demand();
        roomTo = toBytes + ROOM_PORTION_BYTES;
      }
      return toBytes <= (claimed ?? 0) ? null : claim(toBytes);
    },
  };
}

type StoreRequest = Omit<Parameters<typeof storeOriginal<UploadRefusal>>[0], "name">;

/** Writes the bytes to the folder. A full disk is a refusal. */
async function storeFile(request: StoreRequest, room: DiskRoom): ReturnType<IncomingUpload<Readable>["receive"]> {
  try {
    const stored = await storeOriginal<UploadRefusal>({ ...request, name: RECEIVED });
    if (stored.ok) return { ok: true, bytes: stored.bytes, sha256: stored.sha256 };
    return { ok: false, refusal: stored.refusal };
  } catch (error) {
    room.note(error);
    if (isNoRoom(error)) return { ok: false, refusal: { code: "no-room" } };
    throw error;
  }
}
