import { z } from "zod";
import { readableSubject } from "../../history/history-calls.ts";
import { personOf } from "../../history/person-of.ts";
import { TIME_UNITS } from "../../history/timeline/time-units.ts";
import { COUNTED, timelineOf } from "../../history/timeline/timeline.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { historyFilter } from "./history-query.ts";

const time = z.string();
const count = z.number().optional();
const counts = z.strictObject(Object.fromEntries(COUNTED.map((name) => [name, count])));

export const getTimeline = endpoint({
  method: "GET",
  path: "/api/history/{kind}/{id}/timeline",
  who: "user",
  summary: "How many events a history has in each part of its time, by kind.",
  query: z.strictObject({ person: historyFilter.person, as_of: historyFilter.as_of }),
  answers: {
    200: {
      body: z.strictObject({
        unit: z.enum(TIME_UNITS).nullable().describe("How long each part is; null: there are no events yet."),
        from: time.nullable(),
        until: time.nullable(),
        total: z.number().describe("How many events were counted."),
        complete: z.boolean().describe("false: there are earlier events, which were not counted."),
        bars: z
          .array(z.strictObject({ from: time, until: time, counts }))
          .describe("The parts that have events. Of runs: how many began, and how many failed."),
      }),
    },
  },
  run: async ({ context, viewer, params, query: { person, as_of: to = null } }) => {
    const { platform } = context;
    const subject = await readableSubject(platform, viewer, params);
    if (!subject.ok) return subject;
    const personId = person === undefined ? null : await personOf(platform, viewer, subject.value, person);
    const found = await timelineOf(platform, subject.value, { person: personId, to }, new Date().toISOString());
    if (!found) return answer(200, { unit: null, from: null, until: null, total: 0, complete: true, bars: [] });
    const { unit, from, until, total, isCut, bars } = found;
    const shown = bars.map((bar) => ({ ...bar, counts: { ...bar.counts } }));
    return answer(200, { unit, from, until, total, complete: !isCut, bars: shown });
  },
});
