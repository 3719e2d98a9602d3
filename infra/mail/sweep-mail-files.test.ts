import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sweepMailFiles } from "./sweep-mail-files.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-mails-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("removes mails that are older than they are kept, and nothing else of the folder", async () => {
  const now = new Date("2026-03-31T12:00:00Z");
  expect(await sweepMailFiles(dataDir, { keptDays: 30, now })).toEqual({ removed: 0, done: true });
  const folder = path.join(dataDir, "mail");
  await mkdir(folder);
  const id = "0b6ff2f1-2ac9-4f0c-8a44-6d1a3a6a4b11";
  const kept = [`20260301T120001Z-${id}.eml`, `20260331T120000Z-${id}.eml`, "notes.txt"];
  for (const name of [
    ...kept,
    `20260301T115959Z-${id}.eml`,
    `20250101T000000Z-${id}.eml`,
    `20250101T000000Z-${id}.eml.77`,
  ])
    await writeFile(path.join(folder, name), "");
  expect(await sweepMailFiles(dataDir, { keptDays: 30, now })).toEqual({ removed: 3, done: true });
  expect((await readdir(folder)).sort()).toEqual(kept.sort());
});
