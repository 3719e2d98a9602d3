import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { hostileFiles, repeated } from "#testing/hostile/files.ts";
import { type FileHead, INSPECTED_BYTES } from "#domain/dataset/inspection.ts";
import { CSV_LIMITS } from "../../tables/csv/plan.ts";
import { createFileInspector } from "./file-inspector.ts";
import { unpackedHead } from "./unpacked-head.ts";

const headOf = (bytes: Buffer): FileHead => ({
  bytes: bytes.subarray(0, INSPECTED_BYTES),
  whole: bytes.length <= INSPECTED_BYTES,
});

function inspector(kept?: Buffer) {
  const read: string[] = [];
  const created = createFileInspector({
    scratch: {
      async make() {
        const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-inspect-"));
        return { path: folder, remove: () => rm(folder, { recursive: true }) };
      },
    } as Parameters<typeof createFileInspector>[0]["scratch"],
    limits: CSV_LIMITS,
    mostMs: 60_000,
    headOf: async (id) => {
      read.push(id);
      return kept ? headOf(kept) : null;
    },
  });
  return { ...created, read };
}

test("no more is unpacked than is looked at, however much there is", async () => {
  for (const bytes of [
    gzipSync(repeated("a,b\n", 64_000_000)),
    Buffer.concat(Array<Buffer>(2_000).fill(gzipSync(repeated("a,b\n", 64_000)))),
    gzipSync(repeated("a,b\n", 64_000_000)).subarray(0, -9),
  ]) {
    const head = await unpackedHead(bytes);
    if (head === "bad-gzip") throw new Error("It is a gzip file");
    expect([head.bytes.length, head.whole, head.gzip]).toEqual([INSPECTED_BYTES, false, true]);
  }
  const small = await unpackedHead(gzipSync(Buffer.from("a,b\n")));
  expect(small).toEqual({ bytes: Buffer.from("a,b\n"), gzip: true, whole: true });
  expect(await unpackedHead(Buffer.from("\x1f\x8bnothing", "latin1"))).toBe("bad-gzip");
});

test("what was found says whether all of the file was looked at", async () => {
  const { inspect } = inspector();
  const whole = async (bytes: Buffer) => {
    const found = await inspect(headOf(bytes), {});
    return typeof found === "object" && found.ok && [found.whole, found.found.gzip];
  };
  expect(await whole(Buffer.from("a,b\n1,2\n"))).toEqual([true, false]);
  expect(await whole(gzipSync(Buffer.from("a,b\n1,2\n")))).toEqual([true, true]);
  expect(await whole(gzipSync(repeated("a,b\n", 64_000_000)))).toEqual([false, true]);
  expect(await whole(repeated("a,b\n", INSPECTED_BYTES + 1))).toEqual([false, false]);
  // More rows than are looked at.
  expect(await whole(Buffer.from(`a,b\n${"1,2\n".repeat(2_000)}`))).toEqual([false, false]);
});

test("every hostile file is inspected or refused, and the next one is inspected", { timeout: 120_000 }, async () => {
  const { inspect } = inspector();
  const unanswered: string[] = [];
  for (const { name, bytes } of hostileFiles(INSPECTED_BYTES, 4_000_000))
    if ((await inspect(headOf(bytes), {})) === "too-slow") unanswered.push(name);
  expect(unanswered).toEqual([]);
  expect(await inspect(headOf(Buffer.from("a,b\n1,2\n")), {})).toMatchObject({ ok: true, whole: true });
});

test("a file that is kept is looked at once for the same settings", async () => {
  const { inspectKept, read } = inspector(Buffer.from("a;b\n1;2\n"));
  const file = { id: "one", sha256: "ab" };
  const [first, meanwhile] = await Promise.all([inspectKept(file, {}), inspectKept(file, {})]);
  expect(first).toMatchObject({ ok: true, found: { delimiter: ";" } });
  expect([meanwhile, await inspectKept(file, {})]).toEqual([first, first]);
  expect(read).toEqual(["one"]);
  expect(await inspectKept(file, { delimiter: "," })).toMatchObject({ ok: true, found: { delimiter: "," } });
  expect(read).toEqual(["one", "one"]);
  expect(await inspector().inspectKept(file, {})).toBe("gone");
});
