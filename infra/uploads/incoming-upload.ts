import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { isNoRoom } from "#domain/core/no-room.ts";
import type { IncomingUpload, UploadRefusal } from "#domain/core/ports/uploads.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import { storeOriginal } from "../tables/load/store-original.ts";
import type { DailyAllowance } from "./daily-allowance.ts";

export const ORIGINAL = "original";
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
  /** Called when an upload has claimed or given back bytes, and at each refusal. */
  readonly count: (claimedBytes: number, refused: boolean) => void;
};

/**
 * Opens an upload of this user: its bytes are claimed as they arrive, and it has a folder of its own until it is kept.
 */
export function incomingUpload(options: IncomingOptions): IncomingUpload<Readable> {
  const { userId, folder, maxBytes, allowance, room, count } = options;
  const id = randomUUID();
  const own = path.join(folder, id);
  let claimed = 0;
  let bytes = 0;
  let begun = false;
  let ended = false;
  let receiving: Promise<unknown> = Promise.resolve();
  let renewing: NodeJS.Timeout | undefined;

  const claim = async (toBytes: number): Promise<UploadRefusal | null> => {
    const answer = await allowance.claim(id, userId, toBytes, Math.min(PORTION_BYTES, maxBytes));
    count("code" in answer ? 0 : answer.bytes - claimed, "code" in answer);
    if ("code" in answer) return answer;
    begun = true;
    claimed = answer.bytes;
    return null;
  };
  const admit = async (toBytes: number): Promise<UploadRefusal | null> => {
    if (toBytes <= claimed) return null;
    await room.demand();
    return claim(toBytes);
  };
  const store: IncomingUpload<Readable>["receive"] = async (source, signal) => {
    const refused = await claim(0);
    if (refused) return { ok: false, refusal: refused };
    renewing = setInterval(() => void allowance.renew(id).catch(() => undefined), RENEW_INTERVAL_MS);
    const received = await storeFile({ folder: own, source, maxBytes, admit, signal }, room);
    if (received.ok) bytes = received.bytes;
    return received;
  };
  const end = (): void => {
    ended = true;
    clearInterval(renewing);
    count(-claimed, false);
  };
  return {
    receive(source, signal) {
      const received = store(source, signal);
      receiving = received.catch(() => undefined);
      return received;
    },
    async keep(datasetId) {
      const place = path.join(folder, path.basename(datasetId));
      // What a dead attempt left under this name was never the file of a dataset.
      await rm(place, { recursive: true, force: true });
      await rename(own, place);
      end();
      await allowance.settle(id, datasetId, bytes);
    },
    async discard() {
      if (ended) return;
      ended = true;
      await receiving;
      end();
      await rm(own, { recursive: true, force: true });
      if (begun) await allowance.settle(id, id, 0);
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
