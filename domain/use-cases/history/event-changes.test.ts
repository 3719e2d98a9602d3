import { expect, test } from "vitest";
import { shownData } from "./event-changes.ts";

test("readers of a history see no name of the vault, no name of a stored table and no hash of a request", () => {
  expect(
    shownData({
      ...{ runId: "r-1", settings: "instance/i/run/1", settingKeys: ["city"] },
      incremental: [{ operation: "rows", basis: "hash", cursor: "7" }],
      setup: { config: "instance/i/config/1", secretKeys: ["token"] },
      table: { physical: "t_1", rows: 3 },
    }),
  ).toEqual({
    ...{ runId: "r-1", settingKeys: ["city"] },
    incremental: [{ operation: "rows", cursor: "7" }],
    setup: { secretKeys: ["token"] },
    table: { rows: 3 },
  });
});

test("the settings of a load are shown", () => {
  expect(shownData({ settings: { delimiter: ";" } })).toEqual({ settings: { delimiter: ";" } });
});
