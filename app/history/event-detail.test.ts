import { expect, test } from "vitest";
import type { JsonObject } from "#domain/core/values/json.ts";
import { eventDetail } from "./event-detail.ts";

test.each<[JsonObject, string]>([
  [{ version: 2, table: { rows: 33_231 } }, "version 2, 33,231 rows"],
  [{ number: 7, outputs: [{ table: { rows: 2 } }, { table: { rows: 1 } }, {}] }, "run 7, 3 rows"],
  [{ role: "auditor" }, "auditor"],
  [{ title: "Rivers", table: [1] }, ""],
])("%j is %j", (data, words) => {
  expect(eventDetail(data)).toBe(words);
});
