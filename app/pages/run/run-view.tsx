import { Link } from "@remix-run/react";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { OperationEnd, RunAsks } from "#domain/run/events.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { RowBar } from "../../ui/data/charts.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { counted, formatCount, formatDuration, formatExact, plural } from "../../ui/data/format.ts";
import { Icon } from "../../ui/controls/icon.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Ago } from "../../ui/time/time.tsx";
import { TableNames } from "../../ui/data/table-names.tsx";
import { RunStatus, type RunSummary } from "../../runs/runs.tsx";
import { AskRestart } from "./ask-restart.tsx";
import { useFollowRuns } from "../../runs/follow-runs.tsx";
import { LiveRun } from "../../runs/live-run.tsx";
import { logHref } from "./log-view.ts";
import { RequestLog, type RequestLogProps } from "./request-log.tsx";

export type RunViewProps = {
  now: string;
  run: RunSummary & {
    instance_id: string;
    pages: number | null;
    override: boolean;
    restart: boolean;
    setting_keys: readonly string[];
    own_settings: boolean;
    asks: RunAsks | null;
    operations: readonly OperationEnd[];
  };
  progress: RunProgress | null;
  connector: { href: string; title: string };
  /** Name of the table that each operation fills. */
  tables: Readonly<Record<string, string>>;
  /** Number of the connection's newest run. */
  newest: number;
  /** null when it is not kept any more. */
  log: RequestLogProps | null;
};

/** Posts `intent=cancel` and `intent=restart`. */
export function RunView({ run, progress, connector, tables, newest, log, now }: RunViewProps) {
  const names = Object.values(tables);
  useFollowRuns([run]);
  const ended = run.ended_at ?? now;
  return (
    <div className="wrap">
      <div className="hero">
        <div>
          <nav className="crumbs" aria-label="You are here">
            <Link to="/manage">Manage Data</Link>
            <span aria-hidden="true">/</span>
            <Link to={`${connector.href}?tab=runs`}>{connector.title}</Link>
          </nav>
          <div className="hero-name">
            <h1>
              Run {run.number} of {connector.title}
            </h1>
            <RunStatus run={run} />
          </div>
        </div>
        <nav className="state" aria-label="Other runs">
          {run.number > 1 && (
            <ButtonLink
              small
              icon={ChevronLeft}
              to={`/run/${run.instance_id}-${run.number - 1}`}
              rel="prev"
              aria-label={`Earlier: run ${run.number - 1}`}
            >
              Run {run.number - 1}
            </ButtonLink>
          )}
          {run.number < newest && (
            <ButtonLink
              small
              to={`/run/${run.instance_id}-${run.number + 1}`}
              rel="next"
              aria-label={`Later: run ${run.number + 1}`}
            >
              Run {run.number + 1}
              <Icon of={ChevronRight} size="sm" />
            </ButtonLink>
          )}
        </nav>
        <Facts
          facts={[
            {
              label: "Started",
              value: (
                <>
                  <Ago at={run.started_at} now={now} />, by {run.trigger === "manual" ? "hand" : "schedule"}
                </>
              ),
            },
            ...(run.ended_at ? [{ label: "Ended", value: formatExact(run.ended_at) }] : []),
            { label: run.ended_at ? "Duration" : "So far", value: formatDuration(run.started_at, ended) },
            ...(run.row_count === null ? [] : [{ label: "Rows", value: formatCount(run.row_count) }]),
            ...(run.pages === null ? [] : [{ label: "Pages", value: formatCount(run.pages) }]),
            ...(log ? [{ label: "Requests", value: formatCount(log.total) }] : []),
            { label: "Version", value: run.version === null ? "unknown" : `v${run.version}` },
            ...(names.length > 0
              ? [{ label: plural(names.length, "Table"), value: <TableNames names={names} /> }]
              : []),
          ]}
        />
      </div>
      <div className="blocks">
        {run.status === "running" && <LiveRun run={run} progress={progress} now={now} ownPage />}
        {run.error && (
          <Notice tone={run.status === "partial" ? "warn" : "bad"} title={run.error}>
            {run.status === "partial" ? "The other rows are stored." : `No row was stored; ${asBefore(names)}.`}
          </Notice>
        )}
        {run.asks && run.number === newest && (
          <AskRestart tables={names} replaceable={run.asks === "restart_or_replace"} ownSettings={run.own_settings} />
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
        {run.status !== "running" && progress && progress.operations.length > 0 && (
          <Reached operations={progress.operations} />
        )}
        {run.operations.length > 0 && (
          <Operations operations={run.operations} tables={tables} narrows={log !== null && run.operations.length > 1} />
        )}
        <section aria-labelledby="with-title">
          <div className="block-head">
            <h2 id="with-title">What it ran with</h2>
          </div>
          <div className="panel panel-body">
            <p>
              {run.setting_keys.length === 0 ? (
                "No settings."
              ) : (
                <>
                  {counted(run.setting_keys.length, "setting")}:{" "}
                  {run.setting_keys.map((key, at) => (
                    <span key={key}>
                      {at > 0 && ", "}
                      <code>{key}</code>
                    </span>
                  ))}
                  .
                </>
              )}{" "}
              {run.override
                ? `It was to replace the ${plural(names.length, "table")} where the definition does not say otherwise.`
                : "It was to keep the rows of earlier runs where the definition does not say otherwise."}{" "}
              {run.restart && "It was allowed to add all rows again."}
            </p>
          </div>
        </section>
        {log && log.total > 0 && <RequestLog {...log} />}
        {!log && <p className="quiet">The requests of this run are not kept any more.</p>}
      </div>
    </div>
  );
}

function asBefore(names: readonly string[]): string {
  return names.length > 1 ? "the tables are as they were" : "the table is as it was";
}

const done = { merge: "merged into", replace: "replaced", append: "added to" } as const;

/** `narrows`: their numbers of requests lead to these requests alone. */
function Operations({
  operations,
  tables,
  narrows,
}: Pick<RunViewProps, "tables"> & { operations: readonly OperationEnd[]; narrows: boolean }) {
  const most = Math.max(1, ...operations.map(({ rows }) => rows));
  const places = operations.some(({ reached, from }) => reached !== null || (from ?? null) !== null);
  return (
    <section aria-labelledby="operations-title">
      <div className="block-head">
        <h2 id="operations-title">Operations</h2>
        <p className="meta">
          {counted(operations.length, "operation")}, {operations.length === 1 ? "one table" : "a table each"}
        </p>
      </div>
      <div className="panel table-scroll" role="region" aria-label="Operations, one a row" tabIndex={0}>
        <table className="table table-folds">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Status</th>
              <th scope="col" className="num">
                Rows
              </th>
              <th scope="col">
                <span className="visually-hidden">Rows as a bar</span>
              </th>
              <th scope="col">Stored</th>
              <th scope="col" className="num">
                Pages
              </th>
              <th scope="col" className="num">
                Requests
              </th>
              {places && (
                <>
                  <th scope="col">Read from</th>
                  <th scope="col">Reached</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {operations.map(({ operation, status, disposition, rows, pages, requests, error, from, reached }) => (
              <Row key={operation} why={error} columns={places ? 9 : 7}>
                <th scope="row">{operation}</th>
                <td>
                  <RunStatus run={{ status }} />
                </td>
                <td className="num" data-head="Rows">
                  {formatCount(rows)}
                </td>
                <td className="bar-cell">
                  <RowBar value={rows} most={most} />
                </td>
                <td data-head="Stored">
                  {status === "failed" ? (
                    "nothing"
                  ) : (
                    <>
                      {done[disposition]}{" "}
                      {tables[operation] === undefined ? "its table" : <code>{tables[operation]}</code>}
                    </>
                  )}
                </td>
                <td className="num" data-head="Pages">
                  {formatCount(pages)}
                </td>
                <td className="num" data-head="Requests">
                  {narrows ? (
                    <Link
                      to={logHref({ show: "all", operation })}
                      aria-label={`${counted(requests, "request")} of ${operation}`}
                    >
                      {formatCount(requests)}
                    </Link>
                  ) : (
                    formatCount(requests)
                  )}
                </td>
                {places && (
                  <>
                    <td data-head="Read from">
                      {requests === 0 || from === undefined ? "" : (from ?? "the beginning")}
                    </td>
                    <td data-head="Reached">{reached?.cursor ?? ""}</td>
                  </>
                )}
              </Row>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** How far a run came that was cut off. */
function Reached({ operations }: Pick<RunProgress, "operations">) {
  return (
    <section aria-labelledby="reached-title">
      <div className="block-head">
        <h2 id="reached-title">How far it came</h2>
        <p className="meta">Read from the API, and not stored</p>
      </div>
      <div className="panel table-scroll" role="region" aria-label="How far it came, one operation a row" tabIndex={0}>
        <table className="table table-folds">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col" className="num">
                Rows
              </th>
              <th scope="col" className="num">
                Pages
              </th>
              <th scope="col" className="num">
                Requests
              </th>
              <th scope="col">Round</th>
            </tr>
          </thead>
          <tbody>
            {operations.map(({ operation, rows, pages, requests, round, rounds }) => (
              <tr key={operation}>
                <th scope="row">{operation}</th>
                <td className="num" data-head="Rows">
                  {formatCount(rows)}
                </td>
                <td className="num" data-head="Pages">
                  {formatCount(pages)}
                </td>
                <td className="num" data-head="Requests">
                  {formatCount(requests)}
                </td>
                <td data-head="Round">
                  {formatCount(round)} of {formatCount(rounds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ why, columns, children }: { why: string | null; columns: number; children: React.ReactNode }) {
  return (
    <>
      <tr className={why ? "has-why" : undefined}>{children}</tr>
      {why && (
        <tr className="why">
          <td colSpan={columns} className="wrap-cell">
            <span className="run-why">{why}</span>
          </td>
        </tr>
      )}
    </>
  );
}
