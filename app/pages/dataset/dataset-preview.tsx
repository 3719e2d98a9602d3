import { PreviewPanel } from "../../items/preview-panel.tsx";
import { RejectedLink } from "../../items/rejected-link.tsx";
import { hrefWithReturn } from "../../local-path.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";

/** The rows, or why there are none: still loading, no access, or not readable. */
export function DatasetPreview({
  preview,
  previewFault,
  hasAccess,
  rejected,
  loadingJobHref,
  signedIn,
  dataset,
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
  if (!preview) {
    return (
      <EmptyState title="Failed to load data." level={2}>
        {previewFault !== undefined && <p className="quiet">{previewFault}</p>}
        {!signedIn && (
          <p className="quiet">
            You may need to <a href={hrefWithReturn("/login", `/dataset_profile/${dataset.id}`)}>log in</a> to see it.
          </p>
        )}
      </EmptyState>
    );
  }
  if (!hasAccess)
    return (
      <PreviewPanel
        title="Sample Data Preview"
        preview={preview}
        sample
        note="Limited preview, full dataset requires access"
      />
    );
  return (
    <PreviewPanel
      title="Existing Dataset Preview"
      preview={preview}
      note={rejected > 0 && <RejectedLink id={dataset.id} rejected={rejected} />}
    />
  );
}
