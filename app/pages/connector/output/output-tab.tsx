import { Link } from "@remix-run/react";
import { LiveRun } from "../../../runs/live-run.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { LoadFailed } from "../../../ui/frames/load-failed.tsx";
import { OpenIt } from "../../../items/open-it.tsx";
import { PreviewPanel } from "../../../items/preview-panel.tsx";
import { RowsPanel } from "../../../rows/rows-panel.tsx";
import type { ConnectorProfileViewProps } from "../connector-page-model.ts";
import { PublishOutput } from "../publish/publish-output.tsx";
import { OutputTablesPanel } from "./output-tables-panel.tsx";

/** The rows of an instance's tables, their stream URLs, and how to publish them. */
export function OutputTab(props: ConnectorProfileViewProps) {
  const { preview, rows, columns, shownTable, origin, publish, now, form } = props;
  const isOlder = Object.keys(rows?.of ?? {}).length > 0;
  return (
    <>
      <Output {...props} />
      {preview && shownTable && (
        <OpenIt
          origin={origin}
          table={shownTable}
          columns={isOlder ? undefined : columns}
          download={{
            page: tablePage(shownTable),
            query: rows?.streamQuery ?? "",
            rows: rows?.matches ?? preview.total,
          }}
        />
      )}
      {publish && <PublishOutput {...publish} shown={shownTable} now={now} form={form} />}
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
  const { instance, shownTable, now } = props;
  if (!instance || instance.tables.length <= 1) return <OutputPreview {...props} />;
  return (
    <>
      <OutputTablesPanel tables={instance.tables} shown={shownTable ?? ""} now={now} />
      <OutputPreview {...props} />
    </>
  );
}

function OutputPreview({
  preview,
  rows,
  columns,
  previewFault,
  instance,
  shownTable,
  signIn,
}: ConnectorProfileViewProps) {
  if (previewFault !== undefined) return <LoadFailed reason={previewFault} signedIn />;
  if (rows && shownTable)
    return (
      <RowsPanel
        title="Output Table Preview"
        preview={preview}
        rows={rows}
        columns={columns}
        page={tablePage(shownTable)}
        of={shownTable}
        note={
          <>
            {" · "}
            <Link to={`${tablePage(shownTable)}/versions`}>Versions</Link>
            {preview?.runs && ". The number of a row leads to the run that made it."}
          </>
        }
      />
    );
  const next = signIn && signIn.status !== "signed-in" ? `Sign in with ${signIn.host} first.` : "Press Run Now.";
  const named = instance && instance.tables.length > 1 && shownTable;
  const why = instance ? (
    <>
      No rows
      {named && (
        <>
          {" "}
          in <code>{shownTable}</code>
        </>
      )}{" "}
      yet. {next}
    </>
  ) : (
    "Connect and run it to see rows here."
  );
  if (columns.length === 0)
    return (
      <EmptyState title="Output Table Preview" level={2}>
        <p className="quiet">{why}</p>
      </EmptyState>
    );
  return <PreviewPanel title="Output Table Preview" preview={{ columns, rows: [], total: 0 }} note={why} />;
}

function tablePage(table: string): string {
  return `/table/${encodeURIComponent(table)}`;
}
