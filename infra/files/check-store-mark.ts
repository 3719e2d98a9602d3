import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { StoreMark } from "./open-file-stores.ts";
import { StartRefused } from "../platform/start-refused.ts";

const FORGET = 'run "delete from installation.file_store" in the database';

/**
 * Refuses a file store that does not belong to this database: a process with another one would not find the files, and
 * clean-up would remove those of another installation. The first start with a store marks both. `mark` null: files are in
 * the data folder. Runs under the start lock.
 */
export async function checkFileStore(client: pg.ClientBase, mark: StoreMark | null): Promise<void> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM installation.file_store");
  const expected = rows[0]?.id ?? null;
  if (mark === null) {
    if (expected === null) return;
    throw new StartRefused(
      `FILES_URL must be set: this installation keeps its files in an S3-compatible store. To go back to folders, copy uploads, images, parquet and archive from the bucket to DATA_DIR and ${FORGET}.`,
    );
  }
  const found = await mark.read();
  if (expected !== null && found === expected) return;
  if (expected !== null) {
    const fault = found === null ? "has no object installation-id" : "belongs to another installation";
    throw new StartRefused(
      `FILES_URL: the bucket ${fault}, so it is not the one that this database was first started with. Copy all objects of that one here. To go on without them, ${FORGET}.`,
    );
  }
  if (found !== null)
    throw new StartRefused(
      "FILES_URL: the bucket belongs to another installation. Use another bucket, or a prefix of its own behind the bucket's name. If that installation is gone, delete the object installation-id.",
    );
  const id = randomUUID();
  await mark.write(id);
  await client.query("INSERT INTO installation.file_store (id) VALUES ($1)", [id]);
  await mark.warnOfFolders();
}
