import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToFile } from "./hash-to-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-hash-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LARGE = 40_000_000;

/** Counts how many chunks were taken. */
function chunks(sizes: readonly number[], times: number) {
  const taken = { count: 0 };
  async function* source(): AsyncIterable<Uint8Array> {
    for (let n = 0; n < times; n += 1)
      for (const size of sizes) {
        taken.count += 1;
        yield Buffer.alloc(size, taken.count % 251);
      }
  }
  return { taken, source: source() };
}

test("bytes of any portions are written whole and in order, and hashed", async () => {
  const sizes = [1, 65_536, 3, 1_500_000, 7_919];
  const times = Math.ceil(LARGE / 1_573_459);
  const file = path.join(folder, "large");
  const kept = await hashToFile(chunks(sizes, times).source, file);
  const expected: Uint8Array[] = [];
  for await (const chunk of chunks(sizes, times).source) expected.push(chunk);
  const whole = Buffer.concat(expected);
  expect(kept).toEqual({ bytes: whole.length, sha256: createHash("sha256").update(whole).digest("hex") });
  expect(whole.equals(await readFile(file))).toBe(true);
});

test("a full disk ends it, and the rest of the source is not read", async () => {
  const { taken, source } = chunks([500_000], 1_000);
  await expect(hashToFile(source, "/dev/full")).rejects.toMatchObject({ code: "ENOSPC" });
  expect(taken.count).toBeLessThan(1_000);
});

test("a small file on a full disk is not reported as written", async () => {
  await expect(hashToFile(chunks([10], 1).source, "/dev/full")).rejects.toMatchObject({ code: "ENOSPC" });
});

test("what the source throws is thrown, in the middle of a write too", async () => {
  async function* breaking(): AsyncIterable<Uint8Array> {
    yield Buffer.alloc(5_000_000);
    throw new Error("broken off");
  }
  await expect(hashToFile(breaking(), path.join(folder, "broken"))).rejects.toThrow("broken off");
});
