import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { isNoRoom } from "#domain/core/no-room.ts";
import type { IncomingUpload, UploadRefusal } from "#domain/core/ports/uploads.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import { storeOriginal } from "../tables/load/store-original.ts";
import type { DailyAllowance } from "./daily-allowance.ts";
import { moveToDataset, moveToVersion, ORIGINAL, versionClaim } from "./upload-files.ts";

/** Bytes are claimed in portions of this size as they arrive. */
const PORTION_BYTES = 4_000_000;
const RENEW_INTERVAL_MS = 120_000;

export type IncomingOptions = {
  readonly userId: string;
  /** Folder of all uploads; each has a folder of its own in it. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly allowance: DailyAllowance;
  readonly room: DiskRoom;
  /** Forgets how far the load before was. */
  readonly forgetProgress: (datasetId: string) => Promise<void>;
  /** Called when an upload has claimed or given back bytes, and at each refusal. */
  readonly count: (claimedBytes: number, refused: boolean) => void;
};

/**
 * Opens an upload of this user: its bytes are claimed as they arrive, and it has a folder of its own until it is kept.
 */
export function incomingUpload(options: IncomingOptions): IncomingUpload<Readable> {
  const { folder, maxBytes, allowance, room, count } = options;
  const id = randomUUID();
  const own = path.join(folder, id);
  const claims = claimsOf(options, id);
  let bytes = 0;
  let ended = false;
  let receiving: Promise<unknown> = Promise.resolve();
  let renewing: NodeJS.Timeout | undefined;

  const store: IncomingUpload<Readable>["receive"] = async (source, signal) => {
    const refused = await claims.claim(0);
    if (refused) return { ok: false, refusal: refused };
    renewing = setInterval(() => void allowance.renew(id).catch(() => undefined), RENEW_INTERVAL_MS);
    const received = await storeFile({ folder: own, source, maxBytes, admit: claims.admit, signal }, room);
    if (received.ok) bytes = received.bytes;
    return received;
  };
  const end = (): void => {
    ended = true;
    clearInterval(renewing);
    count(-(claims.bytes() ?? 0), false);
  };
  const kept = (as: string): Promise<void> => {
    end();
    return allowance.settle(id, as, bytes);
  };
  return {
    receive(source, signal) {
      const received = store(source, signal);
      receiving = received.catch(() => undefined);
      return received;
    },
    async keep(datasetId) {
      await moveToDataset(folder, own, datasetId);
      await kept(datasetId);
    },
    async keepVersion(datasetId, uploadId) {
      await options.forgetProgress(datasetId);
      await moveToVersion(folder, own, datasetId, uploadId);
      await kept(versionClaim(datasetId, uploadId));
    },
    async discard() {
      if (ended) return;
      ended = true;
      await receiving;
      end();
      await rm(own, { recursive: true, force: true });
      if (claims.bytes() !== null) await allowance.settle(id, id, 0);
    },
  };
}

/** The bytes that an upload has claimed; null before its first claim. */
function claimsOf({ allowance, room, userId, maxBytes, count }: IncomingOptions, id: string) {
  let claimed: number | null = null;
  const claim = async (toBytes: number): Promise<UploadRefusal | null> => {
    const answer = await allowance.claim(id, userId, toBytes, Math.min(PORTION_BYTES, maxBytes));
    count("code" in answer ? 0 : answer.bytes - (claimed ?? 0), "code" in answer);
    if ("code" in answer) return answer;
    claimed = answer.bytes;
    return null;
  };
  return {
    claim,
    bytes: () => claimed,
    async admit(toBytes: number): Promise<UploadRefusal | null> {
      if (toBytes <= (claimed ?? 0)) return null;
      await room.demand();
      return claim(toBytes);
    },
  };
}

type StoreRequest = Omit<Parameters<typeof storeOriginal<UploadRefusal>>[0], "name">;

/** Writes the bytes to the folder. A full disk is a refusal. */
async function storeFile(request: StoreRequest, room: DiskRoom): ReturnType<IncomingUpload<Readable>["receive"]> {
  await mkdir(request.folder, { recursive: true, mode: 0o700 });
  try {
    const stored = await storeOriginal<UploadRefusal>({ ...request, name: ORIGINAL });
    if (stored.ok) return { ok: true, bytes: stored.bytes, sha256: stored.sha256 };
    return { ok: false, refusal: stored.refusal };
  } catch (error) {
    room.note(error);
    if (isNoRoom(error)) return { ok: false, refusal: { code: "no-room" } };
    throw error;
  }
}
