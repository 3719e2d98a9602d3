import { expect, test } from "vitest";
import {
  counted,
  formatAgo,
  formatAhead,
  formatBytes,
  formatDuration,
  formatInterval,
  formatMs,
  formatShare,
  formatShares,
  formatValue,
  plural,
} from "./format.ts";

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const D = 24 * H;
const NOW = "2026-03-02T12:00:00.000Z";
const from = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();
const ahead = (ms: number) => formatAhead(from(ms), NOW);
const ago = (ms: number) => formatAgo(from(-ms), NOW);

test("a measured value has no noise of floating point", () => {
  expect([2.113600000000001, 0.1 + 0.2, 9.5, 9007199254740991, 1e21].map(formatValue)).toEqual([
    "2.1136",
    "0.3",
    "9.5",
    "9007199254740991",
    "1e+21",
  ]);
});

test("a number agrees with its noun and its verb", () => {
  expect([0, 1, 2, 33_231].map((n) => counted(n, "row"))).toEqual(["0 rows", "1 row", "2 rows", "33,231 rows"]);
  expect([0, 1, 2].map((n) => counted(n, "person", "people"))).toEqual(["0 people", "1 person", "2 people"]);
  expect([0, 1, 2].map((n) => `${counted(n, "user")} ${plural(n, "has", "have")} access`)).toEqual([
    "0 users have access",
    "1 user has access",
    "2 users have access",
  ]);
});

test("what is ahead is said in the nearest whole unit", () => {
  expect(ahead(5 * H - S)).toBe("in 5 h");
  expect([29 * S, 30 * S, MIN, 59 * MIN + 29 * S, 59 * MIN + 30 * S, H + 29 * MIN].map(ahead)).toEqual([
    "in less than a minute",
    "in 1 min",
    "in 1 min",
    "in 59 min",
    "in 1 h",
    "in 1 h",
  ]);
  expect([23 * H + 29 * MIN, 23 * H + 30 * MIN, D + 11 * H, D + 12 * H, 2 * D].map(ahead)).toEqual([
    "in 23 h",
    "in 1 d",
    "in 1 d",
    "in 2 d",
    "in 2 d",
  ]);
  expect([6 * D + 11 * H, 6 * D + 13 * H, 7 * D, 30 * D].map(ahead)).toEqual([
    "in 6 d",
    "on 9 March 2026",
    "on 9 March 2026",
    "on 1 April 2026",
  ]);
  expect([0, -S, -D].map(ahead)).toEqual(["now", "now", "now"]);
});

test("what is past is said in the nearest whole unit", () => {
  expect([-MIN, 0, 29 * S, 30 * S, MIN, 5 * H - S].map(ago)).toEqual([
    "just now",
    "just now",
    "just now",
    "1 min ago",
    "1 min ago",
    "5 h ago",
  ]);
  expect([59 * MIN + 59 * S, 23 * H + 59 * MIN, 6 * D + 11 * H, 6 * D + 13 * H].map(ago)).toEqual([
    "1 h ago",
    "1 d ago",
    "6 d ago",
    "23 February 2026",
  ]);
});

test("a duration carries over to the next unit", () => {
  expect([0, 1_840, 59_940, 59_960, 119_400, 119_600, 252_000, H - S, H, H + 75 * S].map(formatMs)).toEqual([
    "0.0 s",
    "1.8 s",
    "59.9 s",
    "1 min 0 s",
    "1 min 59 s",
    "2 min 0 s",
    "4 min 12 s",
    "59 min 59 s",
    "1 h 0 min",
    "1 h 1 min",
  ]);
  expect([formatDuration(NOW, from(252_000)), formatDuration(NOW, from(-S))]).toEqual(["4 min 12 s", "0.0 s"]);
});

test("an interval is said in the largest unit that is whole", () => {
  expect([0, 1, 2, 59, 60, 61, 90, 120, 1_440, 2_880, 525_600].map(formatInterval)).toEqual([
    "Manual only",
    "Every minute",
    "Every 2 minutes",
    "Every 59 minutes",
    "Every hour",
    "Every 61 minutes",
    "Every 90 minutes",
    "Every 2 hours",
    "Every day",
    "Every 2 days",
    "Every 365 days",
  ]);
});

test("bytes never reach a thousand of their unit", () => {
  expect([0, 1, 999, 1_000, 999_949, 999_950, 18_400_000, 999_999_999, 25_000_000_000].map(formatBytes)).toEqual([
    "0 B",
    "1 B",
    "999 B",
    "1.0 kB",
    "999.9 kB",
    "1.0 MB",
    "18.4 MB",
    "1.0 GB",
    "25.0 GB",
  ]);
});

test("a share never says none or all of what is neither", () => {
  expect([0, 0.0004, 0.001, 0.0994, 0.0996, 0.335, 0.994, 0.996, 0.9999, 1].map(formatShare)).toEqual([
    "0 %",
    "under 0.1 %",
    "0.1 %",
    "9.9 %",
    "10 %",
    "34 %",
    "99 %",
    "over 99 %",
    "over 99 %",
    "100 %",
  ]);
});

test("shares of one whole add up, with a decimal if whole numbers do not", () => {
  expect(formatShares([0.515, 0.485])).toEqual(["51.5 %", "48.5 %"]);
  expect(formatShares([0.5, 0.3, 0.2])).toEqual(["50 %", "30 %", "20 %"]);
  expect(formatShares([1 / 3, 1 / 3, 1 / 3])).toEqual(["33.4 %", "33.3 %", "33.3 %"]);
  expect(formatShares([0.996, 0.004])).toEqual(["99.6 %", "0.4 %"]);
  expect(formatShares([0.515, 0.4])).toEqual(["52 %", "40 %"]);
});
