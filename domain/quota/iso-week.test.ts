import fc from "fast-check";
import { expect, test } from "vitest";
import { isoWeek } from "./iso-week.ts";

test.each([
  // Examples from ISO 8601 and of year boundaries.
  ["2005-01-01", "2004-W53"],
  ["2005-01-02", "2004-W53"],
  ["2005-01-03", "2005-W01"],
  ["2005-12-31", "2005-W52"],
  ["2007-01-01", "2007-W01"],
  ["2007-12-31", "2008-W01"],
  ["2008-12-28", "2008-W52"],
  ["2008-12-29", "2009-W01"],
  ["2009-12-31", "2009-W53"],
  ["2010-01-03", "2009-W53"],
  ["2020-12-31", "2020-W53"],
  ["2024-02-29", "2024-W09"],
  ["2026-11-21", "2026-W47"],
])("%s lies in %s", (day, week) => {
  expect(isoWeek(new Date(`${day}T00:00:00.000Z`)).name).toBe(week);
  expect(isoWeek(new Date(`${day}T23:59:59.999Z`)).name).toBe(week);
});

test("starts anew on Monday at midnight UTC", () => {
  const lastMoment = isoWeek(new Date("2026-11-22T23:59:59.999Z"));
  expect(lastMoment).toEqual({ name: "2026-W47", resetsAt: new Date("2026-11-23T00:00:00.000Z") });
  expect(isoWeek(new Date("2026-11-23T00:00:00.000Z"))).toEqual({
    name: "2026-W48",
    resetsAt: new Date("2026-11-30T00:00:00.000Z"),
  });
});

test("has one name from one reset to the next, and another one after it", () => {
  const moment = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (at) => {
      const { name, resetsAt } = isoWeek(at);
      const left = resetsAt.getTime() - at.getTime();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(7 * 86_400_000);
      expect(resetsAt.getUTCDay()).toBe(1);
      expect(isoWeek(new Date(resetsAt.getTime() - 1))).toEqual({ name, resetsAt });
      expect(isoWeek(new Date(resetsAt.getTime() - 7 * 86_400_000)).name).toBe(name);
      expect(isoWeek(resetsAt).name > name).toBe(true);
    }),
  );
});
