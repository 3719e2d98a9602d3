import { expect, test } from "vitest";
import { ascending, listCursorText, readListCursor } from "./list-order.ts";

const order = ascending({ at: "time", id: "text", number: "number" });
const cursor = ["2026-11-23T20:15:00.123456Z", "d-1", 7] as const;
const written = (values: unknown) => Buffer.from(JSON.stringify(values)).toString("base64url");

test("a cursor comes back from a URL as it was", () => {
  expect(readListCursor(listCursorText(cursor), order)).toEqual(cursor);
});

test.each([
  ["another text", "yesterday"],
  ["no list", written({ at: cursor[0] })],
  ["too few values", written(cursor.slice(0, 2))],
  ["a day for a time", written(["2026-11-23", "d-1", 7])],
  ["a time that is none", written(["2026-13-23T20:15:00.123456Z", "d-1", 7])],
  ["a number for a text", written([cursor[0], 1, 7])],
  ["a NUL", written([cursor[0], "d\0", 7])],
  ["half a character", written([cursor[0], "\ud800", 7])],
  ["a fraction", written([cursor[0], "d-1", 7.5])],
  ["too much", written([cursor[0], "d".repeat(4_000), 7])],
])("%s is no cursor", (_what, text) => {
  expect(readListCursor(text, order)).toBe(null);
});
