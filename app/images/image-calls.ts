import { readImageHead } from "#domain/core/images/image-head.ts";
import { stripMetadata } from "#domain/core/images/strip-metadata.ts";
import { changeImage, type ImageOwner, mayChangeImage } from "#domain/use-cases/images/change-image.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

export type { ImageOwner };

/** Most bytes of an image. */
export const MAX_IMAGE_BYTES = 2_000_000;
/** Most pixels in either direction: a small file may be a very large image. */
export const MAX_IMAGE_PIXELS = 4_096;

/** Gives an item of the viewer's an image in place of the one it has. */
export async function setImage(
  platform: Platform,
  item: ImageOwner,
  bytes: Uint8Array,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ image: string }>> {
  if (bytes.length === 0) return refuse("image-missing");
  if (bytes.length > MAX_IMAGE_BYTES) return refuse("image-too-large", { bytes: MAX_IMAGE_BYTES });
  const head = readImageHead(bytes);
  if (!head) return refuse("image-unsupported");
  if (Math.max(head.width, head.height) > MAX_IMAGE_PIXELS)
    return refuse("image-too-wide", { pixels: MAX_IMAGE_PIXELS });
  const shown = stripMetadata(head.kind, bytes);
  if (!shown) return refuse("image-unsupported");
  return oneAtATime(platform, item, async () => {
    // Before the file is stored: others may not fill the disk.
    const may = await mayChangeImage(platform.ports, item, viewer.id);
    if (!may.ok) return toCallResult(platform, may);
    const image = await platform.images.keep(item.id, head.kind, shown);
    const changed = await change(platform, item, image, viewer, cause);
    return changed.ok ? { ok: true, value: { image } } : changed;
  });
}

/** Takes the image of an item of the viewer's away. */
export async function removeImage(
  platform: Platform,
  item: ImageOwner,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  return oneAtATime(platform, item, () => change(platform, item, null, viewer, cause));
}

const LOCK_WAIT_MS = 30_000;
const LOCK_RETRY_MS = 50;

/**
 * Changes the image of an item when no other process or request does: one would remove the file that the other has just
 * stored.
 */
async function oneAtATime<T>(platform: Platform, { id }: ImageOwner, work: () => Promise<T>): Promise<T> {
  const { exclusive, time } = platform.ports;
  for (let waited = 0; waited < LOCK_WAIT_MS; waited += LOCK_RETRY_MS) {
    let done: { readonly value: T } | undefined;
    await exclusive.run(`image/${id}`, async () => void (done = { value: await work() }));
    if (done !== undefined) return done.value;
    await time.sleep(LOCK_RETRY_MS);
  }
  throw new Error(`The image of ${id} is being changed by somebody else for ${LOCK_WAIT_MS / 1_000} s`);
}

async function change(
  platform: Platform,
  item: ImageOwner,
  image: string | null,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  const changed = await changeImage(platform.ports, { item, image, by: viewer.id }, cause);
  if (changed.ok) await platform.images.removeOthers(item.id, image);
  return toCallResult(platform, changed);
}
