import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { UploadTooLarge } from "#domain/core/ports/uploads.ts";

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
  const file = await open(part, "w", 0o600);
  const abort = () =>
    source.destroy(signal?.reason instanceof Error ? signal.reason : new Error("The upload was cancelled"));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    signal?.throwIfAborted();
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { ok: false, refusal: { code: "upload-too-large", maxBytes } };
      const refused = (await options.admit?.(bytes)) ?? null;
      if (refused !== null) return { ok: false, refusal: refused };
      hash.update(chunk);
      await file.writeFile(chunk);
      options.onProgress?.(bytes);
    }
    await file.sync();
    await rename(part, whole);
    return { ok: true, path: whole, bytes, sha256: hash.digest("hex") };
  } finally {
    signal?.removeEventListener("abort", abort);
    await file.close();
    await rm(part, { force: true });
  }
}
