import { PutObjectCommand } from "@aws-sdk/client-s3";
import { text } from "node:stream/consumers";
import type { S3Bucket } from "./s3-bucket.ts";
import { openObject } from "./s3-store.ts";

const MARK = "installation-id";

/** The object that names the installation of a bucket. */
export function bucketMark(bucket: S3Bucket) {
  return {
    async read(): Promise<string | null> {
      const found = await openObject(bucket, MARK);
      return found && (await text(found.read())).trim();
    },
    async write(id: string): Promise<void> {
      await bucket.called(bucket.client.send(new PutObjectCommand({ ...bucket.object(MARK), Body: `${id}\n` })));
    },
  };
}
