import { readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { caller } from "#testing/call.ts";
import { runTool } from "#testing/command/run-tool.ts";
import { unpackFolder } from "#testing/data-folders/pack-folder.ts";
import type { SeededAnswers } from "#testing/data-folders/seed-folder.ts";
import { eventually } from "#testing/eventually.ts";
import { buildOnce, type Product, startProduct } from "#testing/product.ts";

/**
 * Data folders as earlier code left them (testing/data-folders/make-data-folder.ts), upgraded by a start. `npm test` takes
 * the oldest and the newest, `npm run test:years` all.
 */
const FOLDERS = path.resolve(import.meta.dirname, "../testing/data-folders");
const ALL = readdirSync(FOLDERS)
  .filter((name) => name.endsWith(".tar.zst"))
  .sort();
const CHOSEN = process.env["YEARS"] === undefined ? [...new Set([ALL[0]!, ALL.at(-1)!])] : ALL;

beforeAll(buildOnce, 240_000);

test("archives are small enough for a repository", () => {
  const sizes = ALL.map((name) => statSync(path.join(FOLDERS, name)).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_000_000);
});

test.each(CHOSEN)("%s answers as before after an upgrade, and its log is whole", { timeout: 300_000 }, async (name) => {
  const expected = JSON.parse(
    readFileSync(path.join(FOLDERS, name.replace(".tar.zst", ".json")), "utf8"),
  ) as SeededAnswers;
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-upgrade-"));
  // The account of the database must reach it.
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, "data");
  let product: Product | undefined;
  try {
    await unpackFolder(path.join(FOLDERS, name), dataDir);
    product = await startProduct({ built: true, dataDir });
    await answersAsBefore(product, expected);
    expect(await product.stop()).toBe(0);
    const tool = (command: string, ...args: string[]) =>
      runTool(command, args, { DATA_DIR: dataDir, DATABASE_URL: "", APP_SECRET: "" });
    expect(await tool("verify-log")).toMatchObject({ status: 0, faults: "" });
    expect(await tool("migrate", "--check")).toMatchObject({ status: 0 });
  } finally {
    await product?.stop("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

async function answersAsBefore(product: Product, expected: SeededAnswers): Promise<void> {
  // Models of another shape are made again meanwhile.
  await eventually(
    async () => !(await product.call("GET", "/readyz")).text.includes('"rebuilding"'),
    120_000,
    "The models are not rebuilt",
  );
  const owner = await logIn(product, expected.owner, expected.password);
  const guest = await logIn(product, expected.guest, expected.password);
  const statusOf = async (who: typeof owner, target: string) => (await who("GET", target)).status;
  for (const { id, table, csv, title } of expected.datasets) {
    const headers = { authorization: `Bearer ${expected.key}` };
    expect((await product.call("GET", `/d/${table}.csv`, { headers })).text).toBe(csv);
    expect((await owner("GET", `/api/assets/${id}`)).json.title).toBe(title);
    expect(await statusOf(guest, `/api/assets/${id}/data`)).toBe(200);
  }
  expect(await statusOf(product.call, `/api/assets/${expected.shared}`)).toBe(404);
  expect(await statusOf(owner, `/api/assets/${expected.deleted}`)).toBe(404);
  const runs = await owner("GET", `/api/connectors/instance/${expected.connection}/runs`);
  expect(runs.json).toMatchObject([{ status: "success" }]);
  const form = new FormData();
  for (const [field, value] of Object.entries({ title: "After the upgrade", is_public: "true" }))
    form.append(field, value);
  form.append("file", new Blob(["a\n1\n"]), "table.csv");
  expect((await owner("POST", "/api/assets/upload-csv", { body: form })).status).toBe(201);
}

async function logIn(product: Product, email: string, password: string) {
  const login = await product.call("POST", "/api/users/login", { body: { email, password } });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie().map((each) => each.split(";")[0]);
  return caller(product.url, { cookie: cookie.join("; "), "sec-fetch-site": "same-origin" });
}
