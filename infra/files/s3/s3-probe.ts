import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";
import { ANSWER_WITHIN_MS, type Probe } from "../../engines/probe.ts";
import { parseS3Address } from "./s3-address.ts";
import { openBucket } from "./s3-bucket.ts";
import { describeS3Fault } from "./s3-faults.ts";

/** Does what files need: lists, writes, reads and deletes. Throws if the address cannot be read. */
export function s3Probe(url: string): Probe {
  const address = parseS3Address(url);
  if (!address) throw new Error("This is no address of an S3-compatible store");
  const bucket = openBucket({ address, timeoutMs: ANSWER_WITHIN_MS, attempts: 1 });
  const { client, called } = bucket;
  return {
    async ask() {
      const object = bucket.object(`start-check/${randomUUID()}`);
      // Its error tells a missing bucket from a wrong key, which that of HeadBucket does not.
      await called(client.send(new ListObjectsV2Command({ Bucket: object.Bucket, Prefix: object.Key, MaxKeys: 1 })));
      await called(client.send(new PutObjectCommand({ ...object, Body: "check" })));
      if (!(await bucket.head(bucket.nameOf(object.Key))))
        throw new Error("An object is not there after it was written");
      await called(client.send(new DeleteObjectCommand(object)));
    },
    describe: describeS3Fault,
    close: async () => bucket.close(),
  };
}

const WATCH_EVERY_MS = 5_000;

/** Looks whether the store answers, without writing: for as long as the server runs. */
export function s3Watch(url: string): Probe {
  const address = parseS3Address(url);
  if (!address) throw new Error("This is no address of an S3-compatible store");
  const bucket = openBucket({ address, timeoutMs: ANSWER_WITHIN_MS, attempts: 1 });
  return {
    ask: async () => void (await bucket.head("start-check/watch")),
    describe: describeS3Fault,
    close: async () => bucket.close(),
    everyMs: WATCH_EVERY_MS,
    meanwhile: "Pages and tables go on; calls that need a file are answered 503 until it is back.",
  };
}
