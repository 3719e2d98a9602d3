import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { readOutbox } from "#infra/mail/outbox.ts";

/** Where a database still has a text, as `schema.table`: in any column, as text or as the bytes of it. */
export async function tablesWith(pool: Pick<Pool, "query">, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY name`,
  );
  const patterns = [text, Buffer.from(text).toString("hex")].map((part) => `%${part}%`);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`SELECT FROM ${name} AS t WHERE t::text ILIKE ANY ($1) LIMIT 1`, [patterns]);
    if (rowCount) found.push(name);
  }
  return found;
}

/** The files of a data folder that have a text, except the mails that others got. */
export async function filesWith(dataDir: string, text: string, ownAddress: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file).catch(gone);
    if (!content?.toString("latin1").toLowerCase().includes(text)) continue;
    const mail = entry.name.endsWith(".eml") ? await readOutbox(dataDir, entry.name.replace(".eml", "")) : null;
    if (!mail || mail.to === ownAddress) found.push(path.relative(dataDir, file));
  }
  return found;
}

/** Mails are written under a name of their own first: that file may be gone when it is read. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
