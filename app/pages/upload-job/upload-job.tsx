import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedButton, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { cancelLoadOf } from "../../datasets/loads/cancel-load-calls.ts";
import { retryLoadOf } from "../../datasets/loads/retry-load-calls.ts";
import { retryOfLoad } from "../../datasets/loads/retry-of-load.ts";
import { erase } from "../../datasets/dataset-calls.ts";
import type { UploadProgress } from "#domain/core/ports/uploads.ts";
import { refuse } from "../../http/call-result.ts";
import type { DatasetFailure } from "#domain/dataset/load-failure.ts";
import type { Platform } from "../../platform.ts";
import { loadReportOf } from "../../datasets/loads/load-report-calls.ts";
import { loadReportSentences } from "../../datasets/loads/load-report-sentences.ts";
import { loadFailureSentence } from "../../http/refusals/load-failures.ts";
import { counted, formatBytes } from "../../ui/data/format.ts";
import type { Stage } from "../../ui/feedback/progress.tsx";
import { UploadJobView, type UploadJobViewProps } from "./upload-job-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Upload of ${data.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /upload/job/{id}: how far the rows of an upload are, for its owner. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<UploadJobViewProps> {
  const viewer = await viewerOf(context, request);
  const item = await context.platform.queries.catalogue.dataset(params["id"] ?? "", viewer.id);
  if (!item?.owned) return throwNotFound();
  const isLoading = item.status === "loading" || item.loadingVersion !== null;
  const hasFailed = !isLoading && item.loadFailure !== null;
  const progress = isLoading ? await context.platform.uploads.progress(item.id) : null;
  const report = isLoading || hasFailed ? null : await loadReportOf(context.platform, item.id, viewer.id);
  const refresh = await context.platform.queries.schedules.refreshOf(item.id);
  return {
    title: item.title,
    fromAddress: refresh !== null,
    isUnchanged: refresh?.running === null && refresh.outcome === "unchanged",
    state: isLoading ? "loading" : endOf(item.loadFailure),
    version: item.loadingVersion ?? item.version,
    stages: hasFailed
      ? []
      : isLoading
        ? stagesOf(progress)
        : finishedStages(item.rows ?? 0, await hasStatistics(context.platform, item.id, viewer.id)),
    ...(endOf(item.loadFailure) === "failed" && !isLoading && item.loadFailure
      ? { error: loadFailureSentence(item.loadFailure) }
      : {}),
    retry: isLoading ? null : retryOfLoad(item, new Date().getTime()),
    rejected: item.rejected,
    report: report ? loadReportSentences(report) : [],
    datasetId: item.id,
    loadingUpload: item.loadingUpload,
  };
}

function endOf(failure: DatasetFailure | null): "done" | "failed" | "cancelled" {
  if (failure === null) return "done";
  return failure.code === "cancelled" ? "cancelled" : "failed";
}

/**
 * Cancels a load: that of a next version (`upload_id`), or of the first, which deletes the dataset. Or has a file whose
 * load has failed loaded again.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const id = params["id"] ?? "";
  const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
  if (!item?.owned) return throwNotFound();
  const here = `/upload/job/${id}`;
  const uploadId = text(form, "upload_id");
  switch (text(form, "intent")) {
    case "cancel": {
      const cancelled = await orFault(context, CANCEL_FAILED, () =>
        cancelLoadOf(context.platform, { datasetId: id, uploadId }, viewer, causeOf(context)),
      );
      return cancelled.ok
        ? redirectWithMessage.success(here, "The load was cancelled.")
        : refusedButton(cancelled, here);
    }
    case "retry": {
      const asked = { datasetId: id, uploadId: uploadId || null, takesColumns: text(form, "columns") === "change" };
      const retried = await orFault(context, RETRY_FAILED, () =>
        retryLoadOf(context.platform, asked, viewer, causeOf(context)),
      );
      return retried.ok
        ? redirectWithMessage.success(here, "The file is being loaded again.")
        : refusedButton(retried, here);
    }
    case "delete": {
      if (item.status !== "loading") return refusedButton(refuse("load-over"), here);
      const erased = await orFault(context, CANCEL_FAILED, () => erase(context.platform, id, viewer, causeOf(context)));
      return erased.ok
        ? redirectWithMessage.success("/manage?tab=uploaded", erased.value.message)
        : refusedButton(erased, here);
    }
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}

const RETRY_FAILED = "Failed to load the file again.";
const CANCEL_FAILED = "Failed to cancel the load.";

const ORDER = ["receive", "check", "load", "statistics"] as const;
const LABELS = { receive: "Receiving", check: "Checking", load: "Loading", statistics: "Counting" } as const;

function stagesOf(progress: UploadProgress | null): Stage[] {
  const now = progress ? ORDER.indexOf(progress.stage) : 0;
  return ORDER.map((stage, at) => {
    const label = LABELS[stage];
    if (at < now) return { label, percent: 100, words: "done" };
    if (at > now || !progress) return { label, percent: at === now ? 0 : null, words: at === now ? "begins" : "next" };
    const percent = progress.ofBytes ? Math.min(99, Math.floor((progress.bytes / progress.ofBytes) * 100)) : 0;
    return { label, percent, words: words(progress) };
  });
}

function words({ bytes, ofBytes, rows }: UploadProgress): string {
  const size = ofBytes === null ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(ofBytes)}`;
  return rows > 0 ? `${counted(rows, "row")}, ${size}` : size;
}

function finishedStages(rows: number, measured: boolean): Stage[] {
  return ORDER.map((stage) => {
    const label = LABELS[stage];
    if (stage === "statistics" && !measured) return { label, percent: 0, words: "follows; the rows can be read" };
    return { label, percent: 100, words: stage === "load" ? counted(rows, "row") : "done" };
  });
}

/** Whether the statistics of the rows are there: they are computed after the load. */
async function hasStatistics({ queries, statistics }: Platform, datasetId: string, userId: string): Promise<boolean> {
  const found = await queries.tables.find(datasetId, userId);
  return found?.table.current ? (await statistics.of(found.table.current)) !== null : true;
}

export default function UploadJob() {
  return <UploadJobView {...useLoaderData<typeof loader>()} />;
}
