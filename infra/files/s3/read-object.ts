import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EngineUnavailable } from "../../engines/engine-unavailable.ts";
import type { S3Bucket } from "./s3-bucket.ts";

type Asked = {
  readonly name: string;
  readonly etag: string | undefined;
  /** Bytes of the whole object. */
  readonly bytes: number;
  readonly range: { readonly start: number; readonly end: number } | undefined;
};

/**
 * Reads an object or a part of it. The stream fails if fewer bytes come than that, or none for `timeoutMs` although they
 * are waited for. A slow reader holds the connection.
 */
export function readObject(bucket: S3Bucket, { name, etag, bytes, range }: Asked): Readable {
  let fault: Error | null = null;
  // The pipeline ends it with the error of its socket, which says nothing of the store.
  const out = new PassThrough({ destroy: (error, done) => done(fault ?? error) });
  const left = new AbortController();
  const expected = range ? range.end - range.start + 1 : bytes;
  const receive = async (): Promise<void> => {
    const asked = range && `bytes=${range.start}-${range.end}`;
    const body = await bucket.body(name, etag, asked, left.signal);
    body.once("error", (error) => (fault = bucket.failed(error) as Error));
    const watch = watchPauses(body, out, bucket.timeoutMs);
    try {
      await pipeline(body, watch.pass, whole(name, expected), out);
    } finally {
      watch.end();
    }
  };
  out.once("close", () => left.abort());
  receive().catch((error: unknown) => {
    if (!out.destroyed) out.destroy(bucket.failed(error) as Error);
  });
  return out;
}

/** Ends a body that pauses for too long while its reader waits for more. */
function watchPauses(body: Readable, out: PassThrough, timeoutMs: number) {
  let movedAt = performance.now();
  const timer = setInterval(() => {
    if (out.readableLength > 0) movedAt = performance.now();
    else if (performance.now() - movedAt > timeoutMs) body.destroy(new EngineUnavailable("file store"));
  }, timeoutMs / 4);
  const pass = new Transform({
    transform(chunk, _encoding, done) {
      movedAt = performance.now();
      done(null, chunk);
    },
  });
  return { pass, end: () => clearInterval(timer) };
}

/** Passes bytes on, and fails at the end if they are not all. */
function whole(name: string, expected: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const cause = new Error(`The file store sent ${bytes} of ${expected} bytes of ${name}`);
      done(bytes === expected ? null : new EngineUnavailable("file store", { cause }));
    },
  });
}
