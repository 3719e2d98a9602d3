import { Link } from "@remix-run/react";
import { ExternalLink } from "lucide-react";
import { hrefWithReturn } from "../../local-path.ts";
import { Badge, KindBadge, PrivateBadge, StatusBadge } from "../../ui/data/badge.tsx";
import { CodeBlock } from "../../ui/controls/code-block.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { formatCount, plural } from "../../ui/data/format.ts";
import { Icon } from "../../ui/controls/icon.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { Tabs } from "../../ui/controls/tabs.tsx";
import { Ago, Day } from "../../ui/time/time.tsx";
import { useFollowRuns, WatchedRun } from "../../runs/follow-runs.tsx";
import { LiveRun } from "../../runs/live-run.tsx";
import { inactiveSentence } from "../../connectors/connector-words.ts";
import type { ConnectorProfileViewProps, ConnectorTab } from "./connector-shown.ts";
import { ConnectorState, Post } from "./connector-state.tsx";
import { ConsentPanel } from "./consent-panel.tsx";
import { Hero, VersionMenu } from "../../items/hero.tsx";
import { OpenIt } from "../../items/open-it.tsx";
import { OutputTablesPanel } from "./output-tables-panel.tsx";
import { Pipe } from "./pipe.tsx";
import { PublishOutput } from "./publish/publish-output.tsx";
import { PreviewPanel } from "../../items/preview-panel.tsx";
import { RunHistory, RunStatus } from "../../runs/runs.tsx";
import { SetupPanel } from "./setup/setup-panel.tsx";
import { TryPanel } from "../../trying/try-panel.tsx";
import { SignInPanel } from "./setup/sign-in-panel.tsx";
import { VersionsTable } from "./versions-table.tsx";

export function ConnectorProfileView(props: ConnectorProfileViewProps) {
  const { connector, instance, upgrade, tab, now } = props;
  const here = (name: ConnectorTab) => ({ href: `?tab=${name}`, current: tab === name });
  const lastRun = props.runs[0];
  const tables = instance?.tables.length ?? props.table_count;
  const filled = instance?.tables.filter(({ rows }) => rows !== null) ?? [];
  useFollowRuns(props.runs);
  return (
    <div className="wrap">
      <Hero
        category={connector.category || "API"}
        title={connector.title}
        lead={connector.description}
        image={connector.image}
        state={<ConnectorState {...props} />}
        badges={
          <>
            <KindBadge kind="connector" />
            <VersionMenu
              versions={props.versions}
              shownId={connector.id}
              connectedId={instance?.connector_id ?? null}
            />
            {!connector.is_public && <PrivateBadge />}
            <StatusBadge status={connector.is_draft ? "draft" : connector.status} />
            {!connector.is_latest_version && !connector.is_draft && <Badge tone="warn">Deprecated</Badge>}
          </>
        }
        facts={[
          { label: "Subscribers", value: formatCount(connector.subscriber_count) },
          { label: "Category", value: connector.category || "API" },
          { label: "Author", value: connector.author ?? "Unknown" },
          { label: "Source", value: <Source {...connector} /> },
          { label: `Version ${connector.version} published`, value: <Day at={connector.created_at} /> },
          ...(lastRun
            ? [
                {
                  label: "Last run",
                  value: (
                    <>
                      <RunStatus run={lastRun} /> <Ago at={lastRun.started_at} now={now} />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {upgrade && instance && (
        <Notice
          tone="warn"
          title={`You're connected to v${instance.version}. Consider upgrading.`}
          actions={
            <Post intent="migrate" fields={{ to: upgrade.to_id }}>
              Upgrade to v{upgrade.to_version}
            </Post>
          }
        >
          {upgrade.same_consent
            ? `v${upgrade.to_version} calls the same hosts with the same secrets, so there is nothing to enter again.`
            : `v${upgrade.to_version} calls other hosts or sends secrets elsewhere: you are asked for them again.`}
        </Notice>
      )}
      <Tabs
        label="Connector"
        tabs={[
          { label: "Setup", ...here("setup") },
          {
            label: plural(tables, "Output table"),
            ...here("output"),
            ...(filled.length > 0 ? { count: filled.reduce((sum, { rows }) => sum + (rows ?? 0), 0) } : {}),
          },
          ...(instance ? [{ label: "Runs", ...here("runs"), count: props.run_total }] : []),
          { label: "Definition", ...here("definition") },
          { label: "Versions", ...here("versions"), count: props.versions.length },
        ]}
      />
      <div className="blocks">
        <WatchedRun runs={props.runs} />
        {tab === "setup" && <SetupTab {...props} />}
        {tab === "output" && <Output {...props} />}
        {tab === "output" && props.preview && props.shown_table && (
          <OpenIt origin={props.origin} table={props.shown_table} />
        )}
        {tab === "output" && props.publish && (
          <PublishOutput {...props.publish} shown={props.shown_table} now={now} form={props.form} />
        )}
        {tab === "runs" && <RunsTab {...props} />}
        {tab === "definition" && (
          <section aria-label="Definition">
            <CodeBlock text={props.dsl} name="the definition" />
          </section>
        )}
        {tab === "versions" && <VersionsTable {...props} />}
      </div>
    </div>
  );
}

function Source({ source, api_doc_url }: { source: string | null; api_doc_url: string | null }) {
  if (api_doc_url && /^https?:/.test(api_doc_url)) {
    return (
      <a href={api_doc_url} rel="noreferrer">
        {source && source !== api_doc_url ? source : new URL(api_doc_url).host} <Icon of={ExternalLink} size="sm" />
      </a>
    );
  }
  return source ?? "REST API";
}

function SetupTab(props: ConnectorProfileViewProps) {
  const { connector, instance, setup, runs, signedIn } = props;
  const tables = instance?.tables.length ?? 1;
  const blocked = !instance && connector.status !== "active" ? inactiveSentence : undefined;
  const setupKey = JSON.stringify([setup.revision, instance?.connector_id]);
  return (
    <>
      {props.pipe && (
        <section aria-labelledby="flow-title">
          <div className="block-head">
            <h2 id="flow-title">What a run does</h2>
            {runs[0] && <p className="meta">with your settings, as of run {runs[0].number}</p>}
          </div>
          <Pipe {...props.pipe} />
        </section>
      )}
      {props.sign_in && <SignInPanel signIn={props.sign_in} />}
      {instance && instance.connector_id !== connector.id && (
        <p className="quiet">These are the settings of v{instance.version}, which you are connected to.</p>
      )}
      <div className="bench">
        <SetupPanel
          key={setupKey}
          now={props.now}
          setup={setup}
          connected={instance !== null}
          signedIn={signedIn}
          form={props.form}
          {...(blocked ? { blocked } : {})}
          running={runs[0]?.status === "running"}
          loginHref={hrefWithReturn("/login", `/connector_profile/${connector.id}`)}
        />
        <div className="stack">
          <Output {...props} />
          {props.publish && (
            <p>
              <Link to="?tab=output#publish">
                Publish or share {props.publish.tables.length === 1 ? "this table" : "these tables"}
              </Link>
            </p>
          )}
          <ConsentPanel {...props} />
        </div>
      </div>
      {signedIn && !blocked && (
        <TryPanel
          formId="setup-form"
          hint={`Uses the settings above. Reads at most 5 pages, 5 parent rows and 100 rows. ${instance ? `Your ${plural(tables, "table stays as it is", "tables stay as they are")}.` : "Nothing is stored."}`}
        />
      )}
      {runs.length > 0 && (
        <RunHistory
          runs={runs.slice(0, RUNS_ON_SETUP)}
          picture={runs}
          total={props.run_total}
          now={props.now}
          more="?tab=runs"
        />
      )}
    </>
  );
}

const RUNS_ON_SETUP = 8;

function RunsTab({ history, runs, run_total, progress, now }: ConnectorProfileViewProps) {
  const last = runs[0];
  if (!history || !last)
    return (
      <EmptyState title="Run history" level={2}>
        <p className="quiet">There has been no run yet. Press Run Now on the Setup tab.</p>
      </EmptyState>
    );
  return (
    <>
      {last.status === "running" && <LiveRun run={last} progress={progress} now={now} />}
      <RunHistory runs={history.runs} picture={runs} total={run_total} now={now}>
        {history.pages > 1 && (
          <div className="table-foot">
            <Pager page={history.page} pages={history.pages} />
          </div>
        )}
      </RunHistory>
    </>
  );
}

/** While a run goes on: how far it is, above the rows that stay until it has ended. */
function Output(props: ConnectorProfileViewProps) {
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
