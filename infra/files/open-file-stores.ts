import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Log } from "../observability/logger.ts";
import { sparseLog } from "../observability/sparse-log.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";
import { openScratch, type Scratch } from "./scratch.ts";

/** The kinds of files that are kept, by the name of their folder. */
export const FILE_AREAS = ["uploads", "images", "parquet", "archive"] as const;

/** Which installation a store belongs to, as an object in it says. */
export type StoreMark = {
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
  /** Says if the data folder has files that the store may not have. */
  warnOfFolders(): Promise<void>;
};

export type FileStores = Readonly<Record<(typeof FILE_AREAS)[number], FileStore>> & {
  readonly scratch: Scratch;
  /** Null: files are in the data folder, which has a mark of its own. */
  readonly mark: StoreMark | null;
  close(): void;
};

/** Opens where files are kept: folders of the data folder, or the store of FILES_URL with the same names. */
export async function openFileStores(
  config: Pick<Config, "dataDir" | "filesUrl">,
  room: Pick<DiskRoom, "demand">,
  log: Log,
): Promise<FileStores> {
  const scratch = openScratch(path.join(config.dataDir, "scratch"));
  if (config.filesUrl) return openS3Stores({ ...config, url: config.filesUrl.reveal() }, scratch, room, log);
  const folder = (area: string) => folderStore(path.join(config.dataDir, area));
  return {
    uploads: folder("uploads"),
    images: folder("images"),
    parquet: folder("parquet"),
    archive: folder("archive"),
    scratch,
    mark: null,
    close: () => undefined,
  };
}

/** The client of S3 is loaded only if it is used. */
async function openS3Stores(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  scratch: Scratch,
  room: Pick<DiskRoom, "demand">,
  log: Log,
): Promise<FileStores> {
  const [{ openBucket }, { s3Store }, { bucketMark }, { parseS3Address }, { describeS3Fault }] = await Promise.all([
    import("./s3/s3-bucket.ts"),
    import("./s3/s3-store.ts"),
    import("./s3/bucket-mark.ts"),
    import("./s3/s3-address.ts"),
    import("./s3/s3-faults.ts"),
  ]);
  const address = parseS3Address(url);
  if (!address) throw new Error("FILES_URL was not checked");
  const sparse = sparseLog(log);
  const bucket = openBucket({
    address,
    onFailure: (error) =>
      sparse.warn({ engine: "file store", reason: describeS3Fault(error).words }, "The file store does not answer"),
  });
  const store = (area: string) => s3Store({ bucket, area, scratch, demandRoom: room.demand });
  return {
    uploads: store("uploads"),
    images: store("images"),
    parquet: store("parquet"),
    archive: store("archive"),
    scratch,
    mark: {
      ...bucketMark(bucket),
      async warnOfFolders() {
        for (const area of FILE_AREAS)
          if ((await readdir(path.join(dataDir, area)).catch(() => [])).length > 0)
            log.warn(
              { name: area },
              `FILES_URL is set, so files in the folder ${area} of DATA_DIR are not read any more. Copy them to the bucket, with the same names`,
            );
      },
    },
    close: bucket.close,
  };
}
