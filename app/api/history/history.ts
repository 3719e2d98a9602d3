import { z } from "zod";
import { LATEST_EVENTS } from "#projections/history/queries.ts";
import { historyPage, readableSubject, rowsThen, stateThen } from "../../history/history-calls.ts";
import { answer, answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { historyEventBody, historyEventShape, stateShape } from "../shapes/history-shape.ts";
import { askedOf, historyFilter, time } from "./history-query.ts";

const path = "/api/history/{kind}/{id}";
/** The end of time, for texts that sort. */
const NOW = "9999-12-31T23:59:59.999999Z";
const asOf = time.prefault(NOW).describe("A time in ISO 8601; without it, now.");

export const listHistory = endpoint({
  method: "GET",
  path,
  who: "user",
  summary:
    "What happened to a connector (kind connector, by its root id), a dataset, an instance or a user, the latest first. For the user whose it is, auditors and admins.",
  query: listQuery(LATEST_EVENTS, historyFilter),
  answers: { 200: { body: z.array(historyEventBody), about: "the events" } },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const subject = await readableSubject(context.platform, viewer, params);
    if (!subject.ok) return subject;
    const asked = await askedOf(context.platform, viewer, subject.value, query);
    const page = await historyPage(context.platform, viewer, subject.value, asked, rangeOf(query));
    return listAnswer(request, page, historyEventShape);
  },
});

export const getState = endpoint({
  method: "GET",
  path: `${path}/state`,
  who: "user",
  summary: "What it was at a time: versions, settings and access, replayed from its events.",
  query: z.strictObject({ as_of: asOf }),
  answers: {
    200: {
      body: z.strictObject({ id: z.string(), as_of: z.string().nullable(), state: z.record(z.string(), z.unknown()) }),
    },
  },
  run: async ({ context, viewer, params, query: { as_of } }) => {
    const subject = await readableSubject(context.platform, viewer, params);
    if (!subject.ok) return subject;
    const state = await stateThen(context.platform, viewer, subject.value, as_of);
    return answer(200, { id: params.id, as_of: as_of === NOW ? null : as_of, state: stateShape(state) });
  },
});

export const getRowsThen = endpoint({
  method: "GET",
  path: `${path}/rows`,
  who: "user",
  summary: "The first 100 rows of a dataset, or of the table of an instance, as they were at a time.",
  query: z.strictObject({ as_of: asOf }),
  answers: {
    200: {
      body: z.strictObject({
        version: z.number(),
        at: z.string().describe("Since when readers saw this version."),
        columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
        rows: z.array(z.record(z.string(), z.unknown())),
        total: z.number(),
        run_ids: z
          .array(z.string())
          .nullable()
          .describe("The run that made each row, in their order; null: no run did."),
        made_by: z
          .strictObject({
            run_id: z.string(),
            connector_id: z.string().nullable(),
            connector_version: z.number().nullable(),
            setting_keys: z.array(z.string()).describe("The settings that had a value."),
          })
          .nullable()
          .describe("The run that stored this version; null: no run did."),
      }),
    },
  },
  run: async ({ context, viewer, params, query: { as_of } }) => {
    const subject = await readableSubject(context.platform, viewer, params);
    if (!subject.ok) return subject;
    return answered(
      await rowsThen(context, viewer, subject.value, as_of),
      200,
      ({ version, at, madeBy, preview: { columns, rows, total, runs } }) => ({
        run_ids: runs ? [...runs] : null,
        ...{ version, at, total, rows: rows.map((row) => ({ ...row })) },
        columns: columns.map(({ name, type }) => ({ name, type })),
        made_by: madeBy && {
          ...{ run_id: madeBy.runId, connector_id: madeBy.connectorId, connector_version: madeBy.connectorVersion },
          setting_keys: [...madeBy.settingKeys],
        },
      }),
    );
  },
});
