import type { Chart, ChartData } from "#domain/core/values/chart.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";

const WAIT_MS = 3_000;

/** The marks of a chart of a table whose rows the viewer may read. `filters`: parameters of streams. */
export async function chartOf(
  { platform, signal }: Pick<AppContext, "platform" | "signal">,
  datasetId: string,
  viewer: UserRow,
  { chart, filters }: { readonly chart: Chart; readonly filters: URLSearchParams },
): Promise<CallResult<ChartData>> {
  const found = await platform.queries.tables.find(datasetId, viewer.id);
  if (found?.access !== "full") return NOT_FOUND;
  const { current } = found.table;
  if (!current) return refuse("rows-loading");
  const answer = await platform.previewReads.run(
    viewer.id,
    () => platform.previews.chart(current, { chart, params: filters, signal }),
    AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
  );
  if (answer === "full") return refuse("previews-busy");
  if (answer === "too-slow") return refuse("preview-too-slow");
  return answer.ok ? { ok: true, value: answer.data } : refuse("stream-query-invalid", { message: answer.message });
}
