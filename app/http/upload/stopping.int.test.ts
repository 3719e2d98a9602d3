import { expect, test } from "vitest";
import { heldUpload } from "#testing/servers/upload-client.ts";
import { eventually } from "#testing/eventually.ts";
import { installedDatabase } from "#testing/installed-database.ts";
import { startProduct } from "#testing/product.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";

const ROWS = 1_000_000;

test("told to stop amid an upload and a load, it ends, says so to the sender, and loads the rest with the next start", async ({
  onTestFinished,
}) => {
  const db = await installedDatabase();
  onTestFinished(() => db.drop());
  let product = await startProduct(db.installation);
  onTestFinished(() => product.remove());
  const ana = await product.person("Ana", 3);
  const held = heldUpload(product.port, ana.cookie);
  const parts = async () => (await uploadedFiles(product.dataDir)).filter((name) => name.endsWith(".part"));
  await eventually(async () => (await parts()).length === 1, 20_000, "The upload did not begin");
  const big = Buffer.from(
    `id,name,amount\n${Array.from({ length: ROWS }, (_, index) => `${index},name ${index},${index / 4}`).join("\n")}\n`,
  );
  const sent = ana.upload(big, { title: "Big" }).catch(() => null);
  await eventually(
    async () => (await db.pool.query("select from uploads.progress where of_bytes > 10000000 and rows > 0")).rowCount,
    60_000,
    "The load did not begin",
  );

  const began = Date.now();
  expect(await product.stop("SIGTERM"), product.output()).toBe(0);
  expect(Date.now() - began).toBeLessThan(40_000);
  expect((await held.answer).text).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*retry-after: 60[\s\S]*The server is stopping\. Send the file again in a minute\./i,
  );
  expect([201, 202, undefined]).toContain((await sent)?.status);
  expect(await parts()).toEqual([]);

  product = await startProduct({ ...db.installation, port: product.port });
  const loaded = await eventually(
    async () => {
      const mine = (await ana.get("/api/assets")).json.find(({ title }: { title: string }) => title === "Big");
      return mine?.status === "ready" && mine;
    },
    120_000,
    "The load was not done again",
  );
  expect(loaded.rows).toBe(ROWS);
  expect(
    (await db.pool.query("select from uploads.received where open_until is not null and open_until > now()")).rowCount,
  ).toBe(0);
}, 240_000);
