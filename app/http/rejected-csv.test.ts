import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { rejectedCsv } from "./rejected-csv.ts";

async function csvOf(source: Readable | null): Promise<string> {
  let csv = "";
  for await (const part of rejectedCsv(source)) csv += part;
  return csv;
}

test("no rows are a header alone", async () => {
  expect(await csvOf(null)).toBe("line,record,reason,text\n");
});

test("rows keep their text, whatever is in it and wherever a chunk ends", async () => {
  const rows = [
    { line: 3, record: 2, reason: "It has 3 cells, the header 2.", text: 'a,"b",c\u2028ä😀' },
    { line: 5, record: 4, reason: "A quote is not closed.", text: "x\ny" },
  ];
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
  expect(await csvOf(Readable.from(chunks))).toBe('line,record,reason,text\n3,2,"It has 3 cells, the header 2.","a,""b"",c\u2028ä😀"\n5,4,"A quote is not closed.","x\ny"\n');
});
