import { aggregate } from "#domain/core/aggregate.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { Chart } from "#domain/core/values/chart.ts";
import { dataApp } from "#domain/data-app/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

const TITLE_CHARACTERS = 200;
const MOST_FILTERS = 10_000;

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
  const name = cutText(title.trim(), TITLE_CHARACTERS);
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
