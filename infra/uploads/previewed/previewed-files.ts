import type { Pool } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { PreviewedFile, PreviewedFiles } from "#domain/core/ports/uploads.ts";
import { deleteRows } from "../../clean-up/delete-rows.ts";
import type { StoredFile } from "../../files/file-store.ts";

async function* bytesIn(file: StoredFile): AsyncGenerator<Uint8Array> {
  try {
    if (file.bytes > 0) for await (const chunk of file.read()) yield chunk as Buffer;
  } finally {
    await file.close();
  }
}

type Options = {
  readonly pool: Pool;
  /** The first file of a dataset; null: there is none. */
  readonly original: (id: string) => Promise<StoredFile | null>;
};

/** Files that their users look at before they publish them: notes of them, beside their bytes. */
export function createPreviewedFiles({
  pool,
  original,
}: Options): PreviewedFiles & { sweepPreviewed(until: AbortSignal): Promise<Swept> } {
  return {
    async keepPreviewed(userId, { id, fileName, bytes, sha256, fields }) {
      await pool.query(
        "insert into uploads.previewed (id, user_id, file_name, bytes, sha256, fields) values ($1, $2, $3, $4, $5, $6)",
        [id, userId, fileName, bytes, sha256, fields],
      );
    },
    async previewed(userId, id) {
      const { rows } = await pool.query<PreviewedFile>(
        `select id, file_name as "fileName", bytes::float8 as bytes, sha256, fields from uploads.previewed
         where id = $1 and user_id = $2 and received_at > now() - interval '1 day'`,
        [id, userId],
      );
      return rows[0] ?? null;
    },
    async bytesOf(id) {
      const file = await original(id);
      return file && bytesIn(file);
    },
    /** Removes notes of files that are a day old; the sweep of uploads removes the files. */
    sweepPreviewed: (until) =>
      deleteRows(pool, { table: "uploads.previewed", where: "received_at < now() - interval '1 day'" }, until),
  };
}
