import type { Pool } from "pg";

/** What a host says about a file, to be asked whether it has changed. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

/** The validators of a file that was fetched for a dataset; null if they are those of another one. */
export async function validatorsOf(pool: Pool, datasetId: string, sha256: string): Promise<Validators | null> {
  const { rows } = await pool.query<Validators>(
    `select etag, last_modified as "lastModified" from uploads.fetched where dataset_id = $1 and sha256 = $2`,
    [datasetId, sha256],
  );
  return rows[0] ?? null;
}

/** Keeps them in place of those of the file before. */
export async function keepValidators(
  pool: Pool,
  datasetId: string,
  sha256: string,
  { etag, lastModified }: Validators,
): Promise<void> {
  await pool.query(
    `insert into uploads.fetched (dataset_id, sha256, etag, last_modified) values ($1, $2, $3, $4)
     on conflict (dataset_id) do update set sha256 = excluded.sha256, etag = excluded.etag,
       last_modified = excluded.last_modified, fetched_at = now()`,
    [datasetId, sha256, etag, lastModified],
  );
}
