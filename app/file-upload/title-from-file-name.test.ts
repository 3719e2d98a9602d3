import { expect, test } from "vitest";
import { titleFromFileName } from "./title-from-file-name.ts";

test.each([
  ["rivers.csv", "Rivers"],
  ["river_levels-2024.CSV.gz", "River levels-2024"],
  ["__a  b_.csv", "A b"],
  ["v1.2 prices.csv", "V1.2 prices"],
  ["😀_moods.csv", "😀 moods"],
  [".csv", ""],
])("the file %s gives the title %s", (name, title) => {
  expect(titleFromFileName(name)).toBe(title);
});
