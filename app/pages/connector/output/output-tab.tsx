import { LiveRun } from "../../../runs/live-run.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { OpenIt } from "../../../items/open-it.tsx";
import { PreviewPanel } from "../../../items/preview-panel.tsx";
import type { ConnectorProfileViewProps } from "../connector-page-model.ts";
import { PublishOutput } from "../publish/publish-output.tsx";
import { OutputTablesPanel } from "./output-tables-panel.tsx";

/** The rows of an instance's tables, their stream URLs, and how to publish them. */
export function OutputTab(props: ConnectorProfileViewProps) {
  const { preview, shown_table, origin, publish, now, form } = props;
  return (
    <>
      <Output {...props} />
      {preview && shown_table && <OpenIt origin={origin} table={shown_table} />}
      {publish && <PublishOutput {...publish} shown={shown_table} now={now} form={form} />}
    </>
  );
}

/** During a run: its progress, above the rows that stay until it has ended. */
export function Output(props: ConnectorProfileViewProps) {
  const last = props.runs[0];
  if (last?.status !== "running") return <OutputRows {...props} />;
  return (
    <>
      <LiveRun run={last} progress={props.progress} now={props.now} />
      {props.preview && <OutputRows {...props} />}
    </>
  );
}

function OutputRows(props: ConnectorProfileViewProps) {
  const { instance, shown_table, now } = props;
  if (!instance || instance.tables.length <= 1) return <OutputPreview {...props} />;
  return (
    <>
      <OutputTablesPanel tables={instance.tables} shown={shown_table ?? ""} now={now} />
      <OutputPreview {...props} />
    </>
  );
}

function OutputPreview({ preview, previewFault, instance, shown_table, sign_in }: ConnectorProfileViewProps) {
  if (previewFault !== undefined)
    return (
      <EmptyState title="Output Table Preview" level={2}>
        <p className="quiet">{previewFault}</p>
      </EmptyState>
    );
  if (!preview) {
    const next = sign_in && sign_in.status !== "signed-in" ? `Sign in with ${sign_in.host} first.` : "Press Run Now.";
    return (
      <EmptyState title="Output Table Preview" level={2}>
        <p className="quiet">
          {instance ? (
            <>
              No rows
              {instance.tables.length > 1 && shown_table && (
                <>
                  {" "}
                  in <code>{shown_table}</code>
                </>
              )}{" "}
              yet. {next}
            </>
          ) : (
            "Connect and run it to see rows here."
          )}
        </p>
      </EmptyState>
    );
  }
  return (
    <PreviewPanel
      title="Output Table Preview"
      preview={preview}
      latest
      note={
        <>
          Latest 100 rows fetched
          {shown_table && (
            <>
              {" "}
              of <code>{shown_table}</code>
            </>
          )}
        </>
      }
    />
  );
}
