import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { hostileFiles, repeated } from "#testing/hostile/files.ts";
import { sheetRows, workbookFile } from "#testing/files/made/workbook-file.ts";
import { INSPECTED_BYTES } from "#domain/dataset/inspection.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { CSV_LIMITS } from "../../tables/csv/plan.ts";
import { createFileInspector } from "./file-inspector.ts";
import { unpackedHead } from "./unpacked-head.ts";

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

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
    bytesOf: (id) => {
      read.push(id);
      return Promise.resolve(kept ? chunksOf(kept) : null);
    },
  });
  const inspectBytes = async (bytes: Buffer, settings: LoadSettings = {}) => {
    const head = await created.receiveHead(chunksOf(bytes));
    try {
      return await created.inspect(head, settings);
    } finally {
      await head.remove();
    }
  };
  return { ...created, inspectBytes, read };
}

test("no more is unpacked than is looked at, however much there is", async () => {
  for (const bytes of [
    gzipSync(repeated("a,b\n", 64_000_000)),
    Buffer.concat(Array<Buffer>(2_000).fill(gzipSync(repeated("a,b\n", 64_000)))),
    gzipSync(repeated("a,b\n", 64_000_000)).subarray(0, -9),
  ]) {
    const head = await unpackedHead(bytes, "gzip");
    if (head === "bad-packing") throw new Error("It is a gzip file");
    expect([head.bytes.length, head.whole]).toEqual([INSPECTED_BYTES, false]);
  }
  const small = await unpackedHead(gzipSync(Buffer.from("a,b\n")), "gzip");
  expect(small).toEqual({ bytes: Buffer.from("a,b\n"), whole: true });
  expect(await unpackedHead(Buffer.from("\x1f\x8bnothing", "latin1"), "gzip")).toBe("bad-packing");
});

test("what was found says whether all of the file was looked at", async () => {
  const { inspectBytes } = inspector();
  const whole = async (bytes: Buffer) => {
    const found = await inspectBytes(bytes);
    return typeof found === "object" && found.ok && [found.whole, found.found.gzip];
  };
  expect(await whole(Buffer.from("a,b\n1,2\n"))).toEqual([true, false]);
  expect(await whole(gzipSync(Buffer.from("a,b\n1,2\n")))).toEqual([true, true]);
  expect(await whole(gzipSync(repeated("a,b\n", 64_000_000)))).toEqual([false, true]);
  expect(await whole(repeated("a,b\n", INSPECTED_BYTES + 1))).toEqual([false, false]);
  // More rows than are looked at.
  expect(await whole(Buffer.from(`a,b\n${"1,2\n".repeat(2_000)}`))).toEqual([false, false]);
});

test("a workbook that is packed once more is looked at as a whole", async () => {
  const rows = Array.from({ length: 160_000 }, (_, n) => [String((n * 2_654_435_761) % 4_294_967_296), "x"]);
  const file = workbookFile({ sheets: [{ name: "Data", rows: sheetRows([["n", "t"], ...rows]) }] });
  const { inspectBytes } = inspector();
  for (const packed of [gzipSync(file), zstdCompressSync(file)]) {
    expect(packed.length).toBeGreaterThan(INSPECTED_BYTES);
    expect(await inspectBytes(packed)).toMatchObject({ ok: true, found: { format: "xlsx" } });
  }
});

test("every hostile file is inspected or refused, and the next one is inspected", { timeout: 120_000 }, async () => {
  const { inspectBytes } = inspector();
  const unanswered: string[] = [];
  for (const { name, bytes } of hostileFiles(INSPECTED_BYTES, 4_000_000))
    if ((await inspectBytes(bytes)) === "too-slow") unanswered.push(name);
  expect(unanswered).toEqual([]);
  expect(await inspectBytes(Buffer.from("a,b\n1,2\n"))).toMatchObject({ ok: true, whole: true });
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
