import { expect, test } from "vitest";
import type { ColumnStatistics } from "#domain/core/ports/table-statistics.ts";
import { withStatistics } from "./with-statistics.ts";

const bins = Array.from({ length: 20 }, () => 1);
const level: ColumnStatistics = {
  name: "level",
  nulls: 0,
  mean: null,
  nullShare: 0.25,
  distinct: 150,
  min: "60",
  max: "216",
  top: [{ value: "120", count: 9 }],
  histogram: bins,
};
const quality: ColumnStatistics = {
  name: "quality",
  nulls: 0,
  mean: null,
  nullShare: 0,
  distinct: 4,
  min: "fair",
  max: "poor",
  top: ["good", "fair", "poor", "bad"].map((value) => ({ value, count: 20 })),
  histogram: null,
};
const remark: ColumnStatistics = { ...quality, name: "remark", distinct: 21 };
const preview = (names: string[]) => ({ columns: names.map((name) => ({ name, type: "text" })), rows: [], total: 80 });

test("ordered columns get their ends and bins, those of few values the three commonest, the others a number", () => {
  const { columns, drawn } = withStatistics(preview(["level", "quality", "remark", "new"]), {
    rows: 80,
    sampledRows: null,
    columns: [level, quality, remark],
  });
  expect(columns.map(({ filled }) => filled)).toEqual([0.75, 1, 1, undefined]);
  expect(columns.map(({ values }) => values)).toEqual([
    { ends: ["60", "216"], bins, top: [], distinct: 150, sampled: false },
    {
      ends: null,
      bins: null,
      top: ["good", "fair", "poor"].map((value) => ({ value, share: 0.25 })),
      distinct: 4,
      sampled: false,
    },
    { ends: null, bins: null, top: [], distinct: 21, sampled: false },
    undefined,
  ]);
  expect(drawn).toEqual({ rows: 80, sampled: null });
});

test("shares of a sampled table are those among the rows that were looked at", () => {
  const { columns } = withStatistics(preview(["quality"]), { rows: 8_000, sampledRows: 80, columns: [quality] });
  expect(columns[0]?.values).toMatchObject({ top: [{ share: 0.25 }, { share: 0.25 }, { share: 0.25 }], sampled: true });
});

test("of a very wide table only the first columns are drawn; the others still say their ends", () => {
  const names = Array.from({ length: 61 }, (_, at) => `c${at}`);
  const { columns } = withStatistics(preview(names), {
    rows: 80,
    sampledRows: null,
    columns: names.map((name) => ({ ...level, name })),
  });
  expect([columns[59]?.values?.bins, columns[60]?.values?.bins, columns[60]?.values?.ends]).toEqual([
    bins,
    null,
    ["60", "216"],
  ]);
});

test("of what is not known of a column nothing is drawn", () => {
  const { columns } = withStatistics(preview(["quality"]), {
    rows: 80,
    sampledRows: null,
    columns: [{ ...quality, distinct: null, top: [] }],
  });
  expect(columns[0]).toMatchObject({ filled: 1, values: { ends: null, bins: null, top: [], distinct: null } });
});

test("nothing is said of the cells of a table without rows", () => {
  const { columns } = withStatistics(
    { ...preview(["level"]), total: 0 },
    {
      rows: 0,
      sampledRows: null,
      columns: [
        { ...level, nulls: 0, mean: null, nullShare: 0, distinct: 0, min: null, max: null, top: [], histogram: null },
      ],
    },
  );
  expect(columns[0]).toEqual({ name: "level", type: "text" });
});

test("a table without statistics is shown as it is", () => {
  expect(withStatistics(preview(["level"]), null)).toEqual(preview(["level"]));
});
