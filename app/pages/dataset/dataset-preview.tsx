import { LoadFailed } from "../../ui/frames/load-failed.tsx";
import { PreviewPanel } from "../../items/preview-panel.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";
import { RowsPanel } from "./rows/rows-panel.tsx";

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
  if (!preview && !rows) return <LoadFailed reason={previewFault} signedIn={signedIn} />;
  if (!hasAccess)
    return (
      preview && (
        <PreviewPanel
          title="Sample Data Preview"
          preview={preview}
          sample
          note="Limited preview, full dataset requires access"
        />
      )
    );
  return (
    <RowsPanel
      preview={preview}
      rows={rows}
      columns={shape.map(({ name }) => name)}
      datasetId={dataset.id}
      rejected={rejected}
      origin={source.kind === "upload" && dataset.version > 0 ? dataset.version : null}
    />
  );
}
