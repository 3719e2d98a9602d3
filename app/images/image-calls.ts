import { aggregate } from "#domain/core/aggregate.ts";
import type { Result } from "#domain/core/result.ts";
import { readImageHead } from "#domain/core/images/image-head.ts";
import { stripMetadata } from "#domain/core/images/strip-metadata.ts";
import { connector } from "#domain/connector/decider.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, toCallResult } from "../http/call-result.ts";
import type { Refusal } from "../http/refusals.ts";
import type { Platform } from "../platform.ts";

/** Most bytes of an image. */
export const MAX_IMAGE_BYTES = 2_000_000;
/** Most pixels in either direction: a small file may be a very large image. */
export const MAX_IMAGE_PIXELS = 4_096;

/** An item of the viewer's; `id` of a connector is its root. */
export type ImageOwner = { readonly kind: "dataset" | "connector"; readonly id: string };

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
    const mayNot = await refusalOf(platform, item, viewer);
    if (mayNot) return toCallResult(platform, mayNot);
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

/** Why this user may not change the image; null: they may. */
async function refusalOf({ ports: { log } }: Platform, { kind, id }: ImageOwner, viewer: UserRow) {
  // A name that no file has: what is decided here is who asks.
  const command = { type: "change-image", by: viewer.id, image: "" } as const;
  const decided =
    kind === "dataset"
      ? dataset.decide(await aggregate(log, dataset).load(id), command)
      : connector.decide(await aggregate(log, connector).load(id), command);
  return decided.ok ? null : decided;
}

async function change(
  platform: Platform,
  { kind, id }: ImageOwner,
  image: string | null,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  const command = { type: "change-image", by: viewer.id, image } as const;
  const { log } = platform.ports;
  const changed: Result<unknown, Refusal> =
    kind === "dataset"
      ? await aggregate(log, dataset).handle(id, command, step(cause, "image"))
      : await aggregate(log, connector).handle(id, command, step(cause, "image"));
  if (changed.ok) await platform.images.removeOthers(id, image);
  return toCallResult(platform, changed);
}
