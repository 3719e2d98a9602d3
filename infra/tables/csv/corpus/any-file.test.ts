import { expect, test } from "vitest";
import { csvFileOf } from "#testing/files/csv/csv-file.ts";
import { verdictOfOurs } from "#testing/files/csv/judge-read.ts";

const FILES = 250;

test("a table that any program wrote, damaged in one place, is read right or what is not is said", async () => {
  const wrong: string[] = [];
  for (let seed = 1, read = 0; read < FILES; seed += 1) {
    const file = csvFileOf(seed);
    if (!file) continue;
    read += 1;
    const { outcome, because } = await verdictOfOurs(file);
    const { style, header, damage } = file;
    if (outcome === "silently-wrong") wrong.push(`seed ${seed}, ${style}, ${header}, ${damage}: ${because}`);
  }
  expect(wrong).toEqual([]);
});
