import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RejectedRows } from "../tables/csv/scan/scan-pass.ts";
import { readRejected } from "./read-rejected.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rejected-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file as a load leaves it, with these rejected texts in order. */
function setAside(name: string, texts: Iterable<string>): () => Readable {
  const file = path.join(folder, name);
  const rows = new RejectedRows(file);
  let line = 1;
  for (const text of texts) {
    line += 1;
    rows.add({ line, record: line - 1, reason: "1 cell instead of 2" }, Buffer.from(text));
  }
  rows.close();
  return () => createReadStream(file);
}

test("rows come in the order of the file, as many as asked for, with line, record, reason and text", async () => {
  const file = setAside("few", ["a,b,c", 'quoted "x"\r\nand more', "Köln 🌊", "last"]);
  expect(await readRejected(file(), { from: 1, limit: 2 })).toEqual([
    { line: 3, record: 2, reason: "1 cell instead of 2", text: 'quoted "x"\r\nand more', isCut: false },
    { line: 4, record: 3, reason: "1 cell instead of 2", text: "Köln 🌊", isCut: false },
  ]);
  expect((await readRejected(file(), { from: 3, limit: 100 })).map(({ text }) => text)).toEqual(["last"]);
  expect(await readRejected(file(), { from: 4, limit: 100 })).toEqual([]);
});

test("of a long row the beginning is read, whole characters only, wherever it is cut", async () => {
  for (const unit of ["x", '"', "\\", "\n", "é", "🌊", "\u0001", "\\u00e9"]) {
    for (let lead = 0; lead < 9; lead += 1) {
      const text = `${"-".repeat(lead)}${unit.repeat(30_000)}`;
      const [row, next] = await readRejected(setAside("long", [text, "next"])(), { from: 0, limit: 2 });
      expect([
        row?.line,
        row?.isCut,
        text.startsWith(row?.text ?? "?"),
        (row?.text.length ?? 0) >= 900,
        row?.text.isWellFormed(),
      ]).toEqual([2, true, true, true, true]);
      expect(row?.text.length).toBeLessThanOrEqual(1_000);
      expect(next).toMatchObject({ line: 3, text: "next", isCut: false });
    }
  }
});

test("the last rows of 100,000 are read", async () => {
  const file = setAside(
    "many",
    (function* () {
      for (let at = 0; at < 100_000; at += 1) yield `station ${at},${at % 7},one cell too many,${"·".repeat(40)}`;
    })(),
  );
  const page = await readRejected(file(), { from: 99_900, limit: 100 });
  expect([page.length, page[0]?.line, page.at(-1)?.line]).toEqual([100, 99_902, 100_001]);
});

test("a client that has left ends the reading", async () => {
  await expect(
    readRejected(Readable.from([Buffer.from("{}\n")]), {
      from: 0,
      limit: 1,
      signal: AbortSignal.abort(new Error("left")),
    }),
  ).rejects.toThrow("left");
});
