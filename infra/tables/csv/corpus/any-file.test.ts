import { expect, test } from "vitest";
import { csvFileOf } from "#testing/files/csv/csv-file.ts";
import { verdictOfOurs } from "#testing/files/csv/judge-read.ts";

const SEEDS = 60;

test.each([0, 1, 2, 3])(
  "a table that any program wrote, damaged in one place, is read right or what is not is said (part %i)",
  async (part) => {
    const wrong: string[] = [];
    for (let seed = part * SEEDS; seed < (part + 1) * SEEDS; seed += 1) {
      const file = csvFileOf(seed);
      if (!file) continue;
      const { outcome, because } = await verdictOfOurs(file);
      const { style, header, damage } = file;
      if (outcome === "silently-wrong") wrong.push(`seed ${seed}, ${style}, ${header}, ${damage}: ${because}`);
    }
    expect(wrong).toEqual([]);
  },
);
