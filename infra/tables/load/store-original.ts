import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { UploadTooLarge } from "#domain/core/ports/uploads.ts";
import { hashToFile } from "../../files/hash-to-file.ts";

export type StoredFile = {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, hex. */ readonly sha256: string;
};

/**
 * Writes the bytes of an upload to `<folder>/<name>` as they arrive. They have a `.part` name until they are complete
 * and synced; an upload that is too large, ends early or is cancelled leaves nothing. `admit` is called before bytes
 * are written and may refuse them. After a refusal the rest of the source is not read and the source stays open: its
 * owner ends it. Throws if the source breaks.
 */
export async function storeOriginal<R = never>(options: {
  readonly folder: string;
  readonly name: string;
  readonly source: Readable;
  readonly maxBytes: number;
  readonly admit?: (bytes: number) => Promise<R | null>;
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}): Promise<({ readonly ok: true } & StoredFile) | { readonly ok: false; readonly refusal: UploadTooLarge | R }> {
  const { folder, name, source, maxBytes, signal } = options;
  const whole = path.join(folder, name);
  const part = `${whole}.part`;
  const abort = () =>
    source.destroy(signal?.reason instanceof Error ? signal.reason : new Error("The upload was cancelled"));
  signal?.addEventListener("abort", abort, { once: true });
  let refusal: UploadTooLarge | R | null = null;
  async function* admitted(): AsyncIterable<Buffer> {
    let bytes = 0;
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      refusal = bytes > maxBytes ? { code: "upload-too-large", maxBytes } : ((await options.admit?.(bytes)) ?? null);
      if (refusal !== null) return;
      yield chunk;
      options.onProgress?.(bytes);
    }
  }
  try {
    signal?.throwIfAborted();
    const stored = await hashToFile(admitted(), part);
    if (refusal !== null) return { ok: false, refusal };
    await rename(part, whole);
    return { ok: true, path: whole, ...stored };
  } finally {
    signal?.removeEventListener("abort", abort);
    await rm(part, { force: true });
  }
}
