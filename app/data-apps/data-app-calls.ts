import { aggregate } from "#domain/core/aggregate.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { Chart, ChartData } from "#domain/core/values/chart.ts";
import { dataApp } from "#domain/data-app/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { DataAppItem } from "#projections/catalogue/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { chartOf } from "../charts/chart-calls.ts";
import { filtersIn } from "../charts/chart-filters.ts";
import { chartAsked } from "../charts/choose-chart.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import type { AppContext, Platform } from "../platform.ts";
import { cleanLine } from "#domain/core/text/lines.ts";
import { unfitLine } from "#domain/core/text/unfit-text.ts";

const TITLE_CHARACTERS = 200;
/** The longest filters of a chart, in characters. */
export const MOST_FILTERS = 10_000;

/** A saved chart. `drawn`: null if the viewer may not read the rows of its dataset. */
export type ShownDataApp = {
  readonly app: DataAppItem;
  readonly mayRead: boolean;
  readonly drawn: CallResult<ChartData> | null;
};

/** A saved chart for who may see its dataset, drawn for who may read the rows. */
export async function shownDataApp(
  context: Pick<AppContext, "platform" | "signal">,
  id: string,
  viewer: UserRow | null,
): Promise<CallResult<ShownDataApp>> {
  const { queries } = context.platform;
  const app = await queries.catalogue.dataApp(id, viewer?.id ?? null);
  if (!app) return NOT_FOUND;
  const table = viewer && (await queries.tables.find(app.datasetId, viewer.id));
  if (!viewer || table?.access !== "full") return { ok: true, value: { app, mayRead: false, drawn: null } };
  const asked = { chart: app.chart, filters: new URLSearchParams(app.filters) };
  return { ok: true, value: { app, mayRead: true, drawn: await chartOf(context, app.datasetId, viewer, asked) } };
}

/** What a program asks to be saved. What `y` and `aggregate` leave open is as on the page of the chart. */
type AskedDataApp = {
  readonly datasetId: string;
  readonly title: string;
  readonly chart: Pick<Chart, "kind" | "x"> & {
    readonly y: string | null;
    readonly aggregate: Chart["aggregate"] | undefined;
  };
  /** Parameters of a stream. */
  readonly filters: string;
};

/** Saves a chart that a program describes, if it fits the columns and can be drawn. */
export async function saveAskedDataApp(
  context: Pick<AppContext, "platform" | "signal">,
  { chart: asked, ...app }: AskedDataApp,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly id: string }>> {
  const item = await context.platform.queries.catalogue.dataset(app.datasetId, viewer.id);
  if (!item?.owned && !item?.granted) return NOT_FOUND;
  const { aggregate, y, ...axis } = asked;
  const parameters = { ...axis, ...(y === null ? {} : { y }), ...(aggregate === undefined ? {} : { aggregate }) };
  const chart = chartAsked(new URLSearchParams(parameters), item.columns);
  const fits = chart?.kind === asked.kind && chart.x === asked.x && (y === null || chart.y === y);
  if (!fits) return refuse("chart-does-not-fit");
  const filters = filtersIn(new URLSearchParams(app.filters));
  const drawn = await chartOf(context, app.datasetId, viewer, { chart, filters });
  return drawn.ok ? saveDataApp(context.platform, { ...app, chart, filters: String(filters) }, viewer, cause) : drawn;
}

/** Saves a chart of a dataset whose rows the viewer may read. */
export async function saveDataApp(
  platform: Platform,
  {
    datasetId,
    title,
    chart,
    filters,
  }: { readonly datasetId: string; readonly title: string; readonly chart: Chart; readonly filters: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly id: string }>> {
  const found = await platform.queries.tables.find(datasetId, viewer.id);
  if (found?.access !== "full") return NOT_FOUND;
  const name = cutText(cleanLine(title), TITLE_CHARACTERS);
  const unfit = unfitLine(name, "title");
  if (unfit) return refuse(unfit.code, unfit);
  if (name === "") return refuse("data-app-title-missing");
  const appId = platform.ports.ids.derive(cause.commandId, "data-app");
  const command = { type: "save", appId, datasetId, by: viewer.id, title: name, chart } as const;
  const saved = await toCallResult(
    platform,
    await aggregate(platform.ports.log, dataApp).handle(
      appId,
      { ...command, filters: cutText(filters, MOST_FILTERS) },
      step(cause, "save"),
    ),
  );
  return saved.ok ? { ok: true, value: { id: appId } } : saved;
}

/** Deletes a chart of the viewer's. */
export async function deleteDataApp(
  platform: Platform,
  appId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  return toCallResult(
    platform,
    await aggregate(platform.ports.log, dataApp).handle(
      appId,
      { type: "delete", by: viewer.id },
      step(cause, "delete"),
    ),
  );
}
