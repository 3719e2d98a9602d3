import { describe, expect, test } from "vitest";
import type { Json } from "../json/json.ts";
import type { Matcher } from "../definition/schema.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { reviewDefinition } from "../validation/review-definition.ts";
import { ok, pullFrom } from "#testing/pull.ts";
import { matches, type Subject } from "./matcher.ts";

const SETTINGS = new Map<string, Json>([
  ["kind", "a"],
  ["size", "10"],
  ["kinds", ["a", "b"]],
  ["unset", null],
]);
const judge = (matcher: Matcher, json: Json | undefined, more: Partial<Subject> = {}) =>
  matches(matcher, { json, ...more }, SETTINGS);

describe("a matcher", () => {
  test.each<[Matcher, Json | undefined, boolean | null]>([
    [{ path: "ok", equals: false }, { ok: false }, true],
    [{ path: "ok", equals: false }, {}, false],
    [{ path: "s", in: ["a", "b"] }, { s: "b" }, true],
    [{ path: "e" }, { e: null }, false],
    [{ path: "e" }, { e: 0 }, true],
    [{ path: "e", exists: false }, { e: null }, true],
    [{ path: "e", exists: false }, undefined, true],
    [{ path: "e", exists: true, equals: 2 }, { e: 2 }, true],
    [{ path: "e", equals: null }, { e: null }, true],
    [{ path: "s", eq: "a" }, { s: "a" }, true],
    [{ path: "s", not: "a" }, { s: "b" }, true],
    [{ path: "s", not: ["a", "b"] }, { s: "b" }, false],
    [{ path: "s", not: "a" }, {}, true],
    [{ path: "s", not: "a", exists: true }, {}, false],
    [{ path: "s", contains: "quota" }, { s: "over quota now" }, true],
    [{ path: "s", contains: ["x", "y"] }, { s: ["y"] }, true],
    [{ path: "s", contains: "x" }, { s: { x: 1 } }, false],
    [{ path: "n", gt: 9 }, { n: 10 }, true],
    [{ path: "n", gt: 9 }, { n: "10" }, true],
    [{ path: "n", gt: 9 }, {}, false],
    [{ path: "n", gt: 9, lt: 11 }, { n: 11 }, false],
    [{ path: "at", lt: "2025-02-01" }, { at: "2025-01-31T23:00:00Z" }, true],
    [
      {
        any: [
          { path: "a", equals: 1 },
          { path: "b", equals: 1 },
        ],
      },
      { b: 1 },
      true,
    ],
    [
      {
        any: [
          { path: "a", equals: 1 },
          { path: "b", equals: 1 },
        ],
      },
      { b: 2 },
      false,
    ],
    [{ all: [{ path: "a" }, { any: [{ path: "b" }, { path: "c" }] }] }, { a: 1, c: 1 }, true],
    [{ path: "a", all: [{ path: "b" }] }, { b: 1 }, true],
  ])("%j of %j is %j", (matcher, json, expected) => {
    expect(judge(matcher, json)).toBe(expected);
  });

  test("compares with settings, whatever their type, and leaves out those that are unset", () => {
    expect(judge({ path: "s", equals: "{kind}" }, { s: "a" })).toBe(true);
    expect(judge({ path: "n", equals: "{size}" }, { n: 10 })).toBe(true);
    expect(judge({ path: "n", equals: "10" }, { n: 10 })).toBe(false);
    expect(judge({ path: "s", equals: "{kinds}" }, { s: "b" })).toBe(true);
    expect(judge({ path: "s", not: "{kinds}" }, { s: "b" })).toBe(false);
    expect(judge({ path: "s", equals: "x-{kind}" }, { s: "x-a" })).toBe(true);
    expect(judge({ path: "s", equals: "{other}" }, { s: "{other}" })).toBe(true);
    expect(judge({ path: "s", equals: "{unset}" }, { s: "a" })).toBeNull();
    expect(
      judge(
        {
          any: [
            { path: "s", equals: "{unset}" },
            { path: "s", equals: "b" },
          ],
        },
        { s: "a" },
      ),
    ).toBe(false);
    expect(judge({ path: "s", gt: "{unset}", lt: "b" }, { s: "a" })).toBe(true);
  });

  test("looks at the status, headers and text of an answer", () => {
    const answer: Partial<Subject> = { status: 403, headers: [["X-More", "no"]], text: "Rate limit exceeded" };
    expect(judge({ status: [401, "4xx"] }, {}, answer)).toBe(true);
    expect(judge({ status: 404 }, {}, answer)).toBe(false);
    expect(judge({ header: "x-more", equals: "no" }, {}, answer)).toBe(true);
    expect(judge({ header: "x-more", not: "no" }, {}, answer)).toBe(false);
    expect(judge({ header: "x-other", exists: false }, {}, answer)).toBe(true);
    expect(judge({ contains: "limit" }, {}, answer)).toBe(true);
  });
});

describe("in a definition", () => {
  const faultsOf = (operation: object, check = parseDefinition) => {
    const parsed = check({ protocol: "rest", operations: [{ url: "https://api.test/a", ...operation }] });
    return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path}: ${message}`);
  };

  test.each([
    [{ filter: { path: "a", header: "x" } }, /neither header nor status/],
    [{ filter: { all: [{ status: 404 }] } }, /neither header nor status/],
    [{ pagination: { strategy: "page", stop_on_short_page: true } }, /limit is needed/],
    [
      { filter: Array.from({ length: 30 }, () => ({ all: Array.from({ length: 20 }, () => ({ path: "a" })) })) },
      /at most 500 conditions/,
    ],
    [
      { params_fields: [{ key: "pin", private: true }], filter: { any: [{ path: "a", equals: "{pin}" }] } },
      /must not be compared with the private field "pin"/,
    ],
    [
      {
        params_fields: [{ key: "pin", private: true }],
        pagination: { strategy: "page", stop: { path: "a", gt: "{pin}" } },
      },
      /must not be compared with the private field "pin"/,
    ],
  ])("%j is refused", (operation, message) => {
    expect(faultsOf(operation).join()).toMatch(message);
  });

  test("a comparison with a name that no field declares is a fault of a new definition", () => {
    expect(faultsOf({ filter: { path: "a", equals: "{kind}" } })).toEqual([]);
    expect(faultsOf({ filter: { path: "a", equals: "{kind}" } }, reviewDefinition).join()).toMatch(/declares \{kind\}/);
  });

  test("filters rows by settings, and takes all where none is given", async () => {
    const definition = {
      operations: [
        {
          url: "https://api.test/a",
          params_fields: [{ key: "kind" }, { key: "least", type: "number" }],
          filter: [
            { path: "kind", equals: "{kind}" },
            { path: "n", gt: "{least}" },
          ],
        },
      ],
    };
    const api = () =>
      ok([
        { kind: "a", n: 1 },
        { kind: "a", n: 3 },
        { kind: "b", n: 3 },
      ]);
    expect((await pullFrom(definition, api, { settings: { kind: "a", least: 2 } })).rows).toEqual([
      { kind: "a", n: "3" },
    ]);
    expect((await pullFrom(definition, api)).rows).toHaveLength(3);
  });

  test("a rule ignores an answer by what its text says", async () => {
    const definition = {
      operations: [
        { url: "https://api.test/a", response_actions: [{ status: 403, contains: "not enabled", action: "ignore" }] },
      ],
    };
    const answer = (message: string) => () => ({ status: 403, json: { message } });
    const { result } = await pullFrom(definition, answer("This is not enabled for you"));
    expect(result).toMatchObject({ status: "success", operations: [{ rows: 0, stopReason: "ignored" }] });
    expect((await pullFrom(definition, answer("Go away"))).result.status).toBe("failed");
  });
});

describe("a place without a comparison", () => {
  test.each<[Matcher, Partial<Subject>, boolean]>([
    [{ status: 400, path: "not_found" }, { json: { error: "bad key" } }, false],
    [{ status: 400, path: "not_found" }, { json: { not_found: 1 } }, true],
    [{ status: 400, header: "x-gone" }, { headers: [] }, false],
    [{ status: 400, header: "x-gone" }, { headers: [["X-Gone", "1"]] }, true],
    [{ status: 400 }, {}, true],
  ])("%j needs something there, whatever else is judged", (matcher, subject, outcome) => {
    expect(matches(matcher, { json: {}, status: 400, ...subject }, SETTINGS)).toBe(outcome);
  });
});

describe("lists of settings", () => {
  const list = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
  const conditions = (count: number, names: string[]) => ({
    params_fields: names.map((key) => ({ key, multiple: true })),
    operations: [
      {
        url: "https://api.test/a",
        filter: Array.from({ length: count }, () => ({ path: "s", in: names.map((name) => `{${name}}`) })),
      },
    ],
  });

  test("are rendered once a round, and a name that is written again adds nothing", () => {
    let reads = 0;
    const values = new Map<string, Json>([["k", list]]);
    const counted = Object.assign(values, {
      get: (name: string) => ((reads += 1), Map.prototype.get.call(values, name)),
    });
    const matcher: Matcher = { path: "s", in: Array.from({ length: 1_000 }, () => "{k}") };
    for (let row = 0; row < 100; row += 1) expect(matches(matcher, { json: { s: "v999" } }, counted)).toBe(true);
    expect(reads).toBe(1);
  });

  test("that are too many to compare each row with end the round", async () => {
    const pull = (count: number, names: string[]) =>
      pullFrom(conditions(count, names), () => ok([{ s: "v1" }]), {
        settings: Object.fromEntries(names.map((name) => [name, list])),
      });
    expect((await pull(20, ["k"])).rows).toEqual([{ s: "v1" }]);
    const { result } = await pull(11, ["k", "l"]);
    expect(JSON.stringify(result)).toContain("more than 20,000 values");
  });
});

test.each([
  { filter: { contains: "x" } },
  { filter: { any: [{ contains: "x" }, { path: "a" }] } },
  { pagination: { strategy: "page", page_param: "p", stop: { contains: "x" } } },
])("contains without a path is refused where there is no text: %j", (more) => {
  const parsed = parseDefinition({ protocol: "rest", operations: [{ url: "https://api.test/a", ...more }] });
  expect(JSON.stringify(parsed)).toContain("contains needs a path here");
});
