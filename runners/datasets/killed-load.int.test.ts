import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

test("a process that was killed after a load was recorded, and before its file was removed, leaves no file", async () => {
  const ana = await product.person("Ana");
  const { json } = await ana.upload("n\n1\n", { title: "Rivers" });
  const id: string = json.id;
  expect((await ana.post(`/api/assets/${id}/rows`, [{ n: 2 }])).status).toBe(200);
  const { rows } = await db.pool.query<{ upload: string }>(
    "SELECT data->>'uploadId' AS upload FROM log.events WHERE stream = $1 AND type = 'DatasetVersionRequested'",
    [`dataset-${id}`],
  );
  const { upload } = rows[0]!;
  const folder = path.join(product.dataDir, "uploads", id);
  const isEnded = async () =>
    (await db.pool.query("SELECT FROM agenda_jobs WHERE name = 'load-dataset'")).rowCount === 0;
  await eventually(isEnded, 20_000, "The load did not end");
  const files = (await readdir(folder)).sort();
  await product.stop("SIGKILL");
  // What it leaves when it dies at that moment: the file, and the job locked.
  await writeFile(path.join(folder, `${upload}.received`), "n\n2\n");
  await db.pool.query(
    "INSERT INTO agenda_jobs (name, type, data, locked_at, last_run_at) VALUES ('load-dataset', 'normal', $1, now(), now())",
    [{ id: `${id}/${upload}` }],
  );
  product = await startProduct({ ...db.installation, port: product.port });
  await eventually(isEnded, 20_000, "The job was not done");
  expect((await readdir(folder)).sort()).toEqual(files);
});
