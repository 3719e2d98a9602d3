import { z } from "zod";
import { NEWEST_DATA_APPS } from "#projections/catalogue/queries.ts";
import { deleteDataApp, MOST_FILTERS, saveAskedDataApp, shownDataApp } from "../../data-apps/data-app-calls.ts";
import { answer, answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { madeBody, madeShape } from "../made.ts";
import { chartFields, dataAppBody, dataAppShape, listedDataAppBody, listedDataAppShape } from "./data-app-shape.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

const path = "/api/dataapps";
const onePath = "/api/dataapps/{id}";

export const listDataApps = endpoint({
  method: "GET",
  path,
  who: "anyone",
  summary: "The saved charts of datasets that you may see.",
  query: listQuery(NEWEST_DATA_APPS, {}),
  answers: { 200: { body: z.array(listedDataAppBody), about: "the charts, newest first" } },
  run: async (request) => {
    const { context, query, viewer } = request;
    const page = await context.platform.queries.catalogue.dataAppsPage(viewer?.id ?? null, rangeOf(query));
    return listAnswer(request, page, listedDataAppShape);
  },
});

export const getDataApp = endpoint({
  method: "GET",
  path: onePath,
  who: "anyone",
  summary: "A saved chart, with its values for those who may read the rows of its dataset.",
  answers: { 200: { body: dataAppBody } },
  run: async ({ context, viewer, params: { id } }) => {
    const found = await shownDataApp(context, id, viewer);
    if (!found.ok) return found;
    const { app, drawn } = found.value;
    if (drawn?.ok === false) return drawn;
    return answer(200, dataAppShape(app, drawn?.value ?? null));
  },
});

export const saveChart = endpoint({
  method: "POST",
  path,
  who: "user",
  names: { dataset_id: "dataset" },
  summary: "Saves a chart of a dataset whose rows you may read.",
  body: z.strictObject({
    dataset_id: line(200),
    title: line(),
    chart: z.strictObject({
      ...chartFields,
      y: chartFields.y.default(null),
      aggregate: chartFields.aggregate.optional(),
    }),
    filters: raw("the reader of streams", MOST_FILTERS)
      .default("")
      .describe("Parameters of a stream that narrow its rows, such as where.level=gte.2."),
  }),
  answers: {
    201: { body: madeBody, location: ({ redirectUrl }: { redirectUrl: string }) => `/api${redirectUrl}` },
  },
  run: async ({ context, viewer, cause, body: { dataset_id: datasetId, title, chart, filters } }) =>
    answered(
      await saveAskedDataApp(
        context,
        { datasetId, title, filters, chart: { ...chart, aggregate: chart.aggregate } },
        viewer,
        cause,
      ),
      201,
      ({ id }) => madeShape({ id, redirectUrl: `/dataapps/${id}` }),
    ),
});

export const deleteChart = endpoint({
  method: "DELETE",
  path: onePath,
  who: "user",
  summary: "Deletes a chart that you saved. Its dataset stays as it is.",
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, params: { id }, cause }) =>
    answered(await deleteDataApp(context.platform, id, viewer, cause), 200, () => ({
      message: "The chart was deleted.",
    })),
});
