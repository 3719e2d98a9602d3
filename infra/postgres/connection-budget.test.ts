import { expect, test } from "vitest";
import { connectionBudget, leastConnections, ROLES } from "./connection-budget.ts";

test.each(ROLES)("the pools and single connections of %s add up to its budget, whatever it is", (role) => {
  for (const total of [undefined, leastConnections(role), leastConnections(role) + 1, 97, 1000]) {
    const budget = connectionBudget(role, total);
    expect(Object.values(budget.pools).reduce((sum, size) => sum + size, budget.sessions)).toBe(budget.total);
    expect(Math.min(...Object.values(budget.pools))).toBeGreaterThan(0);
  }
});

test("a process of each role fits a Postgres as it comes, with its 100 connections", () => {
  const sum = (["web", "follower", "runner"] as const).reduce(
    (connections, role) => connections + connectionBudget(role).total,
    0,
  );
  expect(sum).toBeLessThanOrEqual(97);
  expect(connectionBudget("all").total).toBeLessThanOrEqual(97);
});

test("streams, previews, pages, commands and work of one process have connections of their own", () => {
  expect(connectionBudget("all").pools).toEqual({
    streams: 15,
    commands: 7,
    log: 5,
    reads: 6,
    previews: 6,
    work: 8,
    follower: 4,
    jobs: 4,
  });
});
