import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createBudgets } from "#domain/core/budget.ts";
import { createMetrics } from "./metrics.ts";
import { IN_ALL_PROCESSES } from "./read-metric.ts";

/** The rules and the dashboard of deploy/ speak of metrics that exist, and take what every process shows only once. */
const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
/** Debian's, installed or taken out of its package by `npm test`. */
const PROMTOOL = ["/usr/bin/promtool", path.join(ROOT, ".cache/promtool")].find((file) => existsSync(file));
const rules = read("deploy/alerts.yml");
const expressions = [
  ...[...rules.matchAll(/expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/g)].map(([, folded, line]) => folded ?? line!),
  ...(JSON.parse(read("deploy/dashboard.json")) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  ),
];
/** Of Prometheus itself. */
const OTHERS: ReadonlySet<string> = new Set(["up"]);
const known = new Map<string, string>();

beforeAll(async () => {
  const nothing = async () => null;
  const { text } = await createMetrics({
    ...{ version: "1", role: "all", budgets: createBudgets(), turnsWaited: () => 0, damageSeen: () => 0 },
    cleanedUp: { removed: () => new Map(), unfinished: () => new Map() },
    ...{ engines: () => new Map(), pageCache: () => ({ pages: 0, bytes: 0, hits: 0, misses: 0 }) },
    disk: async () => ({ free: 0, size: 0 }),
    ...{ lags: nothing, runTotals: nothing, jobs: nothing, mails: nothing, webhooks: nothing, forked: nothing },
    ...{ lastBackup: nothing, logSizes: nothing, scheduleRound: nothing, followerLag: nothing, clockOffset: () => 0 },
  }).read();
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]));
  for (const [, name, help] of text.matchAll(/^# HELP (\w+) (.*)$/gm)) {
    known.set(name!, help!);
    if (types.get(name!) === "histogram")
      for (const suffix of ["bucket", "count", "sum"]) known.set(`${name}_${suffix}`, help!);
  }
});

const METRIC = /\b(?:tributary|http|process|nodejs|up)\w*\b(?=[{[\s)]|$)/g;
const withoutStrings = (expression: string) => expression.replace(/"[^"]*"/g, '""');

test("every metric that they name exists", () => {
  expect(expressions.length).toBeGreaterThan(40);
  const named = new Set(expressions.flatMap((each) => withoutStrings(each).match(METRIC) ?? []));
  expect([...named].filter((name) => !known.has(name) && !OTHERS.has(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(20);
});

test("what is the same in every process is never summed up", () => {
  const shared = [...known].filter(([, help]) => help.includes(IN_ALL_PROCESSES)).map(([name]) => name);
  expect(shared.length).toBeGreaterThan(8);
  for (const expression of expressions)
    for (const name of shared.filter((each) => new RegExp(`\\b${each}\\b`).test(expression))) {
      expect(expression).toMatch(/\b(?:max|absent)\b/);
      expect(expression, name).not.toMatch(/\b(?:sum|avg|count)\b/);
    }
});

test("each alert has a paragraph for the night, and each paragraph an alert", () => {
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const told = [...read("docs/operations.md").matchAll(/^### (Tributary\w+)$/gm)].map(([, name]) => name);
  expect(told).toEqual(alerts);
});

test.skipIf(PROMTOOL === undefined)("promtool accepts the rules", () => {
  const { status, stderr } = spawnSync(PROMTOOL!, ["check", "rules", path.join(ROOT, "deploy/alerts.yml")], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});
