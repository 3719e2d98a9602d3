import { Form, Link, useNavigation } from "@remix-run/react";
import { Database, ExternalLink, Globe, KeyRound, Pencil, Plug, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, KindBadge, PrivateBadge, StatusBadge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import type { PreviewRows } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useFollow } from "../../ui/follow.ts";
import type { FormState } from "../../ui/form-state.ts";
import { counted, formatCount } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Ago, Day } from "../../ui/time.tsx";
import type { VersionRow } from "./hero.tsx";
import { Hero, VersionMenu, versionWord } from "./hero.tsx";
import type { PipeProps } from "./pipe.tsx";
import { Pipe } from "./pipe.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import type { RunSummary } from "./runs.tsx";
import { RunHistory, RunStatus } from "./runs.tsx";
import type { Setup } from "./setup-panel.tsx";
import { SetupPanel } from "./setup-panel.tsx";

export const connectorTabs = ["setup", "output", "definition", "versions"] as const;
export type ConnectorTab = (typeof connectorTabs)[number];

export type ConnectorProfileViewProps = {
  now: string;
  tab: ConnectorTab;
  connector: {
    id: string; title: string; description: string; category: string; author: string | null; source: string | null; api_doc_url: string | null;
    image: string | null; version: number; status: string; is_latest_version: boolean; is_draft: boolean; is_public: boolean;
    subscriber_count: number; created_at: string;
  };
  /** The definition as text, indented. */
  dsl: string;
  versions: VersionRow[];
  signedIn: boolean;
  owned: boolean;
  /** The viewer's connection to any version of this lineage. */
  instance: { id: string; connector_id: string; version: number; since: string; output_table_name: string } | null;
  /** Where Connect leads when something must be filled in first, otherwise it connects at once. */
  connectNeedsSetup: boolean;
  /** Set when a newer version than the connected one exists, and how to get there. */
  upgrade: { to_id: string; to_version: number; same_consent: boolean } | null;
  setup: Setup;
  pipe: PipeProps | null;
  consent: { hosts: string[]; secret_places: string[]; agreed_at: string | null };
  runs: RunSummary[];
  run_total: number;
  preview: PreviewRows | null;
  form?: FormState;
};

const inactiveSentence = "This connector is inactive and cannot accept new connections.";

export function ConnectorProfileView(props: ConnectorProfileViewProps) {
  const { connector, instance, upgrade, tab, now } = props;
  const here = (name: ConnectorTab) => ({ href: `?tab=${name}`, current: tab === name });
  const lastRun = props.runs[0];
  useFollow(lastRun?.status === "running");
  return (
    <div className="wrap">
      <Hero
        category={connector.category || "API"} title={connector.title} lead={connector.description} image={connector.image} state={<State {...props} />}
        badges={(
          <>
            <KindBadge kind="connector" />
            <VersionMenu versions={props.versions} shownId={connector.id} connectedId={instance?.connector_id ?? null} />
            {!connector.is_public && <PrivateBadge />}
            <StatusBadge status={connector.is_draft ? "draft" : connector.status === "deprecated" ? "active" : connector.status} />
            {!connector.is_latest_version && !connector.is_draft && <Badge tone="warn">Deprecated</Badge>}
          </>
        )}
        facts={[
          { label: "Subscribers", value: formatCount(connector.subscriber_count) },
          { label: "Category", value: connector.category || "API" },
          { label: "Author", value: connector.author ?? "Unknown" },
          { label: "Source", value: <Source {...connector} /> },
          { label: `Version ${connector.version} published`, value: <Day at={connector.created_at} /> },
          ...(lastRun ? [{ label: "Last run", value: <><RunStatus run={lastRun} /> <Ago at={lastRun.started_at} now={now} /></> }] : []),
        ]}
      />
      {upgrade && instance && (
        <Notice
          tone="warn" title={`You're connected to v${instance.version}. Consider upgrading.`}
          actions={<Post intent="migrate" fields={{ to: upgrade.to_id }}>Upgrade to v{upgrade.to_version}</Post>}
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
          { label: "Output table", ...here("output"), ...(props.preview ? { count: props.preview.total } : {}) },
          { label: "Definition", ...here("definition") },
          { label: "Versions", ...here("versions"), count: props.versions.length },
        ]}
      />
      <div className="blocks">
        {tab === "setup" && <SetupTab {...props} />}
        {tab === "output" && <Output {...props} />}
        {tab === "definition" && <section aria-label="Definition"><CodeBlock text={props.dsl} name="the definition" /></section>}
        {tab === "versions" && <Versions {...props} />}
      </div>
    </div>
  );
}

function Source({ source, api_doc_url }: { source: string | null; api_doc_url: string | null }) {
  if (api_doc_url && /^https?:/.test(api_doc_url)) {
    return <a href={api_doc_url} rel="noreferrer">{source && source !== api_doc_url ? source : new URL(api_doc_url).host} <Icon of={ExternalLink} size="sm" /></a>;
  }
  return source ?? "REST API";
}

/** One button that posts an intent with some fields. */
function Post({ intent, fields = {}, kind, children, icon }: { intent: string; fields?: Record<string, string>; kind?: "primary" | "plain" | "quiet"; children: ReactNode; icon?: typeof Plug }) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <Button kind={kind} icon={icon} off={busy} small={kind === undefined}>{children}</Button>
    </Form>
  );
}

function State(props: ConnectorProfileViewProps) {
  const { connector, instance, owned } = props;
  return (
    <>
      {instance && <span className="status status-ok">Connected to v{instance.version} since <Day at={instance.since} /></span>}
      {instance
        ? (
          <Confirm name="remove" label="Remove" kind="quiet" small={false} title={`Remove your connection to ${connector.title}?`} verb="Remove" fields={{ intent: "remove" }}>
            <p>Its output table <code>{instance.output_table_name}</code> is deleted, its stored secrets too, and every stream that reads it stops.</p>
          </Confirm>
        )
        : <Connect {...props} />}
      {owned && (
        <>
          <Form method="post"><input type="hidden" name="intent" value="edit" /><Button icon={Pencil} off={connector.status === "inactive"} title={connector.status === "inactive" ? "An inactive version cannot be edited." : undefined}>Edit</Button></Form>
          {connector.status !== "inactive" && (
            <Confirm name="deactivate" label="Make inactive" kind="plain" small={false} title={`Make v${connector.version} inactive?`} verb="Make inactive" fields={{ intent: "deactivate" }}>
              <p>It accepts no new connections. {connector.subscriber_count > 0 ? `${counted(connector.subscriber_count, "user")} keep theirs.` : "Nobody is connected now."}</p>
            </Confirm>
          )}
          <Confirm name="delete" label="Delete" small={false} title={`Delete ${connector.title}?`} verb="Delete" fields={{ intent: "delete" }}>
            <p>{connector.subscriber_count > 0 ? `${counted(connector.subscriber_count, "user")} are connected: it becomes inactive and goes when the last one leaves.` : "All its versions leave the DataStore. Its history stays for auditors."}</p>
          </Confirm>
        </>
      )}
    </>
  );
}

function Connect({ connector, signedIn, connectNeedsSetup, owned }: ConnectorProfileViewProps) {
  if (connector.is_draft) return null;
  if (connector.status !== "active") {
    return (
      <span className="row">
        <span className="meta">{inactiveSentence}</span>
        <Button icon={Plug} off title={inactiveSentence}>Connect</Button>
      </span>
    );
  }
  const kind = owned ? "plain" : "primary";
  if (!signedIn) return <ButtonLink kind={kind} icon={Plug} to={`/login?redirect=${encodeURIComponent(`/connector_profile/${connector.id}`)}`}>Connect</ButtonLink>;
  if (connectNeedsSetup) return <ButtonLink kind={kind} icon={Plug} to={`/connector-setup/${connector.id}`}>Connect</ButtonLink>;
  return <Post intent="connect" kind={kind} icon={Plug}>Connect</Post>;
}

function SetupTab(props: ConnectorProfileViewProps) {
  const { connector, instance, setup, runs, signedIn } = props;
  const blocked = !instance && connector.status !== "active" ? inactiveSentence : undefined;
  const setupKey = JSON.stringify([setup.settings, setup.headers, setup.refresh_interval, setup.override, instance?.id]);
  return (
    <>
      {props.pipe && (
        <section aria-labelledby="flow-title">
          <div className="block-head"><h2 id="flow-title">What a run does</h2>{runs[0] && <p className="meta">with your settings, as of run {runs[0].number}</p>}</div>
          <Pipe {...props.pipe} />
        </section>
      )}
      <div className="bench">
        <SetupPanel
          key={setupKey} setup={setup} connected={instance !== null} signedIn={signedIn} form={props.form} {...(blocked ? { blocked } : {})} running={runs[0]?.status === "running"}
          loginHref={`/login?redirect=${encodeURIComponent(`/connector_profile/${connector.id}`)}`}
        />
        <div className="stack">
          <Output {...props} />
          <Consent {...props} />
        </div>
      </div>
      {runs.length > 0 && <RunHistory runs={runs} total={props.run_total} now={props.now} />}
    </>
  );
}

function Output({ preview, instance, runs }: ConnectorProfileViewProps) {
  const last = runs[0];
  if (last?.status === "running") {
    return <div aria-busy="true" className="panel empty"><h2>Output Table Preview</h2><p className="status status-run">Run {last.number} is running. The rows appear when it has ended.</p><ButtonLink small to="?tab=setup" preventScrollReset>Look again</ButtonLink></div>;
  }
  if (!preview) {
    return (
      <EmptyState title="Output Table Preview" level={2}>
        <p className="quiet">{instance ? "No run has brought rows yet. Press Run Now." : "Connect and run it, and the rows stand here."}</p>
      </EmptyState>
    );
  }
  return <PreviewPanel title="Output Table Preview" preview={preview} latest note={<>Latest 100 rows fetched{instance && <> of <code>{instance.output_table_name}</code></>}</>} />;
}

function Consent({ consent, instance }: ConnectorProfileViewProps) {
  return (
    <section className="panel" aria-labelledby="consent-title">
      <div className="panel-head"><h2 id="consent-title">{instance ? "What you agreed to" : "What connecting means"}</h2>{consent.agreed_at && <span className="meta"><Day at={consent.agreed_at} /></span>}</div>
      <ul className="panel-body consent">
        <li><Icon of={Globe} /><span>It calls {consent.hosts.map((host, at) => <span key={host}>{at > 0 && ", "}<code>{host}</code></span>)} and no other host.</span></li>
        <li><Icon of={KeyRound} /><span>{consent.secret_places.length ? <>Your secrets go there in {consent.secret_places.join(", ")}, nowhere else. They are kept encrypted; the connector's author never sees them.</> : "It needs no secret of yours."}</span></li>
        <li><Icon of={Database} /><span>It writes {instance ? <>the table <code>{instance.output_table_name}</code></> : "a table of your own"}, which only you can read.</span></li>
        <li><Icon of={ShieldCheck} /><span>If a version wants more than this, your runs stop and you are asked first.</span></li>
      </ul>
    </section>
  );
}

function Versions({ versions, connector, instance }: ConnectorProfileViewProps) {
  return (
    <section aria-label="Versions" className="panel">
      <div className="table-scroll" role="region" aria-label="All versions" tabIndex={0}>
        <table className="table">
          <thead><tr><th scope="col">Version</th><th scope="col">State</th><th scope="col">Published</th></tr></thead>
          <tbody>
            {versions.map((one) => (
              <tr key={one.id}>
                <td>{one.id === connector.id ? <strong>v{one.version}</strong> : <Link to={one.is_draft ? `/upload?edit=${one.id}` : `/connector_profile/${one.id}`}>{one.is_draft ? "Draft" : `v${one.version}`}</Link>}</td>
                <td>{versionWord(one)}{one.id === instance?.connector_id && ", you are connected"}</td>
                <td><Day at={one.created_at} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
