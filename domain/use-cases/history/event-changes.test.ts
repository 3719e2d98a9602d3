import { expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
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

test("what was found is shown in sentences, beside the codes of failures", () => {
  const late = finding("answer-late", { host: "files.example", ms: 60_000 });
  expect(
    shownData({
      warnings: [finding("merge-without-key", {})],
      failure: { code: "api", facts: { finding: late } },
      operations: [{ failure: { code: "settings-missing", facts: { faults: [late] } } }],
      notes: [{ places: [finding("place-line", {})], more: 0, finding: finding("scheme-assumed", {}) }],
      lost: [{ place: finding("place-line", {}), feature: "address", finding: finding("address-unwritable", {}) }],
    }),
  ).toEqual({
    warnings: ["write_disposition is merge, but there is no primary_key: rows that come again are added again."],
    failure: { code: "api", facts: { finding: "The host files.example did not answer within 60 seconds." } },
    operations: [
      {
        failure: {
          code: "settings-missing",
          facts: { faults: ["The host files.example did not answer within 60 seconds."] },
        },
      },
    ],
    notes: [{ places: ["the line"], more: 0, finding: "It names no scheme; https was taken." }],
    lost: [
      {
        place: "the line",
        feature: "address",
        finding:
          "Its address cannot be written: it needs a host, without a secret in it, and no value that changes each time.",
      },
    ],
  });
});

test("the settings of a load are shown", () => {
  expect(shownData({ settings: { delimiter: ";" } })).toEqual({ settings: { delimiter: ";" } });
});
