import { Link } from "@remix-run/react";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import { ChevronLeft, ChevronRight } from "../../ui/icons/all.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { type Fact, Facts } from "../../ui/layout/facts.tsx";
import { counted, formatCount, formatDuration, formatExact, plural } from "../../ui/data/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Ago } from "../../ui/time/time.tsx";
import { TableNames } from "../../ui/data/table-names.tsx";
import type { RunDetails } from "../../runs/run-calls.ts";
import { RunStatus, type RunSummary } from "../../runs/runs.tsx";
import { AskRestart } from "./ask-restart.tsx";
import { useFollowRuns } from "../../runs/follow-runs.tsx";
import { LiveRun } from "../../runs/live-run.tsx";
import { type OperationShown, OperationsTable } from "./operations-table.tsx";
import { ReachedTable } from "./reached-table.tsx";
import { RequestLog, type RequestLogProps } from "./request-log.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";
import { CodeList } from "../../ui/data/code-list.tsx";

export type RunViewProps = {
  now: string;
  run: RunSummary &
    Pick<RunDetails, "instanceId" | "override" | "restart" | "settingKeys" | "ownSettings" | "asks"> & {
      readonly operations: readonly OperationShown[];
    };
  progress: RunProgress | null;
  /** Others are auditors: they change nothing. */
  isOwner: boolean;
  connector: { href: string; title: string };
  /** Name of the table that each operation fills. */
  tables: Readonly<Record<string, string>>;
  /** Number of the instance's newest run. */
  newest: number;
  /** null if it is no longer stored. */
  log: RequestLogProps | null;
};

/** Posts `intent=cancel` and `intent=restart`. */
export function RunView({
  run,
  isOwner,
  progress,
  connector,
  tables,
  newest,
  log,
  now,
  form,
}: RunViewProps & { form?: FormState }) {
  const names = Object.values(tables);
  useFollowRuns([run]);
  return (
    <div className="wrap">
      <PageHead
        above={[
          { to: "/manage", label: "Manage Data" },
          { to: `${connector.href}?tab=runs`, label: connector.title },
        ]}
        title={`Run ${run.number} of ${connector.title}`}
        beside={<RunStatus run={run} />}
      >
        <OtherRuns run={run} newest={newest} />
        <Facts facts={factsOf({ run, log, names, now, connector })} />
      </PageHead>
      <FaultNotice form={form} />
      <div className="blocks">
        {run.status === "running" && isOwner && <LiveRun run={run} progress={progress} now={now} ownPage />}
        <RunNotices run={run} names={names} newest={newest} isOwner={isOwner} />
        {run.status !== "running" && progress && progress.operations.length > 0 && (
          <ReachedTable operations={progress.operations} />
        )}
        {run.operations.length > 0 && (
          <OperationsTable
            operations={run.operations}
            tables={tables}
            narrows={log !== null && run.operations.length > 1}
            said={run.error}
          />
        )}
        <RanWith run={run} tables={names.length} connector={connector} />
        {log && log.total > 0 && <RequestLog {...log} />}
        {!log && (
          <p className="quiet">
            {isOwner
              ? "The requests of this run are not kept any more."
              : "The requests of a run are shown to the owner of the connection only."}
          </p>
        )}
      </div>
    </div>
  );
}

function OtherRuns({ run, newest }: Pick<RunViewProps, "run" | "newest">) {
  return (
    <nav className="state" aria-label="Other runs">
      {run.number > 1 && (
        <ButtonLink
          small
          icon={ChevronLeft}
          to={`/run/${run.instanceId}-${run.number - 1}`}
          rel="prev"
          aria-label={`Earlier: run ${run.number - 1}`}
        >
          Run {run.number - 1}
        </ButtonLink>
      )}
      {run.number < newest && (
        <ButtonLink
          small
          to={`/run/${run.instanceId}-${run.number + 1}`}
          rel="next"
          aria-label={`Later: run ${run.number + 1}`}
        >
          Run {run.number + 1}
          <Icon of={ChevronRight} size="sm" />
        </ButtonLink>
      )}
    </nav>
  );
}

function factsOf({
  run,
  log,
  names,
  now,
  connector,
}: Pick<RunViewProps, "run" | "log" | "now" | "connector"> & { names: string[] }): Fact[] {
  return [
    {
      label: "Started",
      value: (
        <>
          <Ago at={run.startedAt} now={now} />, {run.trigger === "manual" ? "manual" : "by schedule"}
        </>
      ),
    },
    ...(run.endedAt ? [{ label: "Ended", value: formatExact(run.endedAt) }] : []),
    { label: run.endedAt ? "Duration" : "So far", value: formatDuration(run.startedAt, run.endedAt ?? now) },
    ...(run.rowCount === null ? [] : [{ label: "Rows", value: formatCount(run.rowCount) }]),
    ...(run.pages === null ? [] : [{ label: "Pages", value: formatCount(run.pages) }]),
    ...(log ? [{ label: "Requests", value: formatCount(log.total) }] : []),
    { label: "Version", value: run.version === null ? "unknown" : <Link to={connector.href}>v{run.version}</Link> },
    ...(names.length > 0 ? [{ label: plural(names.length, "Table"), value: <TableNames names={names} /> }] : []),
  ];
}

/** Notices about how the run ended: why it failed, its warnings, what the owner has to decide. */
function RunNotices({
  run,
  names,
  newest,
  isOwner,
}: Pick<RunViewProps, "run" | "newest" | "isOwner"> & { names: string[] }) {
  return (
    <>
      {run.error && (
        <Notice tone={run.status === "partial" ? "warn" : "bad"} title={run.error}>
          {run.status === "partial" ? "The other rows are stored." : `No row was stored; ${asBefore(names)}.`}
        </Notice>
      )}
      {run.asks && run.number === newest && isOwner && (
        <AskRestart tables={names} replaceable={run.asks === "restart_or_replace"} ownSettings={run.ownSettings} />
      )}
      {run.status === "cancelled" && (
        <Notice title="This run was cancelled.">No row was stored; {asBefore(names)}.</Notice>
      )}
      {run.warnings.length > 0 && (
        <Notice tone="warn" title={`${counted(run.warnings.length, "thing")} to know`}>
          {run.warnings.map((text) => (
            <span className="run-why" key={text}>
              {text}
            </span>
          ))}
        </Notice>
      )}
    </>
  );
}

function asBefore(names: readonly string[]): string {
  return names.length > 1 ? "the tables are as they were" : "the table is as it was";
}

function RanWith({ run, tables, connector }: Pick<RunViewProps, "run" | "connector"> & { tables: number }) {
  return (
    <Block id="with-title" title="What it ran with">
      <div className="panel panel-body">
        <p>
          <Link to={connector.href}>
            {connector.title}
            {run.version === null ? "" : ` v${run.version}`}
          </Link>
          .{" "}
          {run.settingKeys.length === 0 ? (
            "No settings."
          ) : (
            <>
              {counted(run.settingKeys.length, "setting")}: <CodeList names={run.settingKeys} />.
            </>
          )}{" "}
          {run.override
            ? `It replaces the ${plural(tables, "table")}, unless the definition says otherwise.`
            : "It keeps the rows of earlier runs, unless the definition says otherwise."}{" "}
          {run.restart && "It may add all rows again."}{" "}
          <Link to={`/history/instance/${run.instanceId}?as_of=${encodeURIComponent(run.startedAt)}`}>
            The connection at this moment
          </Link>
        </p>
      </div>
    </Block>
  );
}
