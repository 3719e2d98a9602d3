import { expect, test } from "vitest";
import { recordCounter } from "./count-records.ts";

const counted = (...pieces: string[]) => {
  const counter = recordCounter();
  for (const piece of pieces) counter.onChunk(Buffer.from(piece));
  return counter.count();
};

test.each([
  [[], 0],
  [["a,b\n"], 0],
  [["a,b\n1,2\n3,4\n"], 2],
  [["a,b\r\n1,2\r\n3,4"], 2],
  [['a\n"one\ntwo"\n"say ""hi""\n"\n'], 2],
  [["a\n1", "\n2\n", '"x', '\n"', "\n"], 3],
])("%j has %i records", (pieces, records) => {
  expect(counted(...pieces)).toBe(records);
});
