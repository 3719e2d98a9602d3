import { z } from "zod";
import { AGGREGATES, CHART_KINDS, TIME_UNITS, type ChartData } from "#domain/core/values/chart.ts";
import type { DataAppItem, DataAppRow } from "#projections/catalogue/queries.ts";
import { line } from "#domain/core/text/text-schemas.ts";

/** What a chart shows, in calls and answers. */
export const chartFields = {
  kind: z.enum(CHART_KINDS),
  x: line(200).describe("The column of the horizontal axis."),
  y: line(200).nullable().describe("The column of numbers; null: rows are counted."),
  aggregate: z.enum(AGGREGATES).describe("How the numbers of a group become one."),
};

const listed = {
  id: z.string(),
  title: z.string(),
  author: z.string(),
  dataset_id: z.string(),
  dataset_title: z.string(),
  chart: z.strictObject(chartFields),
  filters: z.string().describe("Parameters of a stream that narrow its rows; empty: all rows."),
  created_at: z.string(),
};

/** A data app in lists. */
export const listedDataAppBody = z.strictObject(listed).meta({ id: "ListedDataApp" });

const drawn = z.strictObject({
  points: z.array(z.strictObject({ x: z.union([z.string(), z.number()]), y: z.number().nullable() })),
  groups: z.number().describe("All groups; points may be the first ones of them."),
  unit: z.enum(TIME_UNITS).nullable().describe("Of a line: the length of time that a point covers."),
  read: z.number().describe("Rows that were read; fewer than rows: they are taken from parts of the table."),
  rows: z.number(),
});

/** A data app with the values of its chart. */
export const dataAppBody = z
  .strictObject({
    ...listed,
    drawn: drawn.nullable().describe("The values of the chart; null: you may not read the rows of its dataset."),
  })
  .meta({ id: "DataApp" });

/** A data app for its author, who may no longer see its dataset. */
export const ownDataAppShape = ({ id, title, chart, filters, ...app }: DataAppRow) => ({
  ...{ id, title, dataset_id: app.datasetId, chart, filters, created_at: app.createdAt },
});

export const listedDataAppShape = (app: DataAppItem) => ({
  ...ownDataAppShape(app),
  author: app.author,
  dataset_title: app.datasetTitle,
});

export const dataAppShape = (app: DataAppItem, values: ChartData | null) => ({
  ...listedDataAppShape(app),
  drawn: values,
});
