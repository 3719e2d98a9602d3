import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../core/event-log.ts";
import type { InstanceEvent, InstanceSetup } from "./events.ts";
import { rescheduled, type Schedule, slotAfter, slotsBetween } from "../core/values/schedule.ts";
import { fold } from "../core/decider.ts";
import { instanceSchedule } from "./schedule.ts";

const YEAR = 366 * 86_400_000;
const at = (text: string) => Date.parse(text);
const hourly: Schedule = { minutes: 60, anchor: at("2026-11-21T09:13:27.250Z") };

describe("slots", () => {
  test("lie whole intervals after the moment at which the interval was set", () => {
    expect(slotAfter(hourly, hourly.anchor)).toBe("2026-11-21T10:13:27.250Z");
    expect(slotAfter(hourly, at("2026-11-21T10:13:27.249Z"))).toBe("2026-11-21T10:13:27.250Z");
    expect(slotAfter(hourly, at("2026-11-21T10:13:27.250Z"))).toBe("2026-11-21T11:13:27.250Z");
    expect(slotAfter(hourly, at("2020-01-01T00:00:00Z"))).toBe("2026-11-21T10:13:27.250Z");
  });

  test("stay 24 hours apart where clocks on the wall are changed", () => {
    const daily = { minutes: 1_440, anchor: at("2026-10-23T12:00:00Z") };
    expect(slotAfter(daily, at("2026-10-24T12:00:00Z"))).toBe("2026-10-25T12:00:00.000Z");
    expect(slotAfter(daily, at("2026-10-25T12:00:00Z"))).toBe("2026-10-26T12:00:00.000Z");
  });

  const schedule = fc.record({
    minutes: fc.integer({ min: 1, max: 525_600 }),
    anchor: fc.integer({ min: at("2000-01-01"), max: at("2100-01-01") }),
  });
  const later = fc.integer({ min: 0, max: 50 * YEAR });

  test("come after the moment asked for, at most one interval later, and on the grid", () => {
    fc.assert(
      fc.property(schedule, later, (one, passed) => {
        const moment = one.anchor + passed;
        const slot = at(slotAfter(one, moment));
        expect(slot).toBeGreaterThan(moment);
        expect(slot - moment).toBeLessThanOrEqual(one.minutes * 60_000);
        expect((slot - one.anchor) % (one.minutes * 60_000)).toBe(0);
      }),
    );
  });

  test("never go back as time goes on, as moments and as texts", () => {
    fc.assert(
      fc.property(schedule, later, later, (one, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)].map((passed) =>
          slotAfter(one, one.anchor + passed),
        ) as [string, string];
        expect(at(first)).toBeLessThanOrEqual(at(second));
        expect(first <= second).toBe(true);
      }),
    );
  });

  test("are counted as often as they are met one by one, however the time is cut up", () => {
    fc.assert(
      fc.property(
        schedule,
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 59_999 }),
        (one, steps, within) => {
          let moment = one.anchor;
          let met = 0;
          for (const step of steps) {
            const next = moment + step * one.minutes * 20_000 + within;
            met += slotsBetween(one, moment, next);
            moment = next;
          }
          let walked = 0;
          for (let slot = at(slotAfter(one, one.anchor)); slot <= moment; slot = at(slotAfter(one, slot))) walked += 1;
          expect(met).toBe(walked);
          expect(slotsBetween(one, moment, one.anchor)).toBe(0);
        },
      ),
    );
  });
});

describe("the schedule of a connection", () => {
  const event = (type: InstanceEvent["type"], recordedAt: string, refreshInterval = 0) =>
    ({ type, recordedAt, data: { setup: { refreshInterval } as InstanceSetup } }) as LoggedEvent<InstanceEvent>;
  const activated = event("InstanceActivated", "2026-11-21T09:00:00.123456Z", 60);

  test("begins when the interval is set, to the millisecond", () => {
    expect(fold(instanceSchedule, [activated])).toEqual({ minutes: 60, anchor: at("2026-11-21T09:00:00.123Z") });
    expect(
      fold(instanceSchedule, [
        event("InstanceActivated", "2026-11-21T09:00:00Z"),
        event("InstanceConfigured", "2026-11-21T11:00:00Z", 5),
      ]),
    ).toEqual({
      minutes: 5,
      anchor: at("2026-11-21T11:00:00Z"),
    });
  });

  test("keeps its slots while other things change, also over a migration", () => {
    const later = [
      event("InstanceConfigured", "2026-11-21T11:07:00Z", 60),
      event("InstanceMigrated", "2026-11-21T12:08:00Z", 60),
    ];
    expect(fold(instanceSchedule, [activated, ...later])).toEqual(fold(instanceSchedule, [activated]));
  });

  test("begins anew with another interval, and with the same one after none", () => {
    expect(rescheduled(hourly, 30, 5_000)).toEqual({ minutes: 30, anchor: 5_000 });
    expect(fold(instanceSchedule, [activated, event("InstanceConfigured", "2026-11-21T11:00:00Z", 0)])).toBeNull();
    expect(
      fold(instanceSchedule, [
        activated,
        event("InstanceConfigured", "2026-11-21T11:00:00Z", 0),
        event("InstanceConfigured", "2026-11-21T12:00:00Z", 60),
      ]),
    ).toEqual({
      minutes: 60,
      anchor: at("2026-11-21T12:00:00Z"),
    });
  });

  test("ends with the connection", () => {
    expect(fold(instanceSchedule, [activated, event("InstanceRemoved", "2026-11-21T11:00:00Z")])).toBeNull();
  });
});
