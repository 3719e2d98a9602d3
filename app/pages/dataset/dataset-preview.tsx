import { Link } from "@remix-run/react";
import { LoadFailed } from "../../ui/frames/load-failed.tsx";
import { PreviewPanel } from "../../items/preview-panel.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";
import { RejectedLink } from "../../items/rejected-link.tsx";
import { RowsPanel } from "../../rows/rows-panel.tsx";

/** The rows, or why there are none: still loading, no access, or not readable. */
export function DatasetPreview({
  preview,
  previewFault,
  hasAccess,
  rejected,
  loadingJobHref,
  signedIn,
  dataset,
  rows,
  shape,
  source,
}: DatasetProfileViewProps) {
  if (loadingJobHref) {
    return (
      <div className="panel empty" aria-busy="true">
        <h2>Existing Dataset Preview</h2>
        <p className="status status-run">The rows are being loaded.</p>
        <ButtonLink small to={loadingJobHref}>
          See the progress
        </ButtonLink>
      </div>
    );
  }
  if (rows && hasAccess) {
    const file = source.kind !== "upload" || dataset.version === 0 ? null : (rows.version ?? null);
    return (
      <RowsPanel
        title="Existing Dataset Preview"
        preview={preview}
        rows={rows}
        columns={shape}
        page={`/dataset_profile/${dataset.id}`}
        chartHref={(query) => `/dataset_profile/${dataset.id}/chart${query}`}
        note={<RowsNote datasetId={dataset.id} rejected={rejected} file={file} />}
      />
    );
  }
  if (!preview) return <LoadFailed reason={previewFault} signedIn={signedIn} />;
  return (
    <PreviewPanel
      title="Sample Data Preview"
      preview={preview}
      sample
      note="Limited preview, full dataset requires access"
    />
  );
}

/** The file that the rows came from, and those of its rows that did not fit. `file`: the version of the file; null: there is none. */
function RowsNote({ datasetId, rejected, file }: { datasetId: string; rejected: number; file: number | null }) {
  return (
    <>
      {file !== null && (
        <>
          {" · "}
          <Link to={`/dataset_profile/${datasetId}/versions`}>Version {file}</Link>,{" "}
          <a href={`/api/assets/${datasetId}/original?version=${file}`} download>
            original file
          </a>
        </>
      )}
      {rejected > 0 && ". "}
      {rejected > 0 && <RejectedLink id={datasetId} rejected={rejected} />}
    </>
  );
}
