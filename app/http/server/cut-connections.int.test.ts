import { readdir, readlink } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Clients that disconnect at any moment of a request or an answer leave nothing behind. */
let db: InstalledDatabase;
let product: Product;
let author: Person;
let key: string;
let dataset: { id: string; table: string };

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  author = await product.person("Author", 3);
  key = await author.key();
  const { json } = await author.upload(`a\n${"b".repeat(100_000)}\n`.repeat(100));
  dataset = { id: json.id, table: json.table_name };
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** Sends bytes and disconnects after a while. */
function cut(bytes: string, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(product.port, "127.0.0.1", () => {
      socket.write(bytes, () => void wait(afterMs).then(() => socket.resetAndDestroy()));
    });
    socket.on("error", () => undefined).once("close", () => resolve());
  });
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");
const as = () => [`Cookie: ${author.cookie}`, "Sec-Fetch-Site: same-origin"];

/** Use of all budgets except those of the database, whose connections change all the time. */
async function uses(): Promise<string[]> {
  const { text } = await product.call("GET", "/metrics");
  return [...text.matchAll(/^tributary_budget_used\{budget="([^"]+)"\} ([1-9]\d*)$/gm)]
    .map(([, name, used]) => `${name}: ${used}`)
    .filter((use) => !/^(database|connections|jobs)/.test(use));
}

/** Files of uploads and pages that the process has open. */
async function openFiles(): Promise<string[]> {
  const folder = `/proc/${product.process.pid}/fd`;
  const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => "")));
  return [...new Set(targets.filter((target) => /\/uploads\/|\/client\//.test(target)))];
}

/** A request whose rest never arrives, and a complete one, at several moments. */
async function cutMany(requests: readonly string[]): Promise<void> {
  for (let round = 0; round < 15; round += 1)
    await Promise.all(requests.map((request) => cut(request, (round % 5) * 7)));
}

test.each<readonly [string, () => string[]]>([
  [
    "uploads",
    () => [
      head(
        "POST /api/assets/upload-csv",
        ...as(),
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Length: 500000",
      ) + "--x\r\n",
      head(
        "POST /api/assets/upload-csv",
        ...as(),
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Length: 500000",
        "Expect: 100-continue",
      ),
    ],
  ],
  [
    "large bodies",
    () => [
      head("POST /api/connectors/import", ...as(), "Content-Type: application/json", "Content-Length: 500000") + "{",
      head("POST /login", "Content-Type: application/x-www-form-urlencoded", "Content-Length: 500000") + "a",
      head("POST /api/users/login", "Content-Type: application/json", "Content-Length: 500000") + "{",
    ],
  ],
  [
    "downloads, streams and previews",
    () => [
      head(`GET /api/assets/${dataset.id}/original`, ...as()),
      head(`GET /d/${dataset.table}.csv`, `Authorization: Bearer ${key}`),
      head(
        `GET /d/${dataset.table}.json?order=-a&limit=50&count=exact`,
        `Authorization: Bearer ${key}`,
        "Accept-Encoding: gzip",
      ),
      head(`GET /api/assets/${dataset.id}/data`, ...as()),
    ],
  ],
])("%s", async (_name, requests) => {
  await cutMany(requests());
  await eventually(async () => (await uses()).length === 0, 15_000).catch(async () => expect(await uses()).toEqual([]));
  await eventually(async () => (await openFiles()).length === 0, 15_000).catch(async () =>
    expect(await openFiles()).toEqual([]),
  );
});

test("files of the pages that were asked for ahead of each other", async () => {
  const { text } = await product.call("GET", "/");
  const file = /"(\/assets\/framework-[\w-]+\.js)"/.exec(text)?.[1] ?? "";
  expect((await product.call("GET", file)).text.length).toBeGreaterThan(100_000);
  await Promise.all(Array.from({ length: 10 }, () => cut(head(`GET ${file}`).repeat(50), 300)));
  await eventually(async () => (await openFiles()).length === 0, 15_000).catch(async () =>
    expect(await openFiles()).toEqual([]),
  );
  expect(product.output()).not.toMatch(/A request failed|garbage collection/);
});
