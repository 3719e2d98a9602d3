import { describe, expect, test } from "vitest";
import type { PullInput } from "../engine/engine-ports.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { ok, pullFrom } from "#testing/pull.ts";

// The pulls of these tests begin at 2025-06-15T15:06:40Z.
const FIELDS = ["start", "end", "lookback", "window", "days"].map((key) => ({ key }));
const events = (incremental: object, more: object = {}) => ({
  params_fields: FIELDS,
  operations: [
    {
      id: "events",
      url: "https://api.test/events",
      incremental: { cursor_field: "at", start_param: "from", end_param: "to", ...incremental },
      ...more,
    },
  ],
});
const asked = async (incremental: object, settings: Record<string, string | number> = {}, cursor?: string) => {
  const more: Partial<PullInput> = {
    settings,
    ...(cursor === undefined ? {} : { cursors: new Map([["events", cursor]]) }),
  };
  const { urls, result } = await pullFrom(events(incremental), () => ok([]), more);
  return result.error ?? urls.map((url) => decodeURIComponent(new URL(url).search));
};
const faultsOf = (definition: object) => {
  const parsed = parseDefinition({ protocol: "rest", ...definition });
  return parsed.ok ? "" : parsed.faults.map(({ path, message }) => `${path}: ${message}`).join("\n");
};

describe("a bound before now", () => {
  test.each<[object, Record<string, string>, string]>([
    [{ initial_value: "P30D" }, {}, "?from=2025-05-16T15:06:40Z&to=2025-06-15T15:06:40Z"],
    [{ initial_value: "P1M", format: "%Y-%m-%d" }, {}, "?from=2025-05-15&to=2025-06-15"],
    [{ initial_value: "{start}", format: "epoch" }, { start: "PT1H" }, "?from=1749996400&to=1750000000"],
    [{ initial_value: "{start}" }, { start: "2025-06-01" }, "?from=2025-06-01&to=2025-06-15"],
    [{ initial_value: "P2D", end_value: "P1D" }, {}, "?from=2025-06-13T15:06:40Z&to=2025-06-14T15:06:40Z"],
    [{ initial_value: "2025-06-01", end_value: "{end}" }, { end: "2025-06-03" }, "?from=2025-06-01&to=2025-06-03"],
    [{ initial_value: "2025-06-01", end_value: "{end}" }, {}, "?from=2025-06-01&to=2025-06-15"],
    [{ initial_value: "2025-06-01", end_value: "2030-01-01" }, {}, "?from=2025-06-01&to=2025-06-15"],
    [{ initial_value: "2025-06-01", end_value: "2025-05-01" }, {}, "?from=2025-06-01&to=2025-06-01"],
  ])("%j with %j asks for %s", async (incremental, settings, search) => {
    expect(await asked(incremental, settings)).toEqual([search]);
  });

  test("is no start where a run continues, and an end all the same", async () => {
    expect(await asked({ initial_value: "P30D", end_value: "P1D" }, {}, "2025-06-10T00:00:00Z")).toEqual([
      "?from=2025-06-10T00:00:00Z&to=2025-06-14T15:06:40Z",
    ]);
  });

  test("of a setting that is no time fails the run without its value", async () => {
    const error = await asked({ initial_value: "2025-06-01", end_value: "{end}" }, { end: "CANARY" });
    expect(error).toBe("Incremental reading cannot end at end_value: it is no time.");
  });
});

describe("a length from a setting", () => {
  test.each<[object, Record<string, string | number>, number, string]>([
    [{ lookback: "{lookback}" }, { lookback: "P2D" }, 1, "?from=2025-06-12T00:00:00Z"],
    [{ lookback: "P{days}D" }, { days: 3 }, 1, "?from=2025-06-11T00:00:00Z"],
    [{ lookback: "P{days}D" }, { days: 0 }, 1, "?from=2025-06-14T00:00:00Z"],
    [{ lookback: "{lookback}" }, {}, 1, "?from=2025-06-14T00:00:00Z"],
    [{ window: "{window}" }, { window: "PT12H" }, 4, "?from=2025-06-14T00:00:00Z"],
    [{ window: "P{days}D" }, { days: 1 }, 2, "?from=2025-06-14T00:00:00Z"],
  ])("%j with %j", async (incremental, settings, requests, start) => {
    const found = await asked(incremental, settings, "2025-06-14T00:00:00Z");
    expect(found).toHaveLength(requests);
    expect(found[0]).toContain(start);
  });

  test.each(["a week", "P0.5D", "-P1D", "P{x}D"])("that is none fails the run: %s", async (lookback) => {
    expect(await asked({ lookback: "{lookback}" }, { lookback }, "2025-06-14T00:00:00Z")).toBe(
      "The setting of lookback gives no duration such as P7D, P1M or PT6H.",
    );
  });
});

test.each([
  [{ end_value: "P1D", end_param: undefined }, /incremental\.end_value: An end needs to be in the request/],
  [{ end_value: "tomorrow" }, /incremental\.end_value: This must be a time, or a duration/],
  [{ initial_value: "30 days" }, /incremental\.initial_value: This must be a time/],
  [{ window: "P{days}" }, /incremental\.window: This must be an ISO 8601 duration/],
  [{ window: "{days} days" }, /incremental\.window: This must be an ISO 8601 duration/],
])("%j is refused", (incremental, message) => {
  expect(faultsOf(JSON.parse(JSON.stringify(events(incremental))) as object)).toMatch(message);
});

test.each(["initial_value", "end_value", "lookback", "window"])("a secret is no %s", (key) => {
  const definition = events(
    { initial_value: "P1D", [key]: "{pin}" },
    { params_fields: [{ key: "pin", private: true }] },
  );
  expect(faultsOf(definition)).toContain('private field "pin"');
});
