import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { zstdDecompressSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseS3Address } from "#infra/files/s3/s3-address.ts";
import { openBucket } from "#infra/files/s3/s3-bucket.ts";
import { parseMail } from "#infra/mail/parse-mail.ts";
import { eventually } from "#testing/eventually.ts";
import { type Person, signUp } from "#testing/person.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { makeTables } from "#testing/postgres/make-tables.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { type S3Server, startS3Server } from "#testing/servers/s3-server.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";

/** The product with its files in an S3-compatible store. */
let db: FreshDatabase;
let server: S3Server;
let product: Product;
let ana: Person;

beforeAll(async () => {
  [db, server] = await Promise.all([testDatabase(), startS3Server()]);
  product = await startProduct({ databaseUrl: db.url, env: { FILES_URL: server.url({ bucket: "files/one" }) } });
  ana = await product.person("Ana", 3);
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await server?.stop();
  await db?.drop();
});

/** The names of objects in a folder of the bucket. */
async function objects(folder: string): Promise<string[]> {
  const bucket = openBucket({ address: parseS3Address(server.url({ bucket: "files/one" }))! });
  try {
    const names: string[] = [];
    for await (const { Contents = [] } of bucket.pages(`${folder}/`))
      names.push(...Contents.map(({ Key = "" }) => path.basename(Key)));
    return names.sort();
  } finally {
    bucket.close();
  }
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
const ROWS = 200_000;
const CSV = `n,text\n${Array.from({ length: ROWS }, (_, n) => `${n},${(n * 7919).toString(36)}\n`).join("")}`;
const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };
const OF_TABLE = /^t_[0-9a-f]{32}\.original$/;

test("a dataset lives in the store from its upload to its end, and nothing of it is on the disk of the server", async () => {
  const { status, json } = await ana.upload(`${CSV}1,2,3\n`, { title: "Numbers" });
  expect([status, json.rowCount, json.rejected]).toEqual([201, ROWS, 1]);
  const { id } = json;
  expect(await objects(`uploads/${id}`)).toEqual([
    "original",
    expect.stringMatching(/^t_[0-9a-f]{32}\.rejected\.jsonl$/),
  ]);
  const original = await fetch(`${product.url}/api/assets/${id}/original`, { headers: { cookie: ana.cookie } });
  expect([original.url.startsWith(product.url), original.redirected]).toEqual([true, false]);
  expect(await original.text()).toBe(`${CSV}1,2,3\n`);
  const part = await ana.call("GET", `/api/assets/${id}/original`, { headers: { range: "bytes=2-5" } });
  expect([part.status, part.text]).toEqual([206, "text"]);
  const rejected = await ana.get(`/api/assets/${id}/rejected`);
  expect(JSON.parse(rejected.text)).toMatchObject({ text: "1,2,3" });
  expect((await ana.get(`/api/assets/${id}/rejected-rows`)).status).toBeLessThan(500);

  const next = await ana.call("PUT", `/api/assets/${id}/data`, {
    body: "n,text\n1,a\n",
    headers: { "content-type": "text/csv" },
  });
  expect([next.status, next.json.version]).toEqual([200, 2]);
  await eventually(async () => (await objects(`uploads/${id}`)).every((name) => !name.endsWith(".received")));
  expect((await objects(`uploads/${id}`)).filter((name) => OF_TABLE.test(name)).length).toBe(1);
  expect((await ana.get(`/api/assets/${id}/original`)).text).toBe("n,text\n1,a\n");
  expect((await ana.get(`/api/assets/${id}/original?version=1`)).text.length).toBe(CSV.length + 6);

  const image = await ana.call("POST", `/api/assets/${id}/image`, { body: { image: PNG } });
  expect(image.status).toBeLessThan(300);
  const shown = (await ana.get(`/api/assets/${id}`)).json.image as string;
  const picture = await fetch(product.url + shown);
  expect(Buffer.from(await picture.arrayBuffer()).toString("base64")).toBe(PNG);
  expect(await objects(`images/${id}`)).toEqual([path.basename(shown)]);

  expect(await uploadedFiles(product.dataDir)).toEqual([]);
  expect(await readdir(product.dataDir)).not.toEqual(expect.arrayContaining(["images"]));
  expect((await ana.call("DELETE", `/api/assets/${id}/owner`)).status).toBe(200);
  expect([await objects(`uploads/${id}`), await objects(`images/${id}`)]).toEqual([[], []]);
  expect((await ana.get(shown)).status).toBe(404);
});

test("a Parquet file of the store is read by parts, and whole by DuckDB", async () => {
  const { json } = await ana.upload(CSV, { title: "Parquet" });
  const url = `${product.url}/d/${json.table_name}.parquet?api_key=${await ana.key()}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), "duckdb-"));
  const duck = await (await DuckDBInstance.create(":memory:")).connect();
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.redirected, head.headers.get("accept-ranges")]).toEqual([200, false, "bytes"]);
  const file = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(file.length).toBe(Number(head.headers.get("content-length")));
  expect(await objects("parquet")).toEqual([`${(head.headers.get("etag") ?? "").replaceAll('"', "")}.parquet`]);
  const from = server.calls.length;
  const tail = await fetch(url, { headers: { range: "bytes=-8" } });
  expect([tail.status, Buffer.from(await tail.arrayBuffer()).equals(file.subarray(-8))]).toEqual([206, true]);
  expect(server.calls.slice(from).map((call) => call.split(" ")[0])).toEqual(["HEAD", "GET"]);
  const remote = await asyncBufferFromUrl({ url });
  const some = await parquetReadObjects({
    file: remote,
    compressors,
    columns: ["n"],
    rowStart: 150_000,
    rowEnd: 150_002,
  });
  expect(some.map(({ n }) => Number(n))).toEqual([150_000, 150_001]);
  try {
    const saved = path.join(folder, "whole.parquet");
    await writeFile(saved, file);
    const whole = await duck.runAndReadAll(`select count(*)::int, sum(n)::bigint, min(text) from '${saved}'`);
    expect(whole.getRows()[0]?.map(String)).toEqual([String(ROWS), String((ROWS * (ROWS - 1)) / 2), "0"]);
  } finally {
    duck.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a download that the store breaks off ends with a broken connection, not with a short file", async () => {
  const { json } = await ana.upload(CSV, { title: "Cut" });
  server.fail(({ method, url }) => (method === "GET" && url?.includes("original") ? "cut" : null));
  const broken = await fetch(`${product.url}/api/assets/${json.id}/original`, { headers: { cookie: ana.cookie } });
  expect([broken.status, broken.headers.get("content-length")]).toEqual([200, String(CSV.length)]);
  await expect(broken.arrayBuffer()).rejects.toThrow();
  server.heal();
});

test("while the store is away pages and rows are there, and what needs a file says 503", async () => {
  const { json } = await ana.upload("a\n1\n", { title: "Away" });
  server.fail(() => ({ status: 503 }));
  const said = async (answer: Promise<{ status: number; json: { error: string } }>) => {
    const { status, json: body } = await answer;
    return [status, body.error];
  };
  const away = [503, "The server's file store does not answer right now. Try again in a moment."];
  expect(await said(ana.get(`/api/assets/${json.id}/original`))).toEqual(away);
  expect(await said(ana.upload("a\n1\n", { title: "Not kept" }))).toEqual(away);
  expect((await ana.get(`/api/assets/${json.id}/data`)).json.rows).toEqual([{ a: 1 }]);
  expect([(await ana.get("/readyz")).status, (await ana.get("/datastore")).status]).toEqual([200, 200]);
  server.heal();
  expect((await ana.get(`/api/assets/${json.id}/original`)).text).toBe("a\n1\n");
  const titles = (await ana.get("/api/assets")).json.map(({ title }: { title: string }) => title);
  expect(titles).not.toContain("Not kept");
  expect(await uploadedFiles(product.dataDir)).toEqual([]);
});

test("two processes with a data folder each share the files: one receives them, the other loads them", async () => {
  const shared = await testDatabase();
  await makeTables(shared.url);
  const mails = await startMailServer();
  const env = { FILES_URL: server.url({ bucket: "files/two" }), SMTP_URL: mails.url };
  const started = await Promise.all(
    ["web", "all"].map((ROLE) =>
      startProduct({ databaseUrl: shared.url, startWithinMs: 120_000, env: { ...env, ROLE } }),
    ),
  );
  const [web, other] = started as [Product, Product];
  try {
    expect(web.dataDir).not.toBe(other.dataDir);
    const bo = await signUp({ ...web, mailsTo: mails.to }, "Bo", 3);
    const { status, json } = await bo.upload("a,b\n1,2\n3\n", { title: "Shared" });
    expect([status, json.rowCount, json.rejected]).toEqual([201, 1, 1]);
    expect((await bo.get(`/api/assets/${json.id}/original`)).text).toBe("a,b\n1,2\n3\n");
    // Written by the process that loads.
    expect((await bo.get(`/api/assets/${json.id}/rejected`)).text).toContain('"3"');
    expect(started.map((each) => each.output()).join("")).not.toMatch(/"level":"error"/);
  } finally {
    for (const each of started) await each.remove();
    await mails.stop();
    await shared.drop();
  }
}, 240_000);

/** A mail server on loopback. */
async function startMailServer() {
  const received: { readonly to: string; readonly text: string }[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      void text(stream)
        .then(parseMail)
        .then((mail) => received.push(mail))
        .finally(done);
    },
  });
  const listening = mailServer.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    to: async (email: string) => received.filter(({ to }) => to.includes(email)).map((mail) => mail.text),
    stop: () => new Promise<void>((resolve) => mailServer.close(resolve)),
  };
}
