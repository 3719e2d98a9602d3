import { Form, Link, useNavigation } from "@remix-run/react";
import { Pencil, Plus, RefreshCw, Search, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { KindBadge, LiveBadge, PrivateBadge, StatusBadge } from "../../ui/data/badge.tsx";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { counted, formatInterval, formatPrice, plural } from "../../ui/data/format.ts";
import type { ItemSummary } from "../../ui/data/item.ts";
import { profileHref } from "../../ui/data/item.ts";
import { Tabs } from "../../ui/controls/tabs.tsx";
import { type ScheduleFacts, ScheduleNote } from "../../ui/time/schedule-note.tsx";
import { Ago } from "../../ui/time/time.tsx";
import { TableNames } from "../../ui/data/table-names.tsx";
import { RemovalEffect } from "../../items/removal-effect.tsx";
import { RejectedLink } from "../../items/rejected-link.tsx";
import { FollowsRun, LookAgain, useFollowRuns, WatchedRun } from "../../runs/follow-runs.tsx";
import { CancelRun, progressWords } from "../../runs/live-run.tsx";
import type { RunSummary } from "../../runs/runs.tsx";
import { RunStatus } from "../../runs/runs.tsx";
import type { StreamPanelProps } from "./stream-panel.tsx";
import { StreamPanel } from "./stream-panel.tsx";

/** A connection of the viewer, with its connector's title and version. */
export type ManagedInstance = {
  id: string;
  connector_id: string;
  title: string;
  version: number;
  is_public: boolean;
  status: string;
  tables: readonly string[];
  refresh_interval: number;
  schedule: ScheduleFacts | null;
  last_run: RunSummary | null;
  progress: RunProgress | null;
};

export type ManageViewProps = {
  now: string;
  counts: { active: number; uploaded: number };
} & (
  | { tab: "active"; instances: ManagedInstance[]; datasets: ItemSummary[] }
  | {
      tab: "uploaded";
      datasets: ItemSummary[];
      connectors: ItemSummary[];
      drafts: { id: string; title: string; updated_at: string }[];
    }
  | { tab: "stream"; stream: StreamPanelProps }
);

export const manageTabs = ["active", "uploaded", "stream"] as const;

/** Posts `intent`: refresh, remove-instance (`instance_id`); cancel (`instance_id`, `run_id`); remove-access, delete-dataset (`dataset_id`); edit-connector, delete-connector (`connector_id`); discard-draft (`draft_id`); generate-key. */
export function ManageView(props: ManageViewProps) {
  useFollowRuns(props.tab === "active" ? lastRuns(props.instances) : []);
  return (
    <div className="wrap">
      <div className="top">
        <h1>Manage Data</h1>
        <Tabs
          label="Manage Data"
          tabs={[
            {
              label: "Active Datasets & Connectors",
              href: "/manage?tab=active",
              current: props.tab === "active",
              count: props.counts.active,
            },
            {
              label: "Uploaded Data",
              href: "/manage?tab=uploaded",
              current: props.tab === "uploaded",
              count: props.counts.uploaded,
            },
            { label: "Stream Data", href: "/manage?tab=stream", current: props.tab === "stream" },
          ]}
        />
      </div>
      {props.tab === "active" && <ActiveTab {...props} />}
      {props.tab === "uploaded" && <UploadedTab {...props} />}
      {props.tab === "stream" && <StreamPanel {...props.stream} />}
    </div>
  );
}

function lastRuns(instances: readonly ManagedInstance[]): RunSummary[] {
  return instances.flatMap(({ last_run }) => last_run ?? []);
}

function Group({ title, id, end, children }: { title: string; id: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <div className="block-head">
        <h2 id={id}>{title}</h2>
        <span className="end">{end}</span>
      </div>
      {children}
    </section>
  );
}

/** A button that posts one intent with the id it is about. */
function Act({
  intent,
  field,
  id,
  icon,
  children,
  off,
}: {
  intent: string;
  field: string;
  id: string;
  icon: typeof RefreshCw;
  children: ReactNode;
  off?: boolean;
}) {
  const posted = useNavigation().formData;
  const busy = posted?.get("intent") === intent && posted.get(field) === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={field} value={id} />
      {intent === "refresh" && <FollowsRun />}
      <Button small icon={icon} off={busy || off}>
        {children}
      </Button>
    </Form>
  );
}

function ActiveTab({ instances, datasets, now }: Extract<ManageViewProps, { tab: "active" }>) {
  return (
    <div className="blocks">
      <WatchedRun runs={lastRuns(instances)} />
      <Group
        title="Active API Connectors"
        id="active-connectors"
        end={
          <ButtonLink icon={Search} to="/datastore">
            Find more
          </ButtonLink>
        }
      >
        {instances.length === 0 ? (
          <EmptyState title="No active connectors yet.">
            <p className="quiet">Connect one from the DataStore to run it and stream its tables from here.</p>
          </EmptyState>
        ) : (
          <ul className="panel managed">
            {instances.map((one) => (
              <li key={one.id}>
                <div>
                  <h3 className="name">
                    <Link to={`/connector_profile/${one.connector_id}`}>{one.title}</Link>
                  </h3>
                  <p className="badges">
                    <KindBadge kind="connector" version={one.version} />
                    {!one.is_public && <PrivateBadge />}
                    <StatusBadge status={one.status === "deprecated" ? "active" : one.status} />
                  </p>
                  <p className="meta row">
                    <span>
                      <TableNames names={one.tables} />
                    </span>
                    <span>{formatInterval(one.refresh_interval)}</span>
                    {one.schedule && <ScheduleNote schedule={one.schedule} now={now} />}
                    {one.last_run ? (
                      <LastRun run={one.last_run} progress={one.progress} now={now} />
                    ) : (
                      <span>never run</span>
                    )}
                  </p>
                  {one.last_run?.error && <p className="meta">{one.last_run.error}</p>}
                </div>
                <div className="acts">
                  <ButtonLink
                    small
                    icon={Pencil}
                    to={`/connector_profile/${one.connector_id}?tab=setup`}
                    aria-label={`Edit ${one.title}`}
                  >
                    Edit
                  </ButtonLink>
                  {one.last_run?.status === "running" ? (
                    <CancelRun run={one.last_run} about={one.title} fields={{ instance_id: one.id }} />
                  ) : (
                    <Act intent="refresh" field="instance_id" id={one.id} icon={RefreshCw}>
                      Refresh<span className="visually-hidden"> {one.title}</span>
                    </Act>
                  )}
                  <Confirm
                    name={`instance-${one.id}`}
                    label={
                      <>
                        Remove<span className="visually-hidden"> {one.title}</span>
                      </>
                    }
                    title={`Remove your connection to ${one.title}?`}
                    verb="Remove"
                    fields={{ intent: "remove-instance", instance_id: one.id }}
                  >
                    <RemovalEffect tables={one.tables} />
                  </Confirm>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Group>
      <Group title="Accessible Datasets" id="accessible-datasets">
        {datasets.length === 0 ? (
          <EmptyState title="No accessible datasets yet.">
            <p className="quiet">
              Datasets you connect to appear here. <Link to="/datastore?type=dataset">See the datasets</Link>
            </p>
          </EmptyState>
        ) : (
          <ul className="panel managed">
            {datasets.map((one) => (
              <Managed key={one.id} item={one} now={now}>
                <Confirm
                  name={`dataset-${one.id}`}
                  label={
                    <>
                      Remove<span className="visually-hidden"> {one.title}</span>
                    </>
                  }
                  title={`Remove your access to ${one.title}?`}
                  verb="Remove"
                  fields={{ intent: "remove-access", dataset_id: one.id }}
                >
                  <p>
                    Your streams of it stop. If its owner has deleted it and you are the last one, it is deleted with
                    its rows.
                  </p>
                </Confirm>
              </Managed>
            ))}
          </ul>
        )}
      </Group>
    </div>
  );
}

function LastRun({ run, progress, now }: { run: RunSummary; progress: RunProgress | null; now: string }) {
  return (
    <span>
      <Link className="plain-link" to={`/run/${run.id}`}>
        <RunStatus run={run} />
        <span className="visually-hidden"> run {run.number}</span>
      </Link>{" "}
      <Ago at={run.started_at} now={now} />
      {run.status === "running" ? (
        <>
          , {progressWords(progress)} <LookAgain runId={run.id} />
        </>
      ) : (
        run.row_count !== null && `, ${counted(run.row_count, "row")}`
      )}
    </span>
  );
}

function UploadedTab({ datasets, connectors, drafts, now }: Extract<ManageViewProps, { tab: "uploaded" }>) {
  return (
    <div className="blocks">
      <Group
        title="Uploaded Datasets"
        id="uploaded-datasets"
        end={
          <ButtonLink icon={Upload} to="/upload?tab=dataset">
            Upload Dataset
          </ButtonLink>
        }
      >
        {datasets.length === 0 ? (
          <EmptyState title="No uploaded datasets yet.">
            <p className="quiet">A CSV file becomes a table with types, a preview and an address of its own.</p>
          </EmptyState>
        ) : (
          <ul className="panel managed">
            {datasets.map((one) => (
              <Managed key={one.id} item={one} now={now}>
                <ButtonLink
                  small
                  icon={Pencil}
                  to={`/dataset_profile/${one.id}?edit=1`}
                  aria-label={`Edit ${one.title}`}
                >
                  Edit
                </ButtonLink>
                <Confirm
                  name={`dataset-${one.id}`}
                  label={
                    <>
                      Remove<span className="visually-hidden"> {one.title}</span>
                    </>
                  }
                  title={`Delete ${one.title}?`}
                  verb="Delete"
                  fields={{ intent: "delete-dataset", dataset_id: one.id }}
                >
                  <p>
                    {one.subscriber_count > 0
                      ? `${counted(one.subscriber_count, "user")} ${plural(one.subscriber_count, "has", "have")} access: it is hidden from the DataStore at once and deleted when the last one removes it.`
                      : "Its rows, streams and DataStore listing are removed immediately."}
                  </p>
                </Confirm>
              </Managed>
            ))}
          </ul>
        )}
      </Group>
      <Group
        title="Created Connectors"
        id="created-connectors"
        end={
          <ButtonLink icon={Plus} to="/upload?tab=connector">
            Create Connector
          </ButtonLink>
        }
      >
        {connectors.length + drafts.length === 0 ? (
          <EmptyState title="No created connectors yet.">
            <p className="quiet">
              Describe a REST API in a few lines of JSON, and others can connect to it with their own key.
            </p>
          </EmptyState>
        ) : (
          <ul className="panel managed">
            {drafts.map((one) => (
              <li key={one.id}>
                <div>
                  <h3 className="name">
                    <Link to={`/upload?edit=${one.id}`}>{one.title || "Untitled"}</Link>
                  </h3>
                  <p className="badges">
                    <StatusBadge status="draft" />
                  </p>
                  <p className="meta">
                    saved <Ago at={one.updated_at} now={now} />
                  </p>
                </div>
                <div className="acts">
                  <ButtonLink
                    small
                    icon={Pencil}
                    to={`/upload?edit=${one.id}`}
                    aria-label={`Edit the draft ${one.title}`}
                  >
                    Edit
                  </ButtonLink>
                  <Confirm
                    name={`draft-${one.id}`}
                    label={
                      <>
                        Discard<span className="visually-hidden"> the draft {one.title}</span>
                      </>
                    }
                    title={`Discard the draft ${one.title || "Untitled"}?`}
                    verb="Discard"
                    fields={{ intent: "discard-draft", draft_id: one.id }}
                  >
                    <p>What it holds is lost. The published versions stay as they are.</p>
                  </Confirm>
                </div>
              </li>
            ))}
            {connectors.map((one) => (
              <Managed key={one.id} item={one} now={now}>
                <Act
                  intent="edit-connector"
                  field="connector_id"
                  id={one.id}
                  icon={Pencil}
                  off={one.status === "inactive"}
                >
                  Edit<span className="visually-hidden"> {one.title}</span>
                </Act>
                <Confirm
                  name={`connector-${one.id}`}
                  label={
                    <>
                      Remove<span className="visually-hidden"> {one.title}</span>
                    </>
                  }
                  title={`Delete ${one.title}?`}
                  verb="Delete"
                  fields={{ intent: "delete-connector", connector_id: one.id }}
                >
                  <p>
                    {one.subscriber_count > 0
                      ? `${counted(one.subscriber_count, "user")} ${plural(one.subscriber_count, "is", "are")} connected: it becomes inactive and goes when the last one leaves.`
                      : "All its versions leave the DataStore."}
                  </p>
                </Confirm>
              </Managed>
            ))}
          </ul>
        )}
      </Group>
    </div>
  );
}

function Managed({ item, now, children }: { item: ItemSummary; now: string; children: ReactNode }) {
  return (
    <li>
      <div>
        <h3 className="name">
          <Link to={profileHref(item)}>{item.title}</Link>
        </h3>
        <p className="badges">
          <KindBadge kind={item._type} version={item.version} />
          {item.live && <LiveBadge />}
          {!item.is_public && <PrivateBadge />}
          <StatusBadge status={item.status} />
        </p>
        <p className="meta row">
          {item._type === "dataset" && <span>{formatPrice(item.price)}</span>}
          {typeof item.row_count === "number" && <span>{counted(item.row_count, "row")}</span>}
          <span>{counted(item.subscriber_count, "user")}</span>
          {item.updated_at && <Ago prefix="updated " at={item.updated_at} now={now} />}
        </p>
        {(item.rejected ?? 0) > 0 && (
          <p className="meta">
            <RejectedLink id={item.id} rejected={item.rejected ?? 0} about={item.title} />
          </p>
        )}
      </div>
      <div className="acts">{children}</div>
    </li>
  );
}
