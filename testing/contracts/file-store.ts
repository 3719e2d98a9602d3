import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FileStore } from "#infra/files/file-store.ts";
import { shiftClock } from "../time/shifted-clock.ts";
import { listed } from "../files/listed.ts";

/** What a file store must do for us, wherever files are. `open` gives an empty one. */
export function fileStoreContract(open: () => FileStore): void {
  let store: FileStore;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "file-store-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => {
    store = open();
  });

  const names = async (within?: string) => (await listed(store.files(within))).map(({ name }) => name).sort();
  const bytesOf = async (name: string, range?: { start: number; end: number }): Promise<Buffer | null> => {
    const file = await store.open(name);
    if (!file) return null;
    try {
      return await buffer(file.read(range));
    } finally {
      await file.close();
    }
  };
  const onDisk = async (content: string | Buffer) => {
    const file = path.join(folder, randomBytes(8).toString("hex"));
    await writeFile(file, content);
    return file;
  };
  const put = (name: string, content: string) => store.keep(Readable.from([Buffer.from(content)]), () => name);

  test("what is kept has the name that is made of its hash, and is read whole, in parts and again", async () => {
    const bytes = randomBytes(300_000);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const kept = await store.keep(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), (hash) => `${hash}.bin`);
    expect(kept).toEqual({ sha256, bytes: 300_000 });
    const name = `${sha256}.bin`;
    const opened = await store.open(name);
    expect(opened?.bytes).toBe(300_000);
    await opened!.close();
    expect((await bytesOf(name))?.equals(bytes)).toBe(true);
    expect(await bytesOf(name, { start: 0, end: 0 })).toEqual(bytes.subarray(0, 1));
    expect(await bytesOf(name, { start: 99_000, end: 199_999 })).toEqual(bytes.subarray(99_000, 200_000));
    expect(await bytesOf(name, { start: 299_999, end: 299_999 })).toEqual(bytes.subarray(299_999));
  });

  test("a folder in which files were kept can be settled", async () => {
    await put("a/one", "1");
    await store.settle("a");
    expect((await bytesOf("a/one"))?.toString()).toBe("1");
  });

  test("of a source that breaks nothing is kept, and its error is thrown", async () => {
    const breaks = Readable.from(
      (function* () {
        yield Buffer.alloc(100_000);
        throw new Error("broken source");
      })(),
    );
    await expect(store.keep(breaks, () => "broken")).rejects.toThrow("broken source");
    expect([await bytesOf("broken"), await names()]).toEqual([null, []]);
  });

  test("a file is moved here from a disk, also one of several parts, and an empty one", async () => {
    const big = randomBytes(17_000_000);
    const file = await onDisk(big);
    await store.take(file, "one/original");
    expect((await bytesOf("one/original"))?.equals(big)).toBe(true);
    expect(await bytesOf("one/original", { start: 7_999_998, end: 8_000_001 })).toEqual(
      big.subarray(7_999_998, 8_000_002),
    );
    await expect(readFile(file)).rejects.toThrow("ENOENT");
    await store.take(await onDisk(""), "one/empty");
    expect((await bytesOf("one/empty"))?.length).toBe(0);
  });

  test("a name that is used again has the new bytes", async () => {
    await put("one/original", "first");
    await store.take(await onDisk("second one"), "one/original");
    expect(String(await bytesOf("one/original"))).toBe("second one");
  });

  test("a copy stays when its first name is removed, and may be made twice", async () => {
    await put("one/a", "same");
    for (let time = 0; time < 2; time += 1) await store.copy("one/a", "one/b");
    await store.remove(["one/a", "one/never"]);
    expect([await bytesOf("one/a"), String(await bytesOf("one/b")), await names("one")]).toEqual([
      null,
      "same",
      ["one/b"],
    ]);
    await expect(store.copy("one/a", "one/c")).rejects.toThrow();
  });

  test("a file is there on disk for as long as it is read", async () => {
    await put("one/a", "on disk");
    const file = await store.onDisk("one/a");
    expect(await readFile(file!.path, "utf8")).toBe("on disk");
    await file!.release();
    expect([String(await bytesOf("one/a")), await store.onDisk("one/b")]).toEqual(["on disk", null]);
  });

  test("folders and their files are listed with the time they were kept, and a folder is removed with its files alone", async () => {
    const before = Date.now() - 5_000;
    for (const name of ["top", "one/a", "one/b", "one-more/a", "two/a b"]) await put(name, name);
    expect((await listed(store.folders())).sort()).toEqual(["one", "one-more", "two"]);
    expect([await names(), await names("one"), await names("two"), await names("three")]).toEqual([
      ["top"],
      ["one/a", "one/b"],
      ["two/a b"],
      [],
    ]);
    const [file] = await listed(store.files("one"));
    expect(file!.keptAt.getTime()).toBeGreaterThan(before);
    expect(file!.keptAt.getTime()).toBeLessThan(Date.now() + 5_000);
    await store.removeFolder("one");
    await store.removeFolder("never");
    expect([await names("one"), await names("one-more"), await names()]).toEqual([[], ["one-more/a"], ["top"]]);
  });

  test("ages are told by its own time, whatever the clock of this process says", async () => {
    for (const hours of [30, -30]) {
      shiftClock(hours * 3_600_000);
      try {
        await put("dated/a", "a");
        const [file] = await listed(store.files("dated"));
        // A bucket dates its objects to the second.
        expect(Math.abs((await store.now()).getTime() - file!.keptAt.getTime())).toBeLessThan(60_000);
      } finally {
        shiftClock(0);
      }
    }
    expect(await names()).toEqual([]);
  });

  test("more files than one portion holds are all listed and removed", async () => {
    const all = Array.from({ length: 1_050 }, (_, at) => `many/${String(at).padStart(4, "0")}`);
    for (let at = 0; at < all.length; at += 50)
      await Promise.all(all.slice(at, at + 50).map((name) => put(name, name)));
    expect(await names("many")).toEqual(all);
    await store.removeFolder("many");
    expect(await names("many")).toEqual([]);
  });

  test("a name cannot lead out of the store", async () => {
    for (const name of ["../a", "a/../../b", "", "/a", "a//b", "."]) {
      await expect(async () => store.open(name)).rejects.toThrow("This is no name of a stored file");
      await expect(async () => store.removeFolder(name)).rejects.toThrow("This is no name of a stored file");
    }
  });

  test("a reader that leaves early disturbs nobody", async () => {
    await put("one/a", "x".repeat(3_000_000));
    const file = await store.open("one/a");
    const stream = file!.read();
    await new Promise((resolve) => stream.once("data", resolve));
    stream.destroy();
    await file!.close();
    expect((await bytesOf("one/a"))?.length).toBe(3_000_000);
    expect(await readdir(folder)).toEqual([]);
  });
}
