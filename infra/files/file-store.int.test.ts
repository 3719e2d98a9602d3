import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile, utimes } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fileStoreContract } from "#testing/contracts/file-store.ts";
import { listed } from "#testing/files/listed.ts";
import { type S3Server, startS3Server } from "#testing/servers/s3-server.ts";
import { engineOf } from "../engines/engine-unavailable.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";
import { parseS3Address } from "./s3/s3-address.ts";
import { openBucket, type S3Bucket } from "./s3/s3-bucket.ts";
import { describeS3Fault } from "./s3/s3-faults.ts";
import { openObject, s3Store } from "./s3/s3-store.ts";
import { copyObject, writeObject } from "./s3/write-object.ts";
import { openScratch } from "./scratch.ts";
import { shiftClock } from "#testing/time/shifted-clock.ts";

let folder: string;
let server: S3Server;
let bucket: S3Bucket;
let stores = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "file-stores-"));
  server = await startS3Server();
  bucket = openBucket({ address: parseS3Address(server.url({ bucket: "files/below" }))! });
});
afterAll(async () => {
  bucket?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = (demandRoom = () => Promise.resolve()) =>
  s3Store({ bucket, area: `area-${++stores}`, scratch: openScratch(path.join(folder, "scratch")), demandRoom });

test("a sweep of a process whose clock is ahead leaves the files in the making of others", async () => {
  const scratch = openScratch(path.join(folder, "shared-scratch"));
  const work = await scratch.make();
  shiftClock(30 * 3_600_000);
  try {
    await scratch.sweep();
  } finally {
    shiftClock(0);
  }
  expect(await readdir(path.join(folder, "shared-scratch"))).toEqual([path.basename(work.path)]);
  const old = new Date(Date.now() - 30 * 3_600_000);
  await utimes(work.path, old, old);
  await scratch.sweep();
  expect(await readdir(path.join(folder, "shared-scratch"))).toEqual([]);
});

describe("a folder", () => fileStoreContract(() => folderStore(path.join(folder, `store-${++stores}`))));
describe("an S3-compatible store", () => {
  fileStoreContract(() => inBucket());

  test("leaves nothing on the disk of this machine", async () => {
    expect(await readdir(path.join(folder, "scratch"))).toEqual([]);
  });
});

describe("an S3-compatible store that fails", () => {
  afterEach(() => server.heal());
  /** A store on the same bucket that waits so long for an answer. */
  const storeWith = (
    timeoutMs: number,
    change: Parameters<S3Server["url"]>[0] = {},
    attempts = 2,
    area = `area-${++stores}`,
  ) => {
    const address = parseS3Address(server.url({ bucket: "files/below", ...change }))!;
    const own = openBucket({ address, timeoutMs, attempts });
    const scratch = openScratch(path.join(folder, "scratch"));
    const store = s3Store({ bucket: own, area, scratch, demandRoom: () => Promise.resolve() });
    return { store, impatient: () => storeWith(2_000, change, 1, area).store };
  };
  const patient = () => storeWith(30_000);
  const big = async (bytes: number) => {
    const file = path.join(folder, `big-${++stores}`);
    await writeFile(file, randomBytes(bytes));
    return file;
  };
  const keep = (store: FileStore, name: string, bytes: Buffer) => store.keep(Readable.from([bytes]), () => name);

  test.each(["cut", "stalled"] as const)("a body that is %s midway ends its reader loudly", async (trouble) => {
    const { store, impatient } = patient();
    await keep(store, "a", randomBytes(2_000_000));
    const soon = trouble === "stalled" ? impatient() : store;
    const file = (await soon.open("a"))!;
    server.fail(({ method }) => (method === "GET" ? trouble : null));
    let bytes = 0;
    const stream = file.read();
    stream.on("data", (chunk: Buffer) => (bytes += chunk.length));
    const error: unknown = await buffer(stream).catch((fault: unknown) => fault);
    expect(engineOf(error)).toEqual({ engine: "file store", because: "away" });
    expect(bytes).toBeLessThan(2_000_000);
    // Nor does a cut file get onto a disk.
    await expect(soon.onDisk("a")).rejects.toThrow("The file store does not answer");
    expect(await readdir(path.join(folder, "scratch"))).toEqual([]);
  });

  test.each(["slow", "away", { status: 503 }] as const)("while it is %j every call says so soon", async (trouble) => {
    const { store, impatient } = patient();
    await keep(store, "a", Buffer.from("kept"));
    server.fail(() => trouble);
    const soon = trouble === "slow" ? impatient() : store;
    const calls: (() => Promise<unknown>)[] = [
      () => soon.open("a"),
      () => keep(soon, "b", Buffer.from("b")),
      () => soon.copy("a", "b"),
      () => soon.remove(["a"]),
      () => listed(soon.files()),
    ];
    for (const call of calls) {
      const error: unknown = await call().catch((fault: unknown) => fault);
      expect([engineOf(error)?.engine, String(error)]).toEqual([
        "file store",
        "EngineUnavailable: The file store does not answer",
      ]);
    }
    server.heal();
    expect((await listed(store.files())).map(({ name }) => name)).toEqual(["a"]);
  });

  test("of a file whose second part does not arrive nothing is there, and the file on disk stays", async () => {
    const { store } = patient();
    const file = await big(20_000_000);
    server.fail(({ url }) => (/partNumber=2/.test(url ?? "") ? { status: 500 } : null));
    const from = server.calls.length;
    await expect(store.take(file, "a")).rejects.toThrow("The file store does not answer");
    expect(await store.open("a")).toBeNull();
    expect((await stat(file)).size).toBe(20_000_000);
    expect(server.calls.slice(from).filter((call) => /^DELETE .*uploadId=/.test(call)).length).toBe(1);
    server.heal();
    await store.take(file, "a");
    expect((await store.open("a"))!.bytes).toBe(20_000_000);
  });

  test("a call that fails once is made again", async () => {
    const { store } = patient();
    let failures = 0;
    server.fail(({ method }) => (method === "PUT" && failures++ === 0 ? { status: 503 } : null));
    await keep(store, "a", Buffer.from("second time"));
    expect(failures).toBe(2);
    expect(await text((await store.open("a"))!.read())).toBe("second time");
  });

  test("a wrong secret is no outage", async () => {
    const error: unknown = await storeWith(30_000, { secret: "wrong" })
      .store.files()
      [Symbol.asyncIterator]()
      .next()
      .catch((fault: unknown) => fault);
    expect([engineOf(error), describeS3Fault(error)]).toEqual([
      null,
      { words: "it does not accept the access key and its secret", passes: false },
    ]);
  });

  test("an object that was replaced is not read as the one that was opened", async () => {
    const { store } = patient();
    await keep(store, "a", Buffer.from("first"));
    const file = (await store.open("a"))!;
    await keep(store, "a", Buffer.from("other"));
    await expect(text(file.read())).rejects.toThrow();
  });

  test("a file is not fetched to a disk without room", async () => {
    const full = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
    const store = inBucket(full);
    await store.take(await big(9_000_000), "a");
    await expect(store.onDisk("a")).rejects.toThrow("full");
    expect(await readdir(path.join(folder, "scratch"))).toEqual([]);
  });

  test("a large object is copied in parts", async () => {
    const bytes = randomBytes(11_000_000);
    await writeFile(path.join(folder, "copied"), bytes);
    await writeObject(bucket, "parts/a b", path.join(folder, "copied"));
    await copyObject(bucket, "parts/a b", "parts/b", { wholeBytes: 5_500_000, partBytes: 5_500_000 });
    expect((await buffer((await openObject(bucket, "parts/b"))!.read())).equals(bytes)).toBe(true);
    expect(server.calls.filter((call) => /PUT \/files\/below\/parts\/b\?.*partNumber/.test(call)).length).toBe(2);
  });
});
