import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { S3Bucket } from "./s3-bucket.ts";

/** A larger file is sent in parts of this size, so many at a time: memory does not grow with the file. */
const PART_BYTES = 8_000_000;
const PARTS_AT_A_TIME = 3;
/** Most parts of one object. */
const MAX_PARTS = 10_000;
/** A larger object is copied in parts, as S3 demands. */
const COPY_BYTES = 5_000_000_000;
const COPY_PART_BYTES = 1_000_000_000;

/** Writes a file on disk as an object, which is there when this resolves, whole, and not before. */
export async function writeObject(bucket: S3Bucket, name: string, file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size <= PART_BYTES) {
      const body = await readPart(handle, 0, size);
      await bucket.called(bucket.client.send(new PutObjectCommand({ ...bucket.object(name), ...body })));
      return;
    }
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    await inParts(bucket, name, { size, partBytes }, async (upload, start, end) => {
      const body = await readPart(handle, start, end);
      return bucket.client.send(new UploadPartCommand({ ...upload, ...body }));
    });
  } finally {
    await handle.close();
  }
}

/** Copies an object within the store. */
export async function copyObject(
  bucket: S3Bucket,
  from: string,
  to: string,
  { wholeBytes = COPY_BYTES, partBytes = COPY_PART_BYTES } = {},
): Promise<void> {
  const found = await bucket.head(from);
  if (!found) throw new Error(`There is no file ${from}`);
  if (found.bytes <= wholeBytes) return bucket.copy(from, to);
  await inParts(bucket, to, { size: found.bytes, partBytes }, async (upload, start, end) => {
    const CopySourceRange = `bytes=${start}-${end - 1}`;
    const request = new UploadPartCopyCommand({ ...upload, CopySource: bucket.source(from), CopySourceRange });
    return (await bucket.client.send(request)).CopyPartResult ?? {};
  });
}

type Upload = { readonly UploadId: string | undefined; readonly PartNumber: number } & ReturnType<S3Bucket["object"]>;

/** Makes an object of parts. Of one that fails nothing stays. */
async function inParts(
  { client, object, called }: S3Bucket,
  name: string,
  { size, partBytes }: { readonly size: number; readonly partBytes: number },
  send: (upload: Upload, start: number, end: number) => Promise<{ readonly ETag?: string | undefined }>,
): Promise<void> {
  const { UploadId } = await called(client.send(new CreateMultipartUploadCommand(object(name))));
  const upload = { ...object(name), UploadId };
  const count = Math.ceil(size / partBytes);
  const parts: CompletedPart[] = [];
  let next = 0;
  let isBroken = false;
  const work = async (): Promise<void> => {
    while (next < count && !isBroken) {
      const at = next++;
      const sent = send({ ...upload, PartNumber: at + 1 }, at * partBytes, Math.min(size, (at + 1) * partBytes));
      const { ETag } = await called(sent).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
      parts[at] = { PartNumber: at + 1, ETag };
    }
  };
  try {
    const ended = await Promise.allSettled(Array.from({ length: PARTS_AT_A_TIME }, work));
    for (const each of ended) if (each.status === "rejected") throw each.reason;
    await called(client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** The bytes from `start` to before `end`, and what shows that they arrive as they are. */
async function readPart(handle: FileHandle, start: number, end: number) {
  const Body = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < Body.length) {
    const { bytesRead } = await handle.read(Body, filled, Body.length - filled, start + filled);
    if (bytesRead === 0) throw new Error("A file became shorter while it was stored");
    filled += bytesRead;
  }
  return { Body, ContentLength: Body.length, ContentMD5: createHash("md5").update(Body).digest("base64") };
}
