import { Link } from "@remix-run/react";
import { Pencil, Plug, RefreshCw, Search, Table2, Upload } from "../../ui/icons/all.ts";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import { RemovalEffect } from "../../items/removal-effect.tsx";
import { FollowsRun, LookAgain, WatchedRun } from "../../runs/follow-runs.tsx";
import { CancelRun, progressWords } from "../../runs/live-run.tsx";
import { RunStatus, type RunSummary } from "../../runs/runs.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { CursorPager, Pager } from "../../ui/controls/pager.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { ItemBadges, NewerVersionBadge } from "../../ui/data/badge.tsx";
import { counted, formatInterval } from "../../ui/data/format.ts";
import { TableNames } from "../../ui/data/table-names.tsx";
import { PostButton } from "../../ui/form/post-button.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { ScheduleNote } from "../../ui/time/schedule-note.tsx";
import { Ago } from "../../ui/time/time.tsx";
import type { ManageTab } from "./manage-page.ts";
import { lastRuns, type ManagedInstance, type ManagedItems } from "./manage-shown.ts";
import { ManagedItem, ManagedRow, ManagedRows } from "./managed-row.tsx";

/** What the viewer is connected to: connectors with their last run, and datasets. */
export function ActiveTab({ instances, instancePages, datasets, now, isNew }: ManageTab<"active">) {
  return (
    <div className="blocks">
      {isNew && <FirstSteps />}
      <WatchedRun runs={lastRuns(instances)} />
      <Block
        title="Active API Connectors"
        id="active-connectors"
        end={
          <ButtonLink icon={Search} to="/datastore">
            Find more
          </ButtonLink>
        }
      >
        <ManagedRows
          empty="active connectors"
          hint="Connect one from the DataStore to run it and stream its tables from here."
        >
          {instances.map((one) => (
            <Instance key={one.id} {...one} now={now} />
          ))}
        </ManagedRows>
        <Pager {...instancePages} />
      </Block>
      <AccessibleDatasets datasets={datasets} now={now} />
    </div>
  );
}

/** Three ways to begin, for who has nothing yet. */
function FirstSteps() {
  return (
    <section aria-labelledby="begin">
      <h2 id="begin">What do you want to do first?</h2>
      <ul className="first-steps">
        {FIRST_STEPS.map(({ icon, title, say, to }) => (
          <li className="panel panel-body" key={to}>
            <h3>
              <Link to={to}>
                <Icon of={icon} /> {title}
              </Link>
            </h3>
            <p className="quiet">{say}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FIRST_STEPS = [
  {
    icon: Table2,
    title: "Open a table",
    say: "Find a dataset, connect to it, and download it or open it in Excel, Power BI or pandas.",
    to: "/datastore?type=dataset",
  },
  {
    icon: Upload,
    title: "Publish a file",
    say: "Upload a CSV file. You see its columns before anything is published, and decide who reads it.",
    to: "/upload?tab=dataset",
  },
  {
    icon: Plug,
    title: "Connect an API",
    say: "Choose a connector, enter what it asks for, and run it: its rows become a table of yours.",
    to: "/datastore?type=connector",
  },
];

function Instance({ now, ...one }: ManagedInstance & { now: string }) {
  return (
    <ManagedRow
      href={`/connector_profile/${one.connectorId}`}
      title={one.title}
      acts={<InstanceActions {...one} />}
      badges={
        <>
          <ItemBadges item={{ ...one, kind: "connector" }} />
          {one.newer && <NewerVersionBadge version={one.newer.version} />}
        </>
      }
    >
      <p className="meta row">
        <span>
          <TableNames names={one.tables} />
        </span>
        <span>{formatInterval(one.refreshInterval)}</span>
        {one.schedule && <ScheduleNote schedule={one.schedule} now={now} />}
        {one.lastRun ? <LastRun run={one.lastRun} progress={one.progress} now={now} /> : <span>never run</span>}
      </p>
      {one.stopped && <p className="meta">{one.stopped}</p>}
      {one.lastRun?.error && <p className="meta">{one.lastRun.error}</p>}
    </ManagedRow>
  );
}

function InstanceActions({ id, connectorId, title, lastRun, tables, newer }: ManagedInstance) {
  return (
    <>
      {newer && (
        <PostButton
          small
          intent="migrate"
          action={`/connector_profile/${connectorId}`}
          fields={{ to: newer.id }}
          title={`Moves your connection to version ${newer.version}`}
        >
          {`Upgrade to v${newer.version}`}
          <span className="visually-hidden"> of {title}</span>
        </PostButton>
      )}
      <ButtonLink small icon={Pencil} to={`/connector_profile/${connectorId}?tab=setup`} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      {lastRun?.status === "running" ? (
        <CancelRun run={lastRun} about={title} fields={{ instance_id: id }} />
      ) : (
        <PostButton small intent="refresh" fields={{ instance_id: id }} more={<FollowsRun />} icon={RefreshCw}>
          Refresh<span className="visually-hidden"> {title}</span>
        </PostButton>
      )}
      <Confirm
        name={`instance-${id}`}
        label="Remove"
        about={title}
        title={`Remove your connection to ${title}?`}
        verb="Remove"
        fields={{ intent: "remove-instance", instance_id: id }}
      >
        <RemovalEffect tables={tables} />
      </Confirm>
    </>
  );
}

function LastRun({ run, progress, now }: { run: RunSummary; progress: RunProgress | null; now: string }) {
  return (
    <span>
      <Link className="plain-link" to={`/run/${run.id}`}>
        <RunStatus run={run} />
        <span className="visually-hidden"> run {run.number}</span>
      </Link>{" "}
      <Ago at={run.startedAt} now={now} />
      {run.status === "running" ? (
        <>
          , {progressWords(progress)} <LookAgain runId={run.id} />
        </>
      ) : (
        run.rowCount !== null && `, ${counted(run.rowCount, "row")}`
      )}
    </span>
  );
}

function AccessibleDatasets({ datasets, now }: { datasets: ManagedItems; now: string }) {
  return (
    <Block title="Accessible Datasets" id="accessible-datasets">
      <ManagedRows
        empty="accessible datasets"
        hint={
          <>
            Datasets you connect to appear here. <Link to="/datastore?type=dataset">See the datasets</Link>
          </>
        }
      >
        {datasets.items.map((one) => (
          <ManagedItem
            key={one.id}
            item={one}
            now={now}
            acts={
              <Confirm
                name={`dataset-${one.id}`}
                label="Remove"
                about={one.title}
                title={`Remove your access to ${one.title}?`}
                verb="Remove"
                fields={{ intent: "remove-access", dataset_id: one.id }}
              >
                <p>
                  Your streams of it stop. If its owner has deleted it and you are the last one, it is deleted with its
                  rows.
                </p>
              </Confirm>
            }
          />
        ))}
      </ManagedRows>
      <CursorPager {...datasets} prefix="access_" label="Pages of accessible datasets" />
    </Block>
  );
}
