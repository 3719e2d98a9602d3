import { expect, test } from "vitest";
import { tableName } from "../values/table.ts";
import { toLatin } from "./latin.ts";

test.each([
  ["Prüf", "pruef"],
  ["pru\u0308f", "pruef"],
  ["ÄÖÜ ẞ", "aeoeue ss"],
  ["Łódź, København, İzmir, ısı", "lodz, kobenhavn, izmir, isi"],
  ["Þórr æðar", "thorr aedar"],
  ["日本", "日本"],
])("%s is spelled %s", (text, latin) => {
  expect(toLatin(text)).toBe(latin);
});

test("a table has the letters of its title in its name", () => {
  const id = "0198d5a0-0000-7000-8000-0000abcdef01";
  expect(tableName("Prüf-Maße 2026", id)).toBe("pruef_masse_2026_abcdef01");
  expect(tableName("日本", id)).toBe("t_abcdef01");
});
