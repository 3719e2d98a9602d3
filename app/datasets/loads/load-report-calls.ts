import type { LoadReport } from "#domain/dataset/load-report.ts";
import type { Platform } from "../../platform.ts";

/** The load report of a dataset's rows for who may read them in full; null: none is known. */
export async function loadReportOf(
  { queries, uploads }: Pick<Platform, "queries" | "uploads">,
  datasetId: string,
  userId: string,
): Promise<LoadReport | null> {
  const found = await queries.tables.find(datasetId, userId);
  return found?.access === "full" && found.table.current ? uploads.report(found.table.current.physical) : null;
}
