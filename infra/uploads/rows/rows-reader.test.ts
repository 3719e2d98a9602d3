import { expect, test } from "vitest";
import { createRowsReader } from "./rows-reader.ts";

const { rowsAsCsv } = createRowsReader();
const columns = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `c${at}`, label: `C ${at}` }));
const read = (text: string, count = 2, isLines = false) => rowsAsCsv(Buffer.from(text), isLines, columns(count));

test("rows become the same CSV here and in the thread", async () => {
  const rows = [{ c0: 1, "C 1": 'a "b"' }, { c1: { deep: [true] } }, {}];
  const csv = 'C 0,C 1\n1,"a ""b"""\n,"{""deep"":[true]}"\n,\n';
  const text = JSON.stringify(rows);
  expect(await read(text)).toEqual({ ok: true, csv });
  expect(await read(text.replace("[", `[${" ".repeat(20_000)}`))).toEqual({ ok: true, csv });
  expect(await read(rows.map((row) => JSON.stringify(row)).join("\n"), 2, true)).toEqual({ ok: true, csv });
  expect(await read('[{"c0":12345678901234567890.10}]')).toEqual({
    ok: true,
    csv: "C 0,C 1\n12345678901234567890.10,\n",
  });
});

test("faults are said with their rows", async () => {
  const faultOf = async (text: string, count?: number) => {
    const found = await read(text, count);
    return found && !found.ok && found.fault;
  };
  expect(await faultOf("{}")).toEqual({ code: "rows-not-json" });
  expect(await faultOf("[]")).toEqual({ code: "rows-missing" });
  expect(await faultOf("[{},1]")).toEqual({ code: "row-not-object", row: 2 });
  expect(await faultOf('[{"x":1}]')).toEqual({ code: "row-column-unknown", row: 1, column: "x" });
});

test("empty rows of many columns are counted by their cells", async () => {
  const rows = (count: number) => `[${Array(count).fill("{}").join(",")}]`;
  expect(await read(rows(1_333), 1_500)).toMatchObject({ ok: true });
  expect(await read(rows(1_334), 1_500)).toEqual({ ok: false, fault: { code: "rows-too-many", limit: 1_333 } });
  expect(await read(rows(100_001), 1)).toEqual({ ok: false, fault: { code: "rows-too-many", limit: 100_000 } });
});

test("JSON that takes too much memory is given up, and the next rows are read", { timeout: 60_000 }, async () => {
  const read5 = await read("[".repeat(5_000_000));
  expect(read5 === null || !read5.ok).toBe(true);
  expect(await read(`[{"c0":1},${" ".repeat(20_000)}{}]`)).toMatchObject({ ok: true });
});
