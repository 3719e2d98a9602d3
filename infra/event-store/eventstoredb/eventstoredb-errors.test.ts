import { expect, test } from "vitest";
import { EventStoreDbAway, isEventStoreDbDenied, isEventStoreDbUnavailable, meaningOf } from "./eventstoredb-errors.ts";

const withFields = (fields: object): Error => Object.assign(new Error("from the client"), fields);

test.each([
  ["away", [1, 2, 4, 8, 10, 13, 14]],
  ["denied", [7, 16]],
  ["fault", [0, 3, 5, 6, 9, 11, 12, 15, 17]],
] as const)("statuses of gRPC that mean %s do so with and without the class of the client", (meaning, codes) => {
  for (const code of codes) {
    expect([code, meaningOf(withFields({ code, details: "", metadata: {} }))]).toEqual([code, meaning]);
    expect([code, meaningOf(withFields({ code, type: "unknown", _raw: {} }))]).toEqual([code, meaning]);
  }
});

test.each([
  [{ type: "not-leader", code: 5 }, "away"],
  [{ type: "unavailable", code: 14 }, "away"],
  [{ type: "timeout", code: undefined }, "away"],
  [{ type: "access-denied", code: 16 }, "denied"],
  [{ type: "wrong-expected-version", code: undefined }, "fault"],
  [{ type: "maximum-append-size-exceeded", code: 8 }, "fault"],
  [{ type: "unknown", code: undefined }, "fault"],
  [{ code: "ECONNRESET" }, "away"],
  [{ code: "ERR_HTTP2_INVALID_SESSION" }, "away"],
  [{ code: "ERR_INVALID_ARG_TYPE" }, "fault"],
  [{}, "fault"],
] as const)("%o means %s", (fields, meaning) => {
  expect(meaningOf(withFields(fields))).toBe(meaning);
});

test("only the store's own error says elsewhere that the log is away", () => {
  expect(isEventStoreDbUnavailable(new EventStoreDbAway("away"))).toBe(true);
  for (const other of [withFields({ code: 14 }), "text", null, undefined, 14]) {
    expect(isEventStoreDbUnavailable(other)).toBe(false);
    expect(isEventStoreDbDenied(other)).toBe(false);
  }
  expect(meaningOf(new Error("Failed to discover after 10 attempts."))).toBe("away");
});
