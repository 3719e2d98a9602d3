import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { causeOf, portsOver, valueOf } from "#testing/use-case-ports.ts";

/** Cancelling loads on the real server. The test holds the lock of a load, so that it waits. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;
let exclusive: ReturnType<typeof createExclusiveWork>;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  exclusive = createExclusiveWork(db.pool);
  ana = await product.person("Ana", 3);
  ben = await product.person("Ben", 3);
});
afterAll(async () => {
  await exclusive?.close();
  await product?.remove();
  await db?.drop();
});

const async202 = { "content-type": "text/csv", prefer: "respond-async" };
const cancel = (id: string, by = ana) => by.post(`/api/assets/${id}/load/cancel`, {});
const files = (id: string) => readdir(path.join(product.dataDir, "uploads", id)).catch(() => []);

const posted = (by: Person, id: string, fields: Record<string, string>) =>
  by.post(`/upload/job/${id}`, new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });

/** A dataset whose second version waits for its load while `work` is done. */
async function whileWaiting(work: (id: string) => Promise<void>): Promise<string> {
  const { json } = await ana.upload("a\n1\n");
  const id: string = json.id;
  let failure: unknown = null;
  const held = await exclusive.run(`load/${id}`, async () => {
    const next = await ana.call("PUT", `/api/assets/${id}/data`, { body: "a\n2\n", headers: async202 });
    expect(next.status).toBe(202);
    await work(id).catch((error: unknown) => (failure = error));
  });
  expect([held, failure]).toEqual(["done", null]);
  return id;
}

test("a waiting load is cancelled once, by its owner, leaves the version before and takes the next file", async () => {
  const id = await whileWaiting(async (dataset) => {
    expect((await cancel(dataset, ben)).status).toBe(403);
    const cancelled = await cancel(dataset);
    expect([cancelled.status, cancelled.json]).toMatchObject([
      200,
      { id: dataset, state: "cancelled", error: { code: "cancelled", message: "The load was cancelled." } },
    ]);
    const again = await cancel(dataset);
    expect([again.status, again.json]).toMatchObject([409, { code: "load-over", error: "This load has ended." }]);
    expect((await ana.get(`/api/assets/${dataset}/load`)).json.state).toBe("cancelled");
    const page = (await ana.get(`/upload/job/${dataset}`)).text;
    expect(page).toContain("The load was cancelled.");
    expect(page).toContain("Version 1 stays as it was.");
    expect((await ana.get(`/dataset_profile/${dataset}`)).text).not.toContain("Correct the file");
  });
  expect((await ana.get(`/api/assets/${id}/data`)).json.rows).toEqual([{ a: 1 }]);
  const next = await ana.call("PUT", `/api/assets/${id}/data`, {
    body: "a\n2\n",
    headers: { "content-type": "text/csv" },
  });
  expect([next.status, next.json.version]).toEqual([200, 2]);
});

test("the job page has a button for it, also without JavaScript, and knows which load it meant", async () => {
  const id = await whileWaiting(async (dataset) => {
    const here = `/upload/job/${dataset}`;
    expect((await ana.get(here)).text).toContain("Cancel load");
    const page = (await ana.get(`${here}?confirm=cancel`)).text;
    const uploadId = /name="upload_id" value="([^"]+)"/.exec(page)?.[1];
    expect(page).toContain("Version 1 stays as it is.");
    const other = await posted(ana, dataset, { intent: "cancel", upload_id: crypto.randomUUID() });
    expect(other.status).toBe(302);
    expect((await ana.get(`/api/assets/${dataset}/load`)).json.state).toBe("waiting");
    await posted(ana, dataset, { intent: "cancel", upload_id: uploadId! });
    expect((await ana.get(`/api/assets/${dataset}/load`)).json.state).toBe("cancelled");
    expect((await posted(ben, dataset, { intent: "cancel", upload_id: uploadId! })).status).toBe(404);
  });
  expect(await files(id)).toContain("original");
});

test("a first load has nothing to go back to: cancelling it deletes its dataset", async () => {
  const ports = await portsOver(db.pool, PRODUCT_SECRET);
  const id = ports.ids.fresh();
  const card = {
    ...{ title: "Rivers", description: "", category: "Other", keywords: [], license: "none" },
    ...{ isPublic: false, onRequest: false, fileName: "rivers.csv" },
  };
  // Nobody wakes the job that would load it.
  await valueOf(uploadDataset(ports, { ...card, datasetId: id, by: ana.id }, causeOf()));
  await eventually(async () => (await ana.get(`/api/assets/${id}`)).status === 200);
  const refused = await cancel(id);
  expect([refused.status, refused.json]).toMatchObject([
    409,
    {
      code: "load-is-first",
      error: "This is the first file of the dataset. Delete the dataset to end its load.",
    },
  ]);
  expect((await ana.get(`/upload/job/${id}?confirm=cancel`)).text).toContain("The file and the dataset are deleted.");
  const deleted = await posted(ana, id, { intent: "delete" });
  expect([deleted.status, deleted.headers.get("location")]).toEqual([302, "/manage?tab=uploaded"]);
  expect((await ana.get(`/api/assets/${id}`)).status).toBe(404);
  await ports.store.close();
});
