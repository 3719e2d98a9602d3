import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import type { S3Address } from "./s3-address.ts";
import { asUnavailable, isMissing } from "./s3-faults.ts";

export type S3Options = {
  readonly address: S3Address;
  /** How long an answer may take, and a body may pause while it is read. */
  readonly timeoutMs?: number;
  /** Default 3. */
  readonly attempts?: number;
  /** Told of each call that failed because the store does not answer. */
  readonly onFailure?: (error: unknown) => void;
};

/** A bucket, or the part of it below the prefix of its address. Names have no prefix. */
export type S3Bucket = ReturnType<typeof openBucket>;

const TIMEOUT_MS = 30_000;
const CONNECT_MS = 5_000;
/** More than downloads and parts of Parquet files that a process sends at a time: each holds a connection. */
const SOCKETS = 300;

/** Opens a client of a bucket; nothing is sent yet. An error that waiting may end is an `EngineUnavailable`. */
export function openBucket({ address, timeoutMs = TIMEOUT_MS, attempts = 3, onFailure }: S3Options) {
  const { bucket: Bucket, prefix } = address;
  const client = clientOf(address, timeoutMs, attempts);
  const failed = (error: unknown): unknown => {
    const known = asUnavailable(error);
    if (known !== error) onFailure?.(error);
    return known;
  };
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw failed(error);
    });
  const source = (name: string) => [Bucket, ...(prefix + name).split("/")].map(encodeURIComponent).join("/");
  return {
    client,
    timeoutMs,
    called,
    failed,
    /** What names an object in a call. */
    object: (name: string) => ({ Bucket, Key: prefix + name }),
    source,
    /** Null: there is no such object. */
    async head(name: string): Promise<{ readonly bytes: number; readonly etag: string | undefined } | null> {
      try {
        const { ContentLength, ETag } = await client.send(new HeadObjectCommand({ Bucket, Key: prefix + name }));
        return { bytes: ContentLength ?? 0, etag: ETag };
      } catch (error) {
        if (isMissing(error)) return null;
        throw failed(error);
      }
    },
    /** The body of an object, or of a part of it, which must still be the one of this tag. */
    async body(name: string, etag: string | undefined, range: string | undefined, abortSignal: AbortSignal) {
      const request = new GetObjectCommand({ Bucket, Key: prefix + name, IfMatch: etag, Range: range });
      return (await client.send(request, { abortSignal })).Body as Readable;
    },
    async copy(from: string, to: string): Promise<void> {
      await called(client.send(new CopyObjectCommand({ Bucket, Key: prefix + to, CopySource: source(from) })));
    },
    /** At most 1,000. */
    async remove(names: readonly string[]): Promise<void> {
      const Objects = names.map((name) => ({ Key: prefix + name }));
      const { Errors = [] } = await called(
        client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
      );
      const [first] = Errors;
      if (first) throw new Error(`The file store did not remove ${first.Key}: ${first.Code}`);
    },
    /** What is in a folder, in pages of at most 1,000 names. */
    async *pages(folder: string): AsyncIterable<ListObjectsV2CommandOutput> {
      const asked = { Bucket, Prefix: prefix + folder, Delimiter: "/" };
      let token: string | undefined;
      do {
        const page = await called(client.send(new ListObjectsV2Command({ ...asked, ContinuationToken: token })));
        yield page;
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
    nameOf: (key: string) => key.slice(prefix.length),
    close: () => client.destroy(),
  };
}

function clientOf(address: S3Address, timeoutMs: number, maxAttempts: number): S3Client {
  return new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.isInPath,
    ...(address.credentials ? { credentials: address.credentials } : {}),
    maxAttempts,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
    // Stores of other makers do not know the newer checksums of AWS: parts are sent with their MD5.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
