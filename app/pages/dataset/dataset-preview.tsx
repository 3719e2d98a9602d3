import { LoadFailed } from "../../ui/frames/load-failed.tsx";
import { PreviewPanel } from "../../items/preview-panel.tsx";
import { RejectedLink } from "../../items/rejected-link.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
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
  if (!preview) return <LoadFailed reason={previewFault} signedIn={signedIn} />;
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
      latest
      note={
        <>
          Latest 100 rows fetched{rejected > 0 && ". "}
          {rejected > 0 && <RejectedLink id={dataset.id} rejected={rejected} />}
        </>
      }
    />
  );
}
