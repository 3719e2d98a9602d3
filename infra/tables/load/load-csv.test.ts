import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { mayGrow } from "./load-csv.ts";

test.each<[string, Buffer, boolean]>([
  ["CSV", Buffer.from("a,b\n1,2\n"), false],
  ["JSON", Buffer.from('\ufeff\n [["a"], [1]]'), true],
  ["JSON in UTF-16", Buffer.from('[{"a":1}]', "utf16le"), true],
  ["a packed file", gzipSync("a,b\n1,2\n"), true],
])("a small file of %s is read by its own thread if it may grow", (_, head, grows) => {
  expect(mayGrow(head, {})).toBe(grows);
  expect(mayGrow(head, { format: "ndjson" })).toBe(true);
});
