import { ExternalLink } from "../../ui/icons/all.ts";
import { Badge, KindBadge, NewerVersionBadge, PrivateBadge, StatusBadge } from "../../ui/data/badge.tsx";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import type { Fact } from "../../ui/layout/facts.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { formatCount, plural } from "../../ui/data/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { FaultNotice, isOfButton } from "../../ui/feedback/fault-notice.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { type Tab, Tabs } from "../../ui/controls/tabs.tsx";
import { Ago, Day } from "../../ui/time/time.tsx";
import { useFollowRuns, WatchedRun } from "../../runs/follow-runs.tsx";
import { ImagePanel } from "../../images/image-panel.tsx";
import { LiveRun } from "../../runs/live-run.tsx";
import type { ConnectorProfileViewProps, ConnectorTab } from "./connector-page-model.ts";
import { ConnectorState } from "./connector-state.tsx";
import { HistoryLink } from "../../history/history-link.tsx";
import { Hero, VersionMenu } from "../../items/hero.tsx";
import { RunHistory, RunStatus } from "../../runs/runs.tsx";
import { TakeDownLink, TakenDown } from "../../administration/taken-down.tsx";
import { OutputTab } from "./output/output-tab.tsx";
import { StoppedNotices } from "./stopped-notices.tsx";
import { SetupTab } from "./setup-tab.tsx";
import { VersionsTab } from "./versions/versions-tab.tsx";
import { UpgradeNotice } from "./versions/upgrade-notice.tsx";

export function ConnectorProfileView({ form, ...page }: ConnectorProfileViewProps) {
  const props = form && !isOfButton(form) ? { ...page, form } : page;
  const { connector, instance, upgrade, tab } = props;
  useFollowRuns(props.runs);
  return (
    <div className="wrap">
      <Hero
        item={{ ...connector, category: connector.category || "API" }}
        image={props.image}
        state={<ConnectorState {...props} />}
        badges={
          <>
            <KindBadge kind="connector" />
            <VersionMenu versions={props.versions} shownId={connector.id} connectedId={instance?.connectorId ?? null} />
            {!connector.isPublic && <PrivateBadge />}
            <StatusBadge status={connector.status} />
            {!connector.isLatest && <Badge tone="warn">Deprecated</Badge>}
            {upgrade?.isOpen && instance?.connectorId === connector.id && (
              <NewerVersionBadge version={upgrade.toVersion} />
            )}
          </>
        }
        facts={factsOf(props)}
      />
      <UpgradeNotice instance={instance} upgrade={upgrade} />
      <TakenDown reason={connector.takenDown} />
      <StoppedNotices instance={instance} unsafe={props.unsafe} />
      <p className="meta row item-links">
        <HistoryLink kind="connector" id={connector.rootId} own={props.owned} />
        {instance && <HistoryLink kind="instance" id={instance.id} own />}
        <TakeDownLink id={connector.id} reason={connector.takenDown} />
      </p>
      <FaultNotice form={form} />
      <Tabs label="Connector" tabs={tabsOf(props)} />
      <div className="blocks">
        <WatchedRun runs={props.runs} />
        {tab === "setup" && <SetupTab {...props} />}
        {tab === "output" && <OutputTab {...props} />}
        {tab === "runs" && <RunsTab {...props} />}
        {tab === "definition" && <DefinitionTab {...props} />}
        {tab === "versions" && <VersionsTab {...props} />}
      </div>
    </div>
  );
}

function factsOf({ connector, runs, now }: ConnectorProfileViewProps): Fact[] {
  const [lastRun] = runs;
  return [
    { label: "Subscribers", value: formatCount(connector.subscriberCount) },
    { label: "Category", value: connector.category || "API" },
    { label: "Author", value: connector.author ?? "Unknown" },
    { label: "Source", value: <Source {...connector} /> },
    { label: `Version ${connector.version} published`, value: <Day at={connector.createdAt} /> },
    ...(lastRun
      ? [
          {
            label: "Last run",
            value: (
              <>
                <RunStatus run={lastRun} /> <Ago at={lastRun.startedAt} now={now} />
              </>
            ),
          },
        ]
      : []),
  ];
}

function tabsOf({ instance, tab, tableCount, runTotal, versions }: ConnectorProfileViewProps): Tab[] {
  const here = (name: ConnectorTab) => ({ href: `?tab=${name}`, current: tab === name });
  const filled = instance?.tables.filter(({ rows }) => rows !== null) ?? [];
  return [
    { label: "Setup", ...here("setup") },
    {
      label: plural(instance?.tables.length ?? tableCount, "Output table"),
      ...here("output"),
      ...(filled.length > 0 ? { count: filled.reduce((sum, { rows }) => sum + (rows ?? 0), 0) } : {}),
    },
    ...(instance ? [{ label: "Runs", ...here("runs"), count: runTotal }] : []),
    { label: "Definition", ...here("definition") },
    { label: "Versions", ...here("versions"), count: versions.length },
  ];
}

/** The API's host, with a link to its documentation if there is one. */
function Source({ source, apiDocUrl }: Pick<ConnectorProfileViewProps["connector"], "source" | "apiDocUrl">) {
  if (!apiDocUrl || !/^https?:/.test(apiDocUrl)) return source;
  return (
    <>
      {source}{" "}
      <a href={apiDocUrl} rel="noreferrer">
        Documentation <Icon of={ExternalLink} size="sm" />
      </a>
    </>
  );
}

/** The definition, and for the owner the image. */
function DefinitionTab({ definition, owned, image, form }: ConnectorProfileViewProps) {
  return (
    <>
      <section aria-label="Definition">
        <CodeBlock text={definition} name="the definition" />
      </section>
      {owned && <ImagePanel image={image} form={form?.values?.["intent"] === "set-image" ? form : undefined} />}
    </>
  );
}

function RunsTab({ history, runs, runTotal, progress, now }: ConnectorProfileViewProps) {
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
      <RunHistory runs={history.runs} picture={runs} total={runTotal} now={now}>
        {history.pages > 1 && (
          <div className="table-foot">
            <Pager page={history.page} pages={history.pages} />
          </div>
        )}
      </RunHistory>
    </>
  );
}
