import { expect, test } from "vitest";
import { finding } from "#domain/core/findings/finding.ts";
import type { StoredRunFailure } from "#domain/run/run-failure.ts";
import { runFailureSentence } from "./run-failures.ts";

const cases: readonly [StoredRunFailure, string][] = [
  [{ code: "instance-removed", facts: {} }, "The connection was removed."],
  [{ code: "definition-outdated", facts: {} }, "This version of the connector can no longer be used."],
  [
    { code: "consent-changed", facts: {} },
    "The connector calls other hosts or sends secrets to other places than you agreed to. Connect again to agree. (consent_changed)",
  ],
  [
    {
      code: "settings-missing",
      facts: {
        faults: [finding("setting-required", { label: "City" }), finding("setting-not-date", { label: "Day" })],
      },
    },
    '"City" is required. "Day" must be a date such as 2025-12-31. Nothing was asked for; fill it in under Setup.',
  ],
  [
    { code: "restart-unasked", facts: { operations: ["hourly", "alerts"] } },
    '"hourly", "alerts" asks for something else than before. Reading from the beginning may add rows that the table already holds, so nothing was read.',
  ],
  [{ code: "took-too-long", facts: { limitMs: 3_600_000 } }, "The run took longer than 60 minutes and was stopped."],
  [{ code: "table-gone", facts: {} }, "The table to which rows should be added is gone."],
  [
    { code: "columns-too-long", facts: { maxBytes: 1_000_000 } },
    "The names and labels of the columns are too long: the log takes 1 MB at once.",
  ],
  [{ code: "too-many-columns", facts: { maxColumns: 1600 } }, "The rows have more than 1600 columns."],
  [
    { code: "value-does-not-fit", facts: { column: { label: "day", type: "date" } } },
    'A value does not fit the column "day", which is of the type date.',
  ],
  [{ code: "value-does-not-fit", facts: { column: null } }, "A value does not fit the type of its column."],
  [
    { code: "no-room", facts: {} },
    "There is no room left on the server's disk. Try again later, or tell the people who run this server.",
  ],
  [
    { code: "fault", facts: {} },
    "Something went wrong on our side while the rows were stored. It has been recorded; run it again.",
  ],
  [{ code: "deadline-passed", facts: {} }, "The run did not end before its deadline."],
  [
    { code: "api", facts: { finding: finding("api-answered", { status: 401, said: null }) } },
    "The API answered 401: it gave no reason.",
  ],
  [{ code: "unknown", facts: { sentence: "Page 4 answered 503." } }, "Page 4 answered 503."],
];

test.each(cases)("$code has its sentence", (failure, sentence) => {
  expect(runFailureSentence(failure)).toBe(sentence);
});

test("a run that did not fail has none", () => {
  expect(runFailureSentence(null)).toBeNull();
});
