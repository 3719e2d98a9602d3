import type { LoadRetry } from "../../datasets/loads/retry-of-load.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { useFollow } from "../../ui/feedback/follow.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { Stage } from "../../ui/feedback/progress.tsx";
import { Stages } from "../../ui/feedback/progress.tsx";
import { PostButton } from "../../ui/form/post-button.tsx";
import { formatDate } from "../../ui/data/format.ts";
import { RejectedLink } from "../../items/rejected-link.tsx";

export type UploadJobViewProps = {
  title: string;
  /** The file comes from the address of the dataset. */
  fromAddress: boolean;
  /** The newest refresh found the file that the rows were made from. */
  isUnchanged: boolean;
  state: "loading" | "done" | "failed" | "cancelled";
  /** The number of the version that is being loaded, else of the one that readers see; 0: none yet. */
  version: number;
  stages: Stage[];
  /** Why it failed, what and where, and how to correct it. */
  error?: string;
  /** How the failed load may be tried again. */
  retry: LoadRetry | null;
  /** Rows of the file that did not fit its table. */
  rejected: number;
  /** What the load decided about the file, in sentences. */
  report: string[];
  datasetId: string;
  /** The file that is being loaded as the next version; null: the first one, or none. */
  loadingUpload: string | null;
};

const STATES = {
  loading: { word: "Loading", tone: "run" },
  done: { word: "Done", tone: "ok" },
  failed: { word: "Failed", tone: "bad" },
  cancelled: { word: "Cancelled", tone: "warn" },
} as const;

export function UploadJobView(props: UploadJobViewProps) {
  const { state, version, stages, error, rejected, report, datasetId } = props;
  useFollow(state === "loading");
  return (
    <div className="wrap">
      <div className="top">
        <h1>{heading(props)}</h1>
      </div>
      <div className="blocks">
        <div className="panel">
          <div className="panel-head">
            <h2>Stages</h2>
            <span className={`status status-${STATES[state].tone}`} role="status">
              {STATES[state].word}
            </span>
          </div>
          <div className="panel-body stack">
            <Stages stages={stages} />
            {state === "loading" && (
              <p className="quiet">
                You can leave this page and come back to it. <a href="">Refresh</a>
              </p>
            )}
            {state === "loading" && <CancelLoad {...props} />}
            {state === "cancelled" && (
              <Notice title="The load was cancelled.">
                {version === 0 ? "Nothing was published." : `Version ${version} stays as it was.`}
              </Notice>
            )}
            {error && (
              <Notice tone="bad" role="alert" title={error}>
                {version === 0 ? "Nothing was published." : `Version ${version} stays as it was.`} <Again {...props} />
              </Notice>
            )}
            {state === "done" && props.isUnchanged && (
              <Notice title="The file has not changed.">Version {version} stays as it is.</Notice>
            )}
            {state === "done" && rejected > 0 && (
              <p>
                <RejectedLink id={datasetId} rejected={rejected} />
              </p>
            )}
            {props.retry && <RetryLoad retry={props.retry} />}
            <Onwards {...props} />
          </div>
        </div>
        {report.length > 0 && <ReportPanel sentences={report} />}
      </div>
    </div>
  );
}

/** What the owner can do after a failed load, in a sentence. */
function Again({ retry, fromAddress }: UploadJobViewProps) {
  if (retry === null)
    return fromAddress ? "You can refresh it again on its page." : "Correct the file and upload it again.";
  return (
    <>
      The file is kept{retry.keptUntil !== null && <Until at={retry.keptUntil} />}
      {retry.takesColumns
        ? ": you can take its columns in place of the present ones."
        : ": you can try again without uploading it."}
    </>
  );
}

function Until({ at }: { at: string }) {
  return (
    <>
      {" until "}
      <time dateTime={at}>
        {formatDate(at)}, {at.slice(11, 16)} UTC
      </time>
    </>
  );
}

/** Posts `intent=retry` and `upload_id`, empty for the first file; `columns=change` takes other columns. */
function RetryLoad({ retry: { uploadId, takesColumns } }: { retry: LoadRetry }) {
  const fields = { upload_id: uploadId ?? "", ...(takesColumns ? { columns: "change" } : {}) };
  return (
    <PostButton intent="retry" kind="primary" fields={fields}>
      {takesColumns ? "Take the new columns" : "Try again"}
    </PostButton>
  );
}

/** Where the page leads when the load has ended. */
function Onwards({ state, title, version, datasetId, fromAddress, retry }: UploadJobViewProps) {
  const profile = `/dataset_profile/${datasetId}`;
  if (state === "loading") return null;
  return (
    <p className="row">
      {state === "done" || fromAddress ? (
        <ButtonLink kind={state === "done" ? "primary" : "plain"} to={profile}>
          Open {title}
        </ButtonLink>
      ) : (
        <ButtonLink
          kind={retry === null ? "primary" : "plain"}
          to={version === 0 ? "/upload?tab=dataset" : `${profile}?new-version=1`}
        >
          Upload another file
        </ButtonLink>
      )}
    </p>
  );
}

/** Posts `intent=cancel` and `upload_id`, or `intent=delete` for a first file: without its rows there is no dataset. */
function CancelLoad({ loadingUpload, version, title }: UploadJobViewProps) {
  const isFirst = loadingUpload === null;
  return (
    <p>
      <Confirm
        name="cancel"
        label="Cancel load"
        kind="plain"
        title={isFirst ? `Cancel the upload of ${title}?` : `Cancel the load of version ${version}?`}
        verb={isFirst ? "Delete the dataset" : "Cancel load"}
        fields={isFirst ? { intent: "delete" } : { intent: "cancel", upload_id: loadingUpload }}
      >
        <p>
          {isFirst
            ? "The file and the dataset are deleted."
            : version > 1
              ? `Version ${version - 1} stays as it is.`
              : "Nothing is published."}
        </p>
      </Confirm>
    </p>
  );
}

function ReportPanel({ sentences }: { sentences: readonly string[] }) {
  return (
    <section className="panel" aria-labelledby="report-head">
      <div className="panel-head">
        <h2 id="report-head">How the file was read</h2>
      </div>
      <div className="panel-body">
        <ul className="grid gap-2">
          {sentences.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type Headed = Pick<UploadJobViewProps, "title" | "state" | "version" | "isUnchanged">;

function heading({ title, state, version, isUnchanged }: Headed): string {
  if (state === "done" && isUnchanged) return `${title} has not changed`;
  if (state === "failed" || state === "cancelled")
    return version === 0 ? `${title} was not published` : `${title} has no new version`;
  if (state === "loading") return version > 1 ? `Loading version ${version} of ${title}` : `Publishing ${title}`;
  return version > 1 ? `Version ${version} of ${title} is published` : `${title} is published`;
}
