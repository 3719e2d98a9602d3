import { ButtonLink } from "../../ui/controls/button.tsx";
import { useFollow } from "../../ui/feedback/follow.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { Stage } from "../../ui/feedback/progress.tsx";
import { Stages } from "../../ui/feedback/progress.tsx";
import { RejectedLink } from "../../items/rejected-link.tsx";

export type UploadJobViewProps = {
  title: string;
  state: "loading" | "done" | "failed";
  stages: Stage[];
  /** Why it failed, what and where, and how to correct it. */
  error?: string;
  /** Rows of the file that did not fit its table. */
  rejected: number;
  datasetId: string;
};

export function UploadJobView({ title, state, stages, error, rejected, datasetId }: UploadJobViewProps) {
  useFollow(state === "loading");
  return (
    <div className="wrap">
      <div className="top">
        <h1>
          {state === "done"
            ? `${title} is published`
            : state === "failed"
              ? `${title} was not published`
              : `Publishing ${title}`}
        </h1>
      </div>
      <div className="blocks">
        <div className="panel">
          <div className="panel-head">
            <h2>Stages</h2>
            <span
              className={`status status-${state === "done" ? "ok" : state === "failed" ? "bad" : "run"}`}
              role="status"
            >
              {state === "done" ? "Done" : state === "failed" ? "Failed" : "Loading"}
            </span>
          </div>
          <div className="panel-body stack">
            <Stages stages={stages} />
            {state === "loading" && (
              <p className="quiet">
                You can leave this page and come back to it. <a href="">Refresh</a>
              </p>
            )}
            {error && (
              <Notice tone="bad" role="alert" title={error}>
                Nothing was published. Correct the file and upload it again.
              </Notice>
            )}
            {state === "done" && rejected > 0 && (
              <p>
                <RejectedLink id={datasetId} rejected={rejected} />
              </p>
            )}
            <p className="row">
              {state === "done" && (
                <ButtonLink kind="primary" to={`/dataset_profile/${datasetId}`}>
                  Open {title}
                </ButtonLink>
              )}
              {state === "failed" && <ButtonLink to="/upload?tab=dataset">Upload another file</ButtonLink>}
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}
