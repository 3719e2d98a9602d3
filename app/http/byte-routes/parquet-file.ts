import type { Request, Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import { NOT_FOUND, refuse } from "../call-result.ts";
import { refuseRequest } from "../security/refuse-request.ts";
import { departureOf } from "../server/departure.ts";
import type { SlowTransfers } from "../server/slow-transfers.ts";
import { disposition, fileNameOf } from "./file-headers.ts";
import { sendFile, type StoredFile } from "./send-file.ts";
import { CONTENT_TYPES } from "./stream-formats.ts";
import { DOWNLOADS_FULL, withPlace } from "./with-place.ts";

/** The Parquet file of each version of a table. */
export type ParquetFiles = {
  /**
   * The file of a version, which is made when it is first asked for. "making": that takes longer than a request should
   * wait, and goes on. "no-room": the disk is nearly full. Null: the table is gone.
   */
  open(
    table: TableVersion,
  ): Promise<
    { readonly sha256: string; readonly madeAt: Date; readonly file: StoredFile } | "making" | "no-room" | null
  >;
};

export type ParquetRouteOptions = {
  readonly files: ParquetFiles;
  /** Parts being sent, by user: they take no connection of the database, and readers ask for several at a time. */
  readonly parts: ConcurrencyLimit;
  readonly slow: SlowTransfers;
};

type Asked = {
  readonly userId: string;
  readonly table: TableVersion;
  readonly title: string;
  readonly cacheControl: string;
};

/** Sends the Parquet file of a version, whole or the part that Range asks for. */
export async function sendParquet(
  { files, parts, slow }: ParquetRouteOptions,
  req: Request,
  res: Response,
  { userId, table, title, cacheControl }: Asked,
): Promise<void> {
  await withPlace(res, { limit: parts, slow, owner: userId, left: departureOf(res) }, DOWNLOADS_FULL, async () => {
    const opened = await files.open(table);
    if (opened === null) return refuseRequest(req, res, NOT_FOUND);
    if (opened === "making") return refuseRequest(req, res, refuse("parquet-in-the-making"));
    if (opened === "no-room") return refuseRequest(req, res, refuse("no-room"));
    const { file, sha256, madeAt } = opened;
    try {
      res.set({
        "Content-Type": CONTENT_TYPES.parquet,
        "Content-Disposition": disposition("attachment", fileNameOf(title, "parquet")),
        "X-Total-Count": String(table.rows),
      });
      await sendFile(req, res, file, { etag: `"${sha256}"`, modified: madeAt }, { cacheControl });
    } finally {
      await file.close();
    }
  });
}
