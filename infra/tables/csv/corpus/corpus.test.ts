import { expect, test } from "vitest";
import { readCsv } from "#testing/files/csv/read-csv.ts";
import { BYTES_CASES } from "./bytes-cases.ts";
import { CELLS_CASES } from "./cells-cases.ts";
import { CHOSEN_CASES } from "./chosen-cases.ts";
import { CONTENT_CASES } from "./content-cases.ts";
import { DIALECT_CASES } from "./dialect-cases.ts";
import { STRUCTURE_CASES } from "./structure-cases.ts";

const CASES = {
  ...DIALECT_CASES,
  ...CONTENT_CASES,
  ...STRUCTURE_CASES,
  ...BYTES_CASES,
  ...CELLS_CASES,
  ...CHOSEN_CASES,
};

test.each(Object.entries(CASES))("%s", async (_, wanted) => {
  const found = await readCsv(wanted.file, wanted.settings);
  if (wanted.refused) return expect(found).toMatchObject({ failure: wanted.refused });
  if (!found.ok) return expect.fail(JSON.stringify(found.failure));
  const { columns, aside, report } = found;
  const rows = found.rows.map((row) => row.map((cell) => cell ?? "∅").join("|"));
  if (wanted.columns !== undefined) expect(columns.map((column) => column.name).join("|")).toBe(wanted.columns);
  if (wanted.types !== undefined) expect(columns.map(({ type }) => type).join("|")).toBe(wanted.types);
  if (wanted.rows) expect(rows).toEqual(wanted.rows);
  if (wanted.count !== undefined) expect(rows).toHaveLength(wanted.count);
  expect(aside.map(({ line }) => line)).toEqual(wanted.aside ?? []);
  expect(report).toMatchObject(wanted.report ?? {});
});
