import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { PullInput } from "../engine/engine-ports.ts";
import { compareCursors, readMoment, writeMoment } from "../json/moments.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { cursorLabel } from "./incremental.ts";
import { patternFault } from "../json/strftime.ts";
import { answering, ok, pullFrom } from "#testing/pull.ts";

// The pulls of these tests begin at 2025-06-15T15:06:40Z.
const events = (incremental: object, more: object = {}) => ({
  operations: [
    { id: "events", url: "https://api.test/events", incremental: { cursor_field: "at", ...incremental }, ...more },
  ],
});
const since = (cursor: string): Partial<PullInput> => ({ cursors: new Map([["events", cursor]]) });
/** The windows requested, as they appear in the query. */
const asked = async (definition: object, more: Partial<PullInput> = {}) => {
  const { urls, result } = await pullFrom(definition, () => ok([]), more);
  expect(result.status).toBe("success");
  return urls.map((url) => decodeURIComponent(new URL(url).search));
};

describe("where an incremental pull starts and ends", () => {
  test("windows step from the start to now, the last one is shorter", async () => {
    const monthly = { start_param: "from", end_param: "to", window: "P1M" };
    expect(await asked(events({ ...monthly, initial_value: "2025-03-31T00:00:00Z" }))).toEqual([
      "?from=2025-03-31T00:00:00Z&to=2025-04-30T00:00:00Z",
      "?from=2025-04-30T00:00:00Z&to=2025-05-31T00:00:00Z",
      "?from=2025-05-31T00:00:00Z&to=2025-06-15T15:06:40Z",
    ]);
    expect(await asked(events({ ...monthly, window: "P7D", initial_value: "2025-06-01" }))).toEqual([
      "?from=2025-06-01&to=2025-06-08",
      "?from=2025-06-08&to=2025-06-15",
    ]);
    expect(await asked(events({ ...monthly, window: "P7D", format: "%d.%m.%Y", initial_value: "01.06.2025" }))).toEqual(
      ["?from=01.06.2025&to=08.06.2025", "?from=08.06.2025&to=15.06.2025"],
    );
    expect(await asked(events({ ...monthly, window: "PT12H", format: "epoch" }), since("1749950000"))).toEqual([
      "?from=1749950000&to=1749993200",
      "?from=1749993200&to=1750000000",
    ]);
    expect(await asked(events({ ...monthly, format: "%d.%m.%Y", initial_value: "01.05.2025" }))).toEqual([
      "?from=01.05.2025&to=01.06.2025",
      "?from=01.06.2025&to=15.06.2025",
    ]);
  });

  test("windows shorter than what the format tells apart lose no day", async () => {
    const days = { start_param: "from", end_param: "to", window: "PT12H", format: "%Y-%m-%d" };
    const windows = await asked(events({ ...days, initial_value: "2025-06-01" }));
    expect(windows).toHaveLength(14);
    expect([windows[0], windows.at(-1)]).toEqual(["?from=2025-06-01&to=2025-06-02", "?from=2025-06-14&to=2025-06-15"]);
    expect(await asked(events({ ...days, initial_value: "2025-06-15" }))).toEqual(["?from=2025-06-15&to=2025-06-15"]);
  });

  test("lookback goes back from the last success as far as it says, where the first start moves with the clock", async () => {
    const moving = events({ start_param: "from", lookback: "P3D", initial_value: "P7D" });
    expect(await asked(moving, since("2025-06-01T00:00:00Z"))).toEqual(["?from=2025-05-29T00:00:00Z"]);
    const chosen = events(
      { start_param: "from", lookback: "P3D", initial_value: "{back}" },
      { params_fields: [{ key: "back" }] },
    );
    expect(await asked(chosen, { ...since("2025-06-01T00:00:00Z"), settings: { back: "P7D" } })).toEqual([
      "?from=2025-05-29T00:00:00Z",
    ]);
  });

  test("a column that is added in place of the cursor is not taken for it, and the cursor of appended rows stays", () => {
    const parse = (columns: object, more: object = {}) =>
      parseDefinition({ protocol: "rest", ...events({ start_param: "from" }, { columns, ...more }) });
    const label = (columns: object) => {
      const parsed = parse(columns);
      return parsed.ok ? cursorLabel(parsed.definition.operations[0]!) : JSON.stringify(parsed.faults);
    };
    expect(label({ add: [{ name: "other", value: "x" }] })).toBe("at");
    expect(label({ add: [{ name: "at", value: "x" }] })).toBeNull();
    for (const write_disposition of ["append", undefined])
      expect(JSON.stringify(parse({ drop: ["at"] }, { write_disposition }))).toContain("must not be dropped");
    expect(parse({ drop: ["at"] }, { primary_key: ["id"] }).ok).toBe(true);
    expect(parse({ drop: ["at"] }, { write_disposition: "replace" }).ok).toBe(true);
    expect(JSON.stringify(parse({ drop: ["id"] }, { primary_key: ["id"] }))).toContain('primary key \\"id\\"');
  });

  test("a last success comes before initial_value, lookback goes back from it, not beyond initial_value", async () => {
    const lately = events({ start_param: "from", lookback: "P1D", initial_value: "2025-06-01T00:00:00Z" });
    expect(await asked(lately)).toEqual(["?from=2025-06-01T00:00:00Z"]);
    expect(await asked(lately, since("2025-06-10T12:00:00Z"))).toEqual(["?from=2025-06-09T12:00:00Z"]);
    expect(await asked(lately, since("2025-06-01T06:00:00Z"))).toEqual(["?from=2025-06-01T00:00:00Z"]);
    expect(await asked(events({ start_param: "from", lookback: "PT1H" }), since("2025-06-10 12:00:00.5"))).toEqual([
      "?from=2025-06-10 11:00:00.500",
    ]);
  });

  test("a setting may give the start; format says how it is sent, and without it it is sent as it came", async () => {
    const chosen = events({ start_param: "from", format: "epoch_ms", initial_value: "{start_date}" });
    expect(await asked(chosen, { settings: { start_date: "2025-06-01" } })).toEqual(["?from=1748736000000"]);
    expect(await asked(events({ start_param: "from" }), since("2025-06-10T14:00:00.123456789+02:00"))).toEqual([
      "?from=2025-06-10T14:00:00.123456789+02:00",
    ]);
    expect(await asked(events({ start_param: "from", format: "iso" }), since("1749556800"))).toEqual([
      "?from=2025-06-10T12:00:00Z",
    ]);
    expect(await asked(events({ start_param: "from", end_param: "to" }))).toEqual(["?to=2025-06-15T15:06:40Z"]);
    expect(
      (await pullFrom(events({ start_param: "from", format: "epoch" }), () => ok([]), since("soon"))).result.error,
    ).toBe('Incremental reading cannot start at "soon": it is no time.');
  });

  test("a replace, fixed or by the override box, reads from the beginning; a merge does not", async () => {
    const plain = { start_param: "from" };
    expect(await asked(events(plain), { ...since("2025-06-10"), override: true })).toEqual([""]);
    expect(await asked(events(plain, { write_disposition: "replace" }), since("2025-06-10"))).toEqual([""]);
    expect(
      await asked(events(plain, { write_disposition: "merge", primary_key: "id" }), {
        ...since("2025-06-10"),
        override: true,
      }),
    ).toEqual(["?from=2025-06-10"]);
  });

  test("{incremental.start} and {incremental.end} are filled in in URLs, headers and bodies", async () => {
    const definition = {
      operations: [
        {
          id: "events",
          method: "POST",
          url: "https://api.test/{incremental.start}/events",
          headers: { "X-Until": "{incremental.end}" },
          body_template: { from: "{incremental.start}", text: "since {incremental.start}" },
          incremental: { cursor_field: "at", format: "epoch", initial_value: 1_749_990_000, window: "PT2H" },
        },
      ],
    };
    const { requests, urls } = await pullFrom(definition, () => ok([]));
    expect(urls).toEqual(["https://api.test/1749990000/events", "https://api.test/1749997200/events"]);
    expect(requests.map((request) => request.body)).toEqual([
      '{"from":1749990000,"text":"since 1749990000"}',
      '{"from":1749997200,"text":"since 1749997200"}',
    ]);
    expect(new Map(requests[1]?.headers).get("X-Until")).toBe("1750000000");
  });
});

describe("what an incremental pull brings", () => {
  test("pages each window to its end, drops a row that the window before has brought, keeps the highest cursor", async () => {
    const definition = events(
      { start_param: "from", end_param: "to", window: "P7D", initial_value: "2025-06-01" },
      { pagination: "page" },
    );
    const { rows, result } = await pullFrom(
      definition,
      answering({
        "GET /events?page=1&from=2025-06-01&to=2025-06-08": ok([
          { id: 1, at: "2025-06-02T00:00:00Z" },
          { id: 2, at: "2025-06-08T09:00:00Z" },
        ]),
        "GET /events?page=2&from=2025-06-01&to=2025-06-08": ok([{ id: 3, at: "2025-06-08T10:00:00Z" }]),
        "GET /events?page=3&from=2025-06-01&to=2025-06-08": ok([]),
        "GET /events?page=1&from=2025-06-08&to=2025-06-15": ok([
          { id: 2, at: "2025-06-08T09:00:00Z" },
          { id: 3, at: "2025-06-08T10:00:00Z" },
          { id: 4, at: "2025-06-09T00:00:00Z" },
        ]),
        "GET /events?page=2&from=2025-06-08&to=2025-06-15": ok([]),
      }),
    );
    expect(rows.map((row) => row["id"])).toEqual(["1", "2", "3", "4"]);
    expect(result).toMatchObject({ status: "success", operations: [{ pages: 5, cursor: "2025-06-09T00:00:00Z" }] });
  });

  test("never moves the cursor back, and keeps it when nothing new came", async () => {
    const definition = events({ start_param: "from", lookback: "P1D" });
    const older = await pullFrom(definition, () => ok([{ at: "2025-06-09T23:00:00Z" }]), since("2025-06-10T00:00:00Z"));
    expect(older.result.operations[0]?.cursor).toBe("2025-06-10T00:00:00Z");
    expect((await pullFrom(definition, () => ok([]), since("2025-06-10T00:00:00Z"))).result.operations[0]?.cursor).toBe(
      "2025-06-10T00:00:00Z",
    );
  });

  test("the highest cursor is the latest by its own pattern", async () => {
    const days = () => ok([{ at: "15/02/2025" }, { at: "03/03/2025" }, { at: "28/01/2025" }]);
    const told = events({ start_param: "from", format: "%d/%m/%Y" });
    expect((await pullFrom(told, days)).result.operations[0]?.cursor).toBe("03/03/2025");
    expect(
      (await pullFrom(told, () => ok([{ at: "04/02/2025" }]), since("03/03/2025"))).result.operations[0]?.cursor,
    ).toBe("03/03/2025");
    expect(
      (await pullFrom(events({ format: "%d/%m/%Y" }), days, since("10/02/2025"))).rows.map((row) => row["at"]),
    ).toEqual(["15/02/2025", "03/03/2025"]);
    const windowed = events({ start_param: "from", end_param: "to", window: "P7D", format: "%d/%m/%Y" });
    expect((await pullFrom(windowed, () => ok([{ at: "08/06/2025" }]), since("01/06/2025"))).rows).toHaveLength(1);
  });

  test.each<[string | number | undefined, string | undefined, unknown]>([
    [0, undefined, 0],
    [0, "1717000003", 1717000003],
    [undefined, "1793650000000000003", 1793650000000000003n],
    ["0", "1717000003", "1717000003"],
    [undefined, "0017", "0017"],
    ["{from}", undefined, 7],
  ])("a start keeps its type in a body: %j, %j", async (initial_value, cursor, start) => {
    const definition = events(
      { ...(initial_value === undefined ? {} : { initial_value }) },
      {
        method: "POST",
        body_template: { since: "{incremental.start}" },
        params_fields: [{ key: "from", type: "number", default: 7 }],
      },
    );
    const { requests } = await pullFrom(definition, () => ok([]), cursor === undefined ? {} : since(cursor));
    expect(requests[0]?.body).toBe(`{"since":${typeof start === "string" ? JSON.stringify(start) : start}}`);
  });

  test("keeps no cursor later than its own beginning: what is already read may have changed meanwhile", async () => {
    const later = ok([{ at: "2025-06-15T15:06:45Z" }]);
    const cursor = async (places: string[]) =>
      (
        await pullFrom(events({ start_param: "from" }, { url: "https://api.test/{place}" }), () => later, {
          settings: { place: places },
        })
      ).result.operations[0]?.cursor;
    expect(await cursor(["a", "b"])).toBe("2025-06-15T15:06:40Z");
    expect(await cursor(["a"])).toBe("2025-06-15T15:06:40Z");
    const ids = await pullFrom(
      events({ start_param: "from" }, { url: "https://api.test/{place}" }),
      () => ok([{ at: 99999999999999 }]),
      { settings: { place: ["a", "b"] } },
    );
    expect(ids.result.operations[0]?.cursor).toBe("99999999999999");
  });

  describe("with a row that is dated in the far future", () => {
    const rows = [{ at: "2025-05-01T00:00:00Z" }, { at: "2099-12-31T00:00:00Z" }, { at: "2025-06-01T00:00:00Z" }];
    const pulled = async (values: readonly object[], incremental: object = {}, cursors = new Map<string, string>()) =>
      (await pullFrom(events({ start_param: "from", ...incremental }), () => ok(values), { cursors })).result;

    test("goes as far as the others, and says so with the greatest value", async () => {
      const { operations, warnings } = await pulled([...rows, { at: "2098-01-01T00:00:00Z" }]);
      expect(operations[0]?.cursor).toBe("2025-06-01T00:00:00Z");
      expect(warnings).toEqual([
        expect.stringMatching(/^"at" is as late as 2099-12-31T00:00:00Z, .* from 2025-06-01T/),
      ]);
      expect((await pulled(rows.slice(1, 2))).operations[0]?.cursor).toBeNull();
    });

    test("of an API of plans goes as far as that", async () => {
      expect(await pulled(rows, { future_cursor: "keep" })).toMatchObject({
        operations: [{ cursor: "2099-12-31T00:00:00Z" }],
        warnings: [],
      });
    });

    test("reads from the beginning again if an older version stored such a place", async () => {
      const cursors = new Map([["events", "2099-12-31T00:00:00Z"]]);
      const { requests, result } = await pullFrom(events({ start_param: "from" }), () => ok(rows.slice(0, 1)), {
        cursors,
      });
      expect(requests[0]?.url.search).toBe("");
      expect(result).toMatchObject({
        operations: [{ cursor: "2025-05-01T00:00:00Z" }],
        warnings: [expect.any(String)],
      });
    });

    test("knows ids from times, and times of other zones and of a clock that is ahead from the future", async () => {
      const reached = async (at: unknown, incremental: object = {}, headers = {}) => {
        const api = () => ok([{ at }], headers);
        const { result } = await pullFrom(events({ start_param: "from", ...incremental }), api);
        return [result.operations[0]?.cursor, result.warnings.length];
      };
      // The pull begins at 2025-06-15T15:06:40Z.
      expect(await reached(4_102_444_800)).toEqual(["4102444800", 0]);
      expect(await reached(4_102_444_800, { format: "epoch" })).toEqual([null, 1]);
      expect(await reached("2025-06-16 01:06:39")).toEqual(["2025-06-16 01:06:39", 0]);
      expect(await reached("2025-06-16")).toEqual(["2025-06-16", 0]);
      expect(await reached("2025-06-17")).toEqual([null, 1]);
      expect(await reached("2025-06-15T17:06:30+02:00")).toEqual(["2025-06-15T17:06:30+02:00", 0]);
      expect(await reached("2025-06-15T16:00:00Z")).toEqual([null, 1]);
      const ahead = { date: "Sun, 15 Jun 2025 16:00:01 GMT" };
      expect(await reached("2025-06-15T16:00:00Z", {}, ahead)).toEqual(["2025-06-15T16:00:00Z", 0]);
      expect(await reached("31/12/2099", { format: "%d/%m/%Y" })).toEqual([null, 1]);
    });
  });

  test("drops older rows here when the API is not told the start, whatever their spelling; the boundary stays", async () => {
    const api = () =>
      ok([
        { at: "2025-06-10T01:59:59+02:00" },
        { at: "2025-06-10T00:00:00Z" },
        { at: "2025-06-10T02:00:01+02:00" },
        { at: null },
      ]);
    const { rows } = await pullFrom(events({}), api, since("2025-06-10T00:00:00Z"));
    expect(rows.map((row) => row["at"])).toEqual(["2025-06-10T00:00:00Z", "2025-06-10T02:00:01+02:00", null]);
    const told = await pullFrom(events({ start_param: "from" }), api, since("2025-06-10T00:00:00Z"));
    expect(told.rows).toHaveLength(4);
  });

  test("a user's own body or method that leaves the start out lets the pull drop older rows here", async () => {
    const api = () => ok([{ at: "2025-06-09T00:00:00Z" }, { at: "2025-06-10T00:00:01Z" }]);
    const posted = events({}, { method: "POST", body_template: { since: "{incremental.start}" } });
    const brought = async (overrides: NonNullable<PullInput["overrides"]>) =>
      (await pullFrom(posted, api, { ...since("2025-06-10T00:00:00Z"), overrides })).rows.length;
    expect(await brought({})).toBe(2);
    expect(await brought({ body: '{"all":true}' })).toBe(1);
    expect(await brought({ method: "GET" })).toBe(1);
    const windowed = events(
      { window: "P1D", end_param: "to" },
      { method: "POST", body_template: { since: "{incremental.start}" } },
    );
    expect(
      (await pullFrom(windowed, api, { ...since("2025-06-10T00:00:00Z"), overrides: { body: "{}" } })).requests,
    ).toHaveLength(1);
    expect(await brought({ body: "{}", headers: [["X-Since", "{incremental.start}"]] })).toBe(2);
  });

  test.each<[string, object, object, Partial<PullInput>, string | null]>([
    ["a parameter", { start_param: "from" }, {}, since("2025-06-10"), "2025-06-10"],
    ["a parameter and a lookback", { start_param: "from", lookback: "P1D" }, {}, since("2025-06-10"), "2025-06-10"],
    [
      "the first of several windows",
      { start_param: "from", end_param: "to", window: "P7D" },
      {},
      since("2025-06-01"),
      "2025-06-01",
    ],
    ["a placeholder", {}, { url: "https://api.test/since/{incremental.start}" }, since("2025-06-10"), "2025-06-10"],
    ["no initial_value", { start_param: "from", initial_value: "2025-06-01" }, {}, {}, null],
    ["nothing, as older rows are dropped here", {}, {}, since("2025-06-10"), null],
    [
      "nothing, as a user's own body has no place for it",
      {},
      { method: "POST", body_template: { since: "{incremental.start}" } },
      { ...since("2025-06-10"), overrides: { body: "{}" } },
      null,
    ],
    ["nothing, as all is replaced", { start_param: "from" }, {}, { ...since("2025-06-10"), override: true }, null],
  ])("tells the stored cursor that it continued from: %s", async (_how, incremental, more, input, cursor) => {
    const { result } = await pullFrom(events(incremental, more), () => ok([]), input);
    expect(result.operations[0]?.from).toBe(cursor);
  });

  test("has no end of windows: refused with the figure", async () => {
    const { result, requests } = await pullFrom(
      events({ start_param: "a", end_param: "b", window: "PT1M", initial_value: "2020-01-01T00:00:00Z" }),
      () => ok([]),
    );
    expect(result).toMatchObject({
      status: "failed",
      error: "From initial_value until now there are more than 10000 windows of PT1M.",
    });
    expect(requests).toEqual([]);
  });
});

describe("what a definition may ask for", () => {
  const faults = (incremental: object) => {
    const parsed = parseDefinition({ protocol: "rest", ...events(incremental) });
    return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path}: ${message}`);
  };
  test.each([
    [{ window: "1 month" }, /incremental\.window: This must be an ISO 8601 duration/],
    [{ lookback: "P" }, /incremental\.lookback: This must be an ISO/],
    [
      { window: "P0D", start_param: "a", end_param: "b" },
      /incremental\.window: This duration must be longer than nothing/,
    ],
    [{ format: "YYYY-MM-DD" }, /incremental\.format: This must be iso, epoch, epoch_ms or a pattern/],
    [{ format: "%Y-%Q" }, /%Q is not known/],
    [{ window: "P7D", start_param: "from" }, /A window needs its start and its end in the request/],
    [{ format: "epoch", initial_value: "the beginning" }, /initial_value: This must be a time/],
  ])("%j is a fault with its place", (incremental, message) => {
    expect(faults(incremental).join("\n")).toMatch(message);
  });
});

describe("moments", () => {
  test.each([
    ["2024-02-29", undefined, "2024-02-29T00:00:00.000Z"],
    ["2024-05-04T09:00:00+0530", undefined, "2024-05-04T03:30:00.000Z"],
    ["2024-05-04T09:00:00-03", undefined, "2024-05-04T12:00:00.000Z"],
    ["2024-05-04t09:00:00z", undefined, "2024-05-04T09:00:00.000Z"],
    ["2024-05-04 09:00", undefined, "2024-05-04T09:00:00.000Z"],
    ["1714813200", undefined, "2024-05-04T09:00:00.000Z"],
    ["1714813200.5", undefined, "2024-05-04T09:00:00.500Z"],
    ["1714813200000", undefined, "2024-05-04T09:00:00.000Z"],
    ["20240504", "%Y%m%d", "2024-05-04T00:00:00.000Z"],
    ["04/May/24 09:05 PM -0130", "%d/%b/%y %I:%M %p %z", "2024-05-04T22:35:00.000Z"],
    ["2024-125", "%Y-%j", "2024-05-04T00:00:00.000Z"],
    ["2024-05-04T09:00:00.123456Z", "%FT%T.%f%z", "2024-05-04T09:00:00.123Z"],
    ["2024-02-30", undefined, null],
    ["abc", "%Y", null],
    ["a-1", undefined, null],
  ])("reads %s with %s", (text, format, expected) => {
    const moment = readMoment(text, format);
    expect(moment === null ? null : new Date(moment.ms).toISOString()).toBe(expected);
  });

  test("gives up at once on a text that a long pattern does not fit", () => {
    const reading = `import { readPattern } from ${JSON.stringify(new URL("../json/strftime.ts", import.meta.url).href)}; readPattern("1".repeat(75) + "x", "%m".repeat(50));`;
    // In a process of its own: an endless loop can only be stopped from outside.
    expect(spawnSync(process.execPath, ["--input-type=module", "-e", reading], { timeout: 10_000 }).status).toBe(0);
  }, 15_000);

  test("writes every pattern that it reads", () => {
    const ms = Date.UTC(2024, 4, 4, 9, 7, 3, 120);
    for (const pattern of [
      "%Y-%m-%dT%H:%M:%S.%f%z",
      "%F %T.%L",
      "%B %e, %Y %I:%M:%S.%f %p",
      "%s%%",
      "%d.%m.%y %T.%L",
      "%A %a %j %Y %T.%L %Z",
    ]) {
      expect(patternFault(pattern)).toBeNull();
      const text = String(writeMoment(ms, pattern, null));
      expect(Math.floor((readMoment(text, pattern)?.ms ?? 0) / 1_000), text).toBe(Math.floor(ms / 1_000));
    }
  });

  test("orders ids by size, times by their moment, the rest as text", () => {
    expect(["10", "9", "123456789012345678901", "123456789012345678900", "007"].toSorted(compareCursors)).toEqual([
      "007",
      "9",
      "10",
      "123456789012345678900",
      "123456789012345678901",
    ]);
    expect(["2024-05-04T10:00:00+02:00", "2024-05-04T09:00:00Z", "2024-05-04"].toSorted(compareCursors)).toEqual([
      "2024-05-04",
      "2024-05-04T10:00:00+02:00",
      "2024-05-04T09:00:00Z",
    ]);
    expect(["b", "a", "-1.5", "-2"].toSorted(compareCursors)).toEqual(["-2", "-1.5", "a", "b"]);
  });
});
